import { LOG_PROB_COLUMNS, type LogProbColumn } from '../../credit/ratio/rule.ts'
import { dictionary, fill, type LanguageId } from '../../ui/text.tsx'

const words = dictionary(
  {
    none: 'The trace has no log-probs: {missing} are missing.',
    one: 'The trace has {present} alone, and a ratio compares two log-probs: {missing} are missing.',
    comma: ', ',
  },
  {
    none: '轨迹没有对数概率：缺少 {missing}。',
    one: '轨迹只有 {present}，而比率比较两种对数概率：缺少 {missing}。',
    comma: '、',
  },
)

/** Why there is no ratio: which log-prob columns the trace has, and which it lacks. */
export function lackedLogProbs(present: readonly LogProbColumn[], language: LanguageId): string {
  const t = words[language]
  const missing = LOG_PROB_COLUMNS.filter((name) => !present.includes(name))
  return fill(present.length === 0 ? t.none : t.one, {
    present: present.join(t.comma),
    missing: missing.join(t.comma),
  })
}
