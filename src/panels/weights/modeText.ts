/** Words for aggregation modes: English comes from the registry, Chinese from here. */
import { useContext } from 'react'
import { type AggregateMode, aggregateModeOf } from '../../credit/aggregate/aggregate.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'

type ModeWords = Pick<AggregateMode, 'label' | 'source' | 'pitfalls'>

const ZH: Readonly<Partial<Record<string, ModeWords>>> = {
  'token-mean': {
    label: 'token 均值',
    source: 'DAPO；CompactionRL 式 12：与切口数目无关',
    pitfalls: [
      '每个 token 等权不等于每条 rollout 等权：8 个 token 的失败的权重是 2 个 token 的成功的四倍（0.8 对 0.2），长的失败因而占优。',
      '拒绝之后，verl 除以剩下的 token 数，AReaL 除以全部：损失 1, 2, 3, 4 去掉第三个得 2.33 或 1.75。',
    ],
  },
  'token-sum': {
    label: 'token 求和',
    source: '新版 verl',
    pitfalls: ['什么也不除：token 数加倍，梯度就加倍，因此学习率取决于批大小与长度。'],
  },
  'seq-mean-token-mean': {
    label: '行均值（token 均值）',
    source: 'verl（非空行）',
    pitfalls: [
      '一行即一段：切成三段的 rollout 有三票。',
      '长行被稀释：8 个 token 的行中，一个 token 的权重是 2 个 token 的行的四分之一（0.0625 对 0.25）。',
      'verl 只计含动作 token 的行，TRL 计全部行：空行使那里的损失变小。',
    ],
  },
  'seq-mean-token-sum': {
    label: '行均值（token 求和）',
    source: 'verl',
    pitfalls: ['切分 rollout 使行数变多、损失变小：同样的 token 分成两倍的段，梯度减半。'],
  },
  'seq-mean-token-sum-norm': {
    label: 'token 求和 /（L_max × 行数）',
    source: 'Dr.GRPO arXiv:2503.20783；新版 verl；TRL 与 SkyRL 计全部行',
    pitfalls: [
      '一个名字，三种分母：同样的损失，旧版 verl 得 3.75（只除 L max），新版 verl 得 1.875（× 非空行数），TRL 与 SkyRL 得 1.25（× 全部行数）。',
      'L max 是固定的：实际长度远小于它时，梯度按该比例变小。',
    ],
  },
  'rollout-mean': {
    label: 'rollout 均值',
    source: 'slime `rollout_mask_sums`',
    pitfalls: [
      '同一 rollout 的各段必须共用其分母（slime 的 rollout_mask_sums）；若各除以自己的，切成三段的 rollout 就有三倍的权重。',
      '100 个 token 的 rollout 中，一个 token 的权重是 10,000 个 token 的 rollout 中的一百倍。',
    ],
  },
  'segment-mean': {
    label: '段均值',
    source: '每段作为一个样本时，切成三段的 rollout 就有三票',
    pitfalls: [
      '切口决定损失：九个 1 与一个 9，分两段得 5，分四段得 3；其 token 均值都是 1.8。',
      'rollout 级基线无济于事：三段对一段、段长相同时，成功仍占 0.75 的权重。',
    ],
  },
  'prompt-mean': {
    label: '提示均值',
    source: 'SkyRL',
    pitfalls: [
      '各提示等权，rollout 则不然：同一提示内，900 个 token 的 rollout 与 100 个 token 的并列时占十分之九。',
    ],
  },
}

/** What a new mode brings untranslated stays English, never empty. */
export function modeText(language: LanguageId, id: string): ModeWords {
  const own = aggregateModeOf(id) ?? { label: id, source: '', pitfalls: [] }
  return (language === 'zh' ? ZH[id] : undefined) ?? own
}

export function useModeText(): (id: string) => ModeWords {
  const language = useContext(LanguageContext)
  return (id) => modeText(language, id)
}
