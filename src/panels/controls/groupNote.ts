/** Why a group baseline gives the selected rollout no signal: pure, from the table of rollouts. */
import type { Options } from '../../credit/options.ts'
import type { RolloutTable, Slot } from '../../worker/api.ts'

export type GroupNote =
  /** `raw`: the advantage is the outcome itself instead of 0. */
  | { readonly kind: 'single'; readonly raw: boolean }
  | { readonly kind: 'equal'; readonly samples: number }

/** Estimators that compare outcomes within a group. */
const COMPARES = new Set(['grpo'])

/** Under these the outcomes that are compared are not those of the table: nothing is said then. */
const otherOutcomes = ({ overlong = 'keep', endedStatistics }: Options): boolean =>
  !(overlong === 'keep' || overlong === 'mask') || endedStatistics === 'drop'

/** Undefined where the group has different outcomes, where the rollout has none, and for other estimators. */
export function groupNoteOf(
  { estimator, options }: Slot,
  table: RolloutTable,
  rollout: number,
): GroupNote | undefined {
  const outcome = table.outcome[rollout]
  if (!COMPARES.has(estimator) || otherOutcomes(options)) return undefined
  if (outcome === undefined || Number.isNaN(outcome)) return undefined
  const group = table.groupOf[rollout]
  let samples = 0
  for (let r = 0; r < table.id.length; r++) {
    if (table.groupOf[r] !== group || Number.isNaN(table.outcome[r])) continue
    if (table.outcome[r] !== outcome) return undefined
    samples += options.unit === 'segment' ? table.segments[r] : 1
  }
  if (samples > 1) return { kind: 'equal', samples }
  return { kind: 'single', raw: options.singleton === 'raw' }
}
