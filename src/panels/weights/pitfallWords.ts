/** The Chinese of the aggregation modes’ pitfalls; English stands in the registry. */
import type { AggregateMode } from '../../credit/aggregate/aggregate.ts'
import type { LanguageId } from '../../ui/text.tsx'

/** One for one with the English list. */
const ZH: Readonly<Partial<Record<string, readonly string[]>>> = {
  'token-mean': [
    '每个 token 等权不等于每条 rollout 等权：8 个 token 的失败的权重是 2 个 token 的成功的四倍（0.8 对 0.2），长的失败因而占优。',
    '拒绝之后，verl 除以剩下的 token 数，AReaL 除以全部：损失 1, 2, 3, 4 去掉第三个得 2.33 或 1.75。',
  ],
  'token-sum': ['什么也不除：token 数加倍，梯度就加倍，因此学习率取决于批大小与长度。'],
  'seq-mean-token-mean': [
    '此处一行即一段，因此切成三段的 rollout 有三票，结果与“段均值”是同一个数。这是训练器的叫法；在那里，一行是训练器当作一个样本的东西。',
    '长行被稀释：8 个 token 的行中，一个 token 的权重是 2 个 token 的行的四分之一（0.0625 对 0.25）。',
    'verl 只计含动作 token 的行，TRL 计全部行：空行使那里的损失变小。',
  ],
  'seq-mean-token-sum': ['切口使行数变多、损失变小：同样的 token 分成两倍的段，梯度减半。'],
  'seq-mean-token-sum-norm': [
    '一个名字，三种分母：同样的损失，verl（2026 年 1 月：只除 L max）得 3.75，verl（2026 年 8 月：× 非空行数）得 1.875，TRL 与 SkyRL 得 1.25（× 全部行数）。',
    'L max 是固定的：实际长度远小于它时，梯度按该比例变小。',
  ],
  'rollout-mean': [
    '同一 rollout 的各段必须共用其分母（slime 的 rollout_mask_sums）；若各除以自己的，切成三段的 rollout 就有三倍的权重。',
    '100 个 token 的 rollout 中，一个 token 的权重是 10,000 个 token 的 rollout 中的一百倍。',
  ],
  'segment-mean': [
    '此处与训练器所称的“行均值（token 均值）”是同一个数。这个名称与“rollout 均值”“提示均值”并列，说明一票代表什么：一段，而不是一条 rollout。',
    '切口决定损失：九个 1 与一个 9，分两段得 5，分四段得 3；其 token 均值都是 1.8。',
    'rollout 级基线无济于事：三段对一段、段长相同时，成功仍占 0.75 的权重。',
  ],
  'prompt-mean': [
    '各提示等权，rollout 则不然：同一提示内，900 个 token 的 rollout 与 100 个 token 的并列时占十分之九。',
  ],
}

/** What is new and untranslated stays English. */
export const modePitfalls = (
  { id, pitfalls }: AggregateMode,
  language: LanguageId,
): readonly string[] => (language === 'zh' ? ZH[id] : undefined) ?? pitfalls
