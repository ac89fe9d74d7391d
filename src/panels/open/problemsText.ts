import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    problems: '{n} problems',
    problem: '1 problem',
    problemsTitle: 'Problems in the files',
  },
  {
    problems: '{n} 个问题',
    problem: '1 个问题',
    problemsTitle: '文件中的问题',
  },
)
