import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    skipped: 'Records of types that Segue does not know; they were skipped:',
    skippedMore: 'and {n} more types',
  },
  {
    skipped: 'Segue 不认识的记录类型，已跳过：',
    skippedMore: '另有 {n} 种',
  },
)
