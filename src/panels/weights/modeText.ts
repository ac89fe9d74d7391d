/** Words for aggregation modes: English comes from the registry, Chinese from here. */
import { useContext } from 'react'
import { type AggregateMode, aggregateModeOf } from '../../credit/aggregate/aggregate.ts'
import { textOf } from '../../ui/books.ts'
import { LanguageContext, type LanguageId } from '../../ui/text.tsx'

type ModeWords = Pick<AggregateMode, 'label' | 'source'>

const ZH: Readonly<Partial<Record<string, ModeWords>>> = {
  'token-mean': {
    label: 'token 均值',
    source: 'DAPO，arXiv:2503.14476；CompactionRL，arXiv:2607.05378，式 12：与切口数目无关',
  },
  'token-sum': {
    label: 'token 求和',
    source: 'verl（2026 年 8 月，提交 1dda039b）',
  },
  'seq-mean-token-mean': {
    label: '行均值（token 均值）',
    source:
      'verl（2026 年 8 月，提交 1dda039b）：seq-mean-token-mean，只计非空行；TRL（提交 f2cd5771）计全部行',
  },
  'seq-mean-token-sum': {
    label: '行均值（token 求和）',
    source: 'verl（2026 年 8 月，提交 1dda039b）：seq-mean-token-sum',
  },
  'seq-mean-token-sum-norm': {
    label: 'token 求和 /（L_max × 行数）',
    source:
      'Dr.GRPO，arXiv:2503.20783；verl（2026 年 8 月，提交 1dda039b）；TRL（提交 f2cd5771）与 SkyRL（提交 a9564572）计全部行',
  },
  'rollout-mean': {
    label: 'rollout 均值',
    source: 'slime（提交 624b824a）：`rollout_mask_sums`',
  },
  'segment-mean': {
    label: '段均值',
    source:
      '每段一行的 seq-mean-token-mean，如 verl（2026 年 8 月，提交 1dda039b）；见 issue verl-project/verl#7580',
  },
  'prompt-mean': {
    label: '提示均值',
    source: 'SkyRL（提交 a9564572）',
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
