import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    hint_bug:
      'Sample: four attempts at one bug. Under B (GRPO) all action tokens of an attempt share one number, its outcome against the group.',
    hint_shop:
      'Sample: six attempts at one purchase. A (GRPO) gives an attempt one number; B (GiGPO) also compares the steps taken from the same page, see Groups at the right.',
    hint_batch: 'Sample: 256 rollouts in 32 groups. {shown} Keys [ and ] go to the next one.',
    shown_never: 'The one shown was never condensed.',
    shown_once: 'The one shown was condensed once.',
    shown_times: 'The one shown was condensed {n} times.',
  },
  {
    hint_bug:
      '示例：对同一缺陷的四次尝试。在 B（GRPO）之下，一次尝试的所有动作 token 共用一个数：其结果与全组相比。',
    hint_shop:
      '示例：对同一次购买的六次尝试。A（GRPO）给每次尝试一个数；B（GiGPO）还比较从同一页面出发的步骤，见右侧“组”。',
    hint_batch: '示例：32 组共 256 条 rollout。{shown}用 [ 与 ] 换到下一条。',
    shown_never: '当前这条从未被压缩。',
    shown_once: '当前这条被压缩了一次。',
    shown_times: '当前这条被压缩了 {n} 次。',
  },
)
