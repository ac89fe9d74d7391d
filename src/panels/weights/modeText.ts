/** Words for aggregation modes: English comes from the registry, Chinese from here. */
import { useContext } from 'react'
import { type AggregateMode, aggregateModeOf } from '../../credit/aggregate/aggregate.ts'
import { textOf } from '../../ui/books.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'

type ModeWords = Pick<AggregateMode, 'label' | 'source'>

const ZH: Readonly<Partial<Record<string, ModeWords>>> = {
  'token-mean': {
    label: 'token 均值',
    source: 'DAPO；CompactionRL 式 12：与切口数目无关',
  },
  'token-sum': {
    label: 'token 求和',
    source: '新版 verl',
  },
  'seq-mean-token-mean': {
    label: '行均值（token 均值）',
    source: 'verl（非空行）',
  },
  'seq-mean-token-sum': {
    label: '行均值（token 求和）',
    source: 'verl',
  },
  'seq-mean-token-sum-norm': {
    label: 'token 求和 /（L_max × 行数）',
    source: 'Dr.GRPO arXiv:2503.20783；新版 verl；TRL 与 SkyRL 计全部行',
  },
  'rollout-mean': {
    label: 'rollout 均值',
    source: 'slime `rollout_mask_sums`',
  },
  'segment-mean': {
    label: '段均值',
    source: '每段作为一个样本时，切成三段的 rollout 就有三票',
  },
  'prompt-mean': {
    label: '提示均值',
    source: 'SkyRL',
  },
}

/** What a new mode brings untranslated stays English, never empty. */
export function modeText(language: LanguageId, id: string): ModeWords {
  const own = aggregateModeOf(id) ?? { label: id, source: '' }
  const english = { label: own.label, source: textOf(own.source) }
  return (language === 'zh' ? ZH[id] : undefined) ?? english
}

export function useModeText(): (id: string) => ModeWords {
  const language = useContext(LanguageContext)
  return (id) => modeText(language, id)
}
