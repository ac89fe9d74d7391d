/** What the writers share. */
import type { Batch } from '../../trace/batch.ts'
import { batchToRows, ownIdsOf } from '../../trace/batch-rows.ts'
import type { CanonicalRow } from '../../trace/rows.ts'

/** What a container cannot hold; the message says what, and what to do. */
export class CannotWrite extends Error {}

/** A row with what only its trace knows: training step, and the marks of estimated tokens and of a derived mask. */
export interface WrittenRow extends CanonicalRow {
  readonly step?: number
  readonly approximate_tokens?: true
  readonly mask_derived?: true
}

/** Training step of every rollout of a batch, NaN = unknown. */
export type Steps = Float64Array | undefined

/**
 * Rows with the steps that tell apart the ids that come in several of them.
 *
 * @param ids `rollout_id` of every rollout, default: that of its file
 */
export function* rowsWithSteps(
  batch: Batch,
  steps: Steps,
  ids = ownIdsOf(batch),
): Generator<WrittenRow, void, undefined> {
  let segment = 0
  for (const row of batchToRows(batch)) {
    const rollout = batch.segment.rollout[segment++]
    const step = steps?.[rollout] ?? Number.NaN
    yield { ...row, rollout_id: ids[rollout], ...(!Number.isNaN(step) && { step }) }
  }
}

/** What every row of the batch says of how its trace was made. */
export const marksOf = (batch: Batch): Pick<WrittenRow, 'approximate_tokens' | 'mask_derived'> => ({
  ...(batch.approximate && { approximate_tokens: true }),
  ...(batch.maskDerived && { mask_derived: true }),
})

export function* rowsToWrite(batch: Batch, steps: Steps): Generator<WrittenRow, void, undefined> {
  const marks = marksOf(batch)
  for (const row of rowsWithSteps(batch, steps)) yield { ...row, ...marks }
}
