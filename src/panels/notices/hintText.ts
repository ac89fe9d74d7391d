import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    hint_bug:
      'Sample: four attempts at one bug. Under B (GRPO) all action tokens of an attempt share one number.',
    hint_shop:
      'Sample: six attempts at one purchase. B (GiGPO) also compares the steps taken from the same page, see Groups.',
    hint_batch: 'Sample: 256 rollouts in 32 groups. {shown} Keys [ and ] go to the next one.',
    hint_file: 'Your file stays on this device.',
    hint_payload: 'This trace came with the link.',
    uncut: 'No rollout of this file is cut, so these A and B are the same here.',
    compareGroups: 'Compare GRPO with RLOO',
    changed:
      'Not the sample’s own settings: what it is about shows with A {a}, B {b}, γ {gamma}, λ {lambda}.',
    back: 'Back to the sample’s settings',
    standIn:
      'Stand-in: this is a sample with the link’s settings; what you set stays. The link’s own numbers need {name}, which it does not carry: drop it anywhere, or',
    waits:
      'The link waits for {name}, which it does not carry; until then, what was open stays. Drop it anywhere, or',
    file: 'the file “{name}”',
    andOne: 'the file “{first}” and the one opened with it',
    andMore: 'the file “{first}” and the {n} opened with it',
    openIt: 'open it…',
    dismiss: 'Dismiss',
    shown_never: 'The one shown was never condensed.',
    shown_once: 'The one shown was condensed once.',
    shown_times: 'The one shown was condensed {n} times.',
  },
  {
    hint_bug: '示例：对同一缺陷的四次尝试。在 B（GRPO）之下，一次尝试的所有动作 token 共用一个数。',
    hint_shop: '示例：对同一次购买的六次尝试。B（GiGPO）还比较从同一页面出发的步骤，见“组”。',
    hint_batch: '示例：32 组共 256 条 rollout。{shown}用 [ 与 ] 换到下一条。',
    hint_file: '你的文件不会离开这台计算机。',
    hint_payload: '此轨迹随链接而来。',
    uncut: '此文件中没有 rollout 被切开，因此这里的 A 与 B 相同。',
    compareGroups: '比较 GRPO 与 RLOO',
    changed: '这不是示例自带的设置：它要说明的内容见于 A {a}、B {b}、γ {gamma}、λ {lambda}。',
    back: '恢复示例的设置',
    standIn:
      '替代示例：这里是以链接的设置显示的一个示例；你改动的设置会保留。链接本身的数值需要{name}，链接不含该文件：把它拖到页面任意处，或',
    waits:
      '链接在等待{name}，链接不含该文件；在此之前，已打开的内容保持不变。把它拖到页面任意处，或',
    file: '文件“{name}”',
    andOne: '文件“{first}”及同时打开的 1 个文件',
    andMore: '文件“{first}”及同时打开的 {n} 个文件',
    openIt: '打开它…',
    dismiss: '关闭',
    shown_never: '当前这条从未被压缩。',
    shown_once: '当前这条被压缩了一次。',
    shown_times: '当前这条被压缩了 {n} 次。',
  },
)
