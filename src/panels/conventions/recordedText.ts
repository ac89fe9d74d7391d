import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    records: 'This trace records advantages.',
    see: 'See whose conventions reproduce them',
  },
  {
    records: '此轨迹记录了优势。',
    see: '查看哪个训练器的约定能复现它们',
  },
)
