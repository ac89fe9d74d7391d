import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    promptTitle: '{label}: {n} of {all} prompt tokens',
    promptUnlabelled: 'prompt',
  },
  {
    promptTitle: '{label}：{n} / {all} 个提示 token',
    promptUnlabelled: '提示',
  },
)
