import { dictionary } from '../../ui/text.tsx'

export const words = dictionary(
  {
    title: 'Advantages that the trace recorded',
    none: 'This trace records no advantages. Where one does, Segue says here which trainer’s conventions give them.',
    zero: 'All {n} recorded advantages are 0; many conventions give that.',
    tooLarge: 'No group is small enough to try ({n} positions at most).',
    computing: 'Looking for the conventions behind the recorded advantages…',
    found:
      'By the conventions of {maker}: {how} reproduces the recorded advantages {closely} on 100% of {n} tokens.',
    foundSeveral:
      '{sets} sets of options reproduce the recorded advantages equally well on 100% of {n} tokens; this trace cannot tell them apart.',
    theyAre: 'They are by the conventions of {makers}; the first, {how}, does so {closely}.',
    farther: 'Less closely, but within 0.01%: {n} more.',
    exactly: 'exactly',
    offByMost: 'to within {error}',
    notFound:
      'None of the {sets} sets of options that were tried reproduces the recorded advantages.',
    noOutcomes: 'The outcomes behind the recorded advantages are missing.',
    someOutcomes:
      'The outcomes of {without} of {of} rollouts with recorded advantages are missing.',
    countAsZero:
      'They count as 0, so the conventions cannot be told. Enter them above the picture or under Controls, or open a file that has them.',
    closest:
      'Closest is {how} by the conventions of {maker}: {share} of {n} tokens within 0.01%, off by up to {error}, at',
    worst: '({recorded} recorded, {got} computed)',
    scaled:
      'Only up to a factor: {how} by the conventions of {maker}, times {factor}, gives them {closely} on 100% of {n} tokens. That is weaker evidence: something must have scaled them all.',
    scaledSeveral:
      'Up to a factor, {sets} sets of options give them on 100% of {n} tokens, each with a factor of its own ({how} by the conventions of {maker}: times {factor}). This trace cannot tell whose they are.',
    openHere: 'Left open there, and as by default in Segue: {options}.',
    list: 'Conventions by closeness',
    who: 'conventions',
    within: 'within 0.01%',
    offBy: 'off by up to',
    page: 'the page’s {slot}',
    foreign: '{trainer} (its GAE options; the estimator is not its own)',
    whitened: 'whitened',
    gamma: 'γ {gamma}',
    lambda: 'λ {lambda}',
    leavesOpen: 'left open, as by default in Segue: {options}',
    and: '{names} and {n} more',
    comma: ', ',
    bracket: ' ({text})',
    triedGrid:
      'Tried: γ {gammas}; λ {lambdas}; {sets} sets of options, values as on the page. Trainers do not depend on the page’s A and B.',
    part: 'Tried on {groups} of {allGroups} groups, to stay fast.',
    partAlways: 'REINFORCE++ on all; whitened GAE needs the whole batch and was not tried.',
    partNone: 'Whitened forms need the whole batch and were not tried.',
    tolerance:
      'A token counts as reproduced if it is off by at most 0.01% of the recorded number; a number near 0 may be off by a millionth of the large advantages of its rollout.',
  },
  {
    title: '轨迹记录的优势',
    none: '此轨迹没有记录优势。若有记录，Segue 会在此说明哪个训练器的约定能得到它们。',
    zero: '记录的 {n} 个优势全为 0；许多约定都会如此。',
    tooLarge: '没有小到可以尝试的组（至多 {n} 个位置）。',
    computing: '正在寻找所记录优势背后的约定…',
    found: '{how}（按 {maker} 的约定）在 {n} 个 token 上 100% 复现了所记录的优势，{closely}。',
    foundSeveral:
      '有 {sets} 组选项在 {n} 个 token 上 100% 同样好地复现了所记录的优势；此轨迹无法区分它们。',
    theyAre: '它们按 {makers} 的约定；第一组为{how}，{closely}。',
    farther: '不那么接近、但在 0.01% 以内的另有 {n} 组。',
    exactly: '完全一致',
    offByMost: '误差至多 {error}',
    notFound: '尝试过的 {sets} 组选项都不能复现所记录的优势。',
    noOutcomes: '所记录的优势背后的结果缺失。',
    someOutcomes: '{of} 条记录了优势的 rollout 中有 {without} 条缺少结果。',
    countAsZero:
      '它们按 0 计，因此无法判断其约定。请在图上方或“参数”中填写结果，或打开带有结果的文件。',
    closest:
      '最接近的是 {how}（按 {maker} 的约定）：{n} 个 token 中 {share} 在 0.01% 以内，最多相差 {error}，位于',
    worst: '（记录 {recorded}，计算 {got}）',
    scaled:
      '只差一个系数：{how}（按 {maker} 的约定）乘以 {factor} 后，在 {n} 个 token 上 100% 得到它们，{closely}。这一依据较弱：它们必定都被缩放过。',
    scaledSeveral:
      '若允许一个系数，有 {sets} 组选项在 {n} 个 token 上 100% 得到它们，各有各的系数（{how}，按 {maker} 的约定：乘以 {factor}）。此轨迹无法判断它们出自谁。',
    openHere: '其中未规定、按 Segue 默认值处理的：{options}。',
    list: '按接近程度排列的约定',
    who: '约定',
    within: '0.01% 以内',
    offBy: '最大误差',
    page: '本页的 {slot}',
    foreign: '{trainer}（仅其 GAE 选项；该估计器并非它所有）',
    whitened: '已白化',
    gamma: 'γ {gamma}',
    lambda: 'λ {lambda}',
    leavesOpen: '未规定，按 Segue 默认值：{options}',
    and: '{names} 等，另 {n} 个',
    comma: '、',
    bracket: '（{text}）',
    triedGrid:
      '尝试了：γ {gammas}；λ {lambdas}；{sets} 组选项，价值与本页一致。各训练器的约定与本页的 A、B 无关。',
    part: '为保持速度，只在 {allGroups} 组中的 {groups} 组上尝试。',
    partAlways: 'REINFORCE++ 用了全部；白化的 GAE 需要整批，未尝试。',
    partNone: '白化形式需要整批，未尝试。',
    tolerance:
      '与记录相差不超过其 0.01% 即计为复现；接近 0 的数，可相差其 rollout 中较大优势的百万分之一。',
  },
)
