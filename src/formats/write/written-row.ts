/** What the writers share. */
import type { Batch } from '../../trace/batch.ts'
import { batchToRows } from '../../trace/batch-rows.ts'
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

export function* rowsToWrite(batch: Batch, steps: Steps): Generator<WrittenRow, void, undefined> {
  const marks = {
    ...(batch.approximate && { approximate_tokens: true as const }),
    ...(batch.maskDerived && { mask_derived: true as const }),
  }
  let segment = 0
  for (const row of batchToRows(batch)) {
    const step = steps?.[batch.segment.rollout[segment++]] ?? Number.NaN
    yield { ...row, ...(!Number.isNaN(step) && { step }), ...marks }
  }
}
