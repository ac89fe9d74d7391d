import { dictionary } from '../../ui/text.tsx'

export const idleClipWords = dictionary(
  {
    noEffect: 'No effect.',
    gap: ' ',
    otherRule: 'No effect: the chosen ratio rule has its own bounds (Ratio and loss).',
  },
  {
    noEffect: '不起作用。',
    gap: '',
    otherRule: '不起作用：所选比率规则有自己的界（见“比率与损失”）。',
  },
)
