/** Which log-probs a rule reads: its own where the trace has them, else the next best or simulated ones. */
import type { Batch } from '../../trace/batch.ts'
import { ratioPair } from './ppo-clip.ts'
import { LOG_PROB_COLUMNS, type LogProbColumn, type RatioRule } from './rule.ts'

/** Log-prob columns of the trace. */
export const presentLogProbs = (batch: Batch): readonly LogProbColumn[] =>
  LOG_PROB_COLUMNS.filter((name) => batch.columns[name] !== undefined)

/** What stands for each log-prob that the rule needs. */
export type ColumnPlan = Readonly<Partial<Record<LogProbColumn, LogProbColumn | 'simulated'>>>

/**
 * undefined: the trace cannot serve the rule. Without a simulated drift a missing column is replaced by the
 * other policy of the same side, so that r still compares two different policies of the file.
 */
export function columnPlan(
  present: readonly LogProbColumn[],
  { needs }: RatioRule,
  drift: boolean,
): ColumnPlan | undefined {
  const has = (name: LogProbColumn): boolean => present.includes(name)
  if (drift || needs.every(has)) {
    return Object.fromEntries(needs.map((name) => [name, has(name) ? name : 'simulated']))
  }
  const pair = ratioPair(present)
  if (!pair) return undefined
  const first = LOG_PROB_COLUMNS.find((name) => needs.includes(name))
  return Object.fromEntries(
    needs.map((name) => [name, name === first ? pair.numerator : pair.denominator]),
  )
}
