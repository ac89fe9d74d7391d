/** Document overlays on a loaded batch: where values and outcomes come from when the file has none. */
import type { Batch, FloatColumn } from './batch.ts'
import type { BaselineFit } from './fitted.ts'
import { hashUniform } from './hash.ts'
import type { Result } from './result.ts'
import type { FitFault } from './unfittable.ts'

export type ValueSource =
  /** The file's own values. */
  | { readonly kind: 'file' }
  /** `assumed`: nobody chose it, the trace has none of its own. */
  | { readonly kind: 'zero'; readonly assumed?: true }
  | { readonly kind: 'constant'; readonly value: number }
  /** Linear from `from` at the rollout's first action token to the outcome at its last. */
  | { readonly kind: 'ramp'; readonly from: number }
  /** `mean` + `amplitude`·uniform(−1, 1), seeded per position. */
  | {
      readonly kind: 'noise'
      readonly mean: number
      readonly amplitude: number
      readonly seed: number
    }
  /** Ridge regression of the outcome on position, over the rollouts of the batch (fitted.ts); λ = `ridge`. */
  | { readonly kind: 'fitted'; readonly ridge: number }

/** Every source but the one that `prepare-fitted.ts` knows. */
export type PlainSource = Exclude<ValueSource, { kind: 'fitted' }>

/** Outcomes that a person typed for rollouts whose file records none. */
export interface Outcomes {
  /** For every rollout without one; undefined = leave absent (counts as 0 in the recursion). */
  readonly all?: number
  /** By rollout id; wins over `all`. */
  readonly byRollout: Readonly<Record<string, number>>
}

/** Whether every non-empty segment of the rollout has values in the file. */
export function hasValues(batch: Batch, rollout: number): boolean {
  const values = batch.columns.values
  if (!values) return false
  for (
    let s = batch.rollout.firstSegment[rollout];
    s < batch.rollout.firstSegment[rollout + 1];
    s++
  ) {
    const start = batch.segment.start[s]
    if (start < batch.segment.start[s + 1] && Number.isNaN(values[start])) return false
  }
  return true
}

export interface Prepared {
  readonly batch: Batch
  /** Of the source `fitted`; where it could not be fitted, every value is 0. */
  readonly fit: Result<BaselineFit, FitFault> | undefined
}

/**
 * The batch that the estimators see: typed outcomes where the file has none, and values from `source`.
 * Shares every column that does not change. `file` leaves values as they are (absent ones count as 0).
 */
export function prepare(base: Batch, source: PlainSource, outcomes: Outcomes): Prepared {
  const outcome = Float64Array.from(base.rollout.outcome, (recorded, r) =>
    Number.isNaN(recorded)
      ? (ownNumber(outcomes.byRollout, base.rollout.id[r]) ?? outcomes.all ?? Number.NaN)
      : recorded,
  )
  const batch = { ...base, rollout: { ...base.rollout, outcome } }
  const withValues = (values: FloatColumn): Batch => ({
    ...batch,
    columns: { ...base.columns, values },
  })
  if (source.kind === 'file') return { batch, fit: undefined }
  return { batch: withValues(synthesise(batch, source)), fit: undefined }
}

/** The batch of `prepare`. */
export const prepareBatch = (base: Batch, source: PlainSource, outcomes: Outcomes): Batch =>
  prepare(base, source, outcomes).batch

/** Ids come from files: `__proto__` must not find anything. */
const ownNumber = (map: Readonly<Record<string, number>>, key: string): number | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined

function synthesise(batch: Batch, source: Exclude<PlainSource, { kind: 'file' }>): Float64Array {
  const values = new Float64Array(batch.positionCount)
  switch (source.kind) {
    case 'zero':
      return values
    case 'constant':
      return values.fill(source.value)
    case 'ramp':
      for (let r = 0; r < batch.rolloutCount; r++) ramp(batch, r, source.from, values)
      return values
    case 'noise':
      for (let p = 0; p < values.length; p++) {
        values[p] = source.mean + source.amplitude * (2 * hashUniform(source.seed, p) - 1)
      }
      return values
  }
}

/** Linear in the action tokens: `from` at the first, the outcome after the last; others take the next action's. */
function ramp(batch: Batch, rollout: number, from: number, values: Float64Array): void {
  const start = batch.segment.start[batch.rollout.firstSegment[rollout]]
  const end = batch.segment.start[batch.rollout.firstSegment[rollout + 1]]
  const to = batch.rollout.outcome[rollout] || 0
  let actions = 0
  for (let p = start; p < end; p++) actions += batch.mask[p]
  let seen = 0
  for (let p = start; p < end; p++) {
    values[p] = from + (to - from) * (actions === 0 ? 0 : seen / actions)
    seen += batch.mask[p]
  }
}
