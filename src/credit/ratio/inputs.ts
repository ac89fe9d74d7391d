/** What a rule reads of one segment, by the plan of `columns.ts`. */
import type { Batch } from '../../trace/batch.ts'
import type { Numbers } from '../../trace/rows.ts'
import type { ColumnPlan } from './columns.ts'
import { type Drift, simulatedLogProbs } from './drift.ts'
import { LOG_PROB_COLUMNS, type LogProbColumn, type RatioInputs } from './rule.ts'

export interface SegmentInputs {
  readonly inputs: RatioInputs
  /** Some log-prob of this segment is not the file's. */
  readonly simulated: boolean
}

/**
 * What the rule reads of one segment; undefined: its row lacks a column, or it has no position.
 * @param advantages of the segment's positions
 */
export function segmentInputs(
  batch: Batch,
  plan: ColumnPlan,
  segment: number,
  advantages: Numbers,
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
    advantages,
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
