import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    notUsed: 'Greyed sliders have no effect under A and B.',
    adaptive: '{slots} sets its own length-adaptive λ.',
  },
  {
    notUsed: '灰色滑块在 A 与 B 之下不起作用。',
    adaptive: '{slots} 使用自己的长度自适应 λ。',
  },
)
