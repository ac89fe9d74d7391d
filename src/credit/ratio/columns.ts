/** Which log-probs a rule reads: its own where the trace has them, else the next best or simulated ones. */
import type { Batch, FloatColumn } from '../../trace/batch.ts'
import type { Numbers } from '../../trace/rows.ts'
import { type Drift, simulatedLogProbs } from './drift.ts'
import { ratioPair } from './ppo-clip.ts'
import { LOG_PROB_COLUMNS, type LogProbColumn, type RatioInputs, type RatioRule } from './rule.ts'

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

export interface SegmentInputs {
  readonly inputs: RatioInputs
  /** Some log-prob of this segment is not the file's. */
  readonly simulated: boolean
}

/** What the rule reads of one segment; undefined: its row lacks a column, or it has no position. */
export function segmentInputs(
  batch: Batch,
  plan: ColumnPlan,
  segment: number,
  advantages: FloatColumn,
  drift: Drift | undefined,
): SegmentInputs | undefined {
  const start = batch.segment.start[segment]
  const end = batch.segment.start[segment + 1]
  if (start === end) return undefined
  const own = (name: LogProbColumn): Numbers | undefined => {
    const column = batch.columns[name]?.subarray(start, end)
    return column === undefined || Number.isNaN(column[0]) ? undefined : column
  }
  const base = {
    advantages: advantages.subarray(start, end),
    mask: batch.mask.subarray(start, end),
  }
  const needs = LOG_PROB_COLUMNS.filter((name) => plan[name] !== undefined)
  if (drift && needs.some((name) => own(name) === undefined)) {
    const columns = simulatedLogProbs(batch, segment, drift, own, needs)
    return { inputs: { ...base, ...columns }, simulated: true }
  }
  const found: Partial<Record<LogProbColumn, Numbers>> = {}
  for (const name of needs) {
    const from = plan[name]
    const column = from === undefined || from === 'simulated' ? undefined : own(from)
    if (!column) return undefined
    found[name] = column
  }
  return { inputs: { ...base, ...found }, simulated: false }
}
