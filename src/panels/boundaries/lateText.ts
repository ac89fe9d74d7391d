import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    introLiteral:
      'In this order (literal) the earlier segment hands three numbers to the later one: the reward, which stands at the end, goes to no earlier segment.',
    handsNothing: '{estimator} hands nothing over between segments.',
    shortened:
      'The first {shown} of {all}; “Numbers as table” beneath the picture has all of them.',
  },
  {
    introLiteral:
      '按此（字面）顺序，前一段把三个数交给后一段：奖励位于末尾，因此到不了任何更早的段。',
    handsNothing: '{estimator} 在段与段之间不传递任何量。',
    shortened: '前 {shown} 行，共 {all} 行；图下的“以表格显示数值”含全部。',
  },
)
