/** What the writers share. */
import type { Batch } from '../../trace/batch.ts'
import { batchToRows } from '../../trace/batch-rows.ts'
import type { CanonicalRow } from '../../trace/rows.ts'

/** What a container cannot hold; the message says what, and what to do. */
export class CannotWrite extends Error {}

/** A row with what only its trace knows: estimated tokens and a derived mask stay marked as such. */
export interface WrittenRow extends CanonicalRow {
  readonly approximate_tokens?: true
  readonly mask_derived?: true
}

export function* rowsToWrite(batch: Batch): Generator<WrittenRow, void, undefined> {
  const marks = {
    ...(batch.approximate && { approximate_tokens: true as const }),
    ...(batch.maskDerived && { mask_derived: true as const }),
  }
  for (const row of batchToRows(batch)) yield { ...row, ...marks }
}
