/** A batch back into files that read as the same batch: the three containers and what they share. */
import type { Batch } from '../../trace/batch.ts'
import { batchToRows } from '../../trace/batch-rows.ts'
import type { CanonicalRow } from '../../trace/rows.ts'

export const TRACE_FILES = ['jsonl', 'npz', 'parquet'] as const
export type TraceFileKind = (typeof TRACE_FILES)[number]

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

/** Writes the file. Throws CannotWrite. The writers are loaded when they are asked for. */
export async function writeTrace(batch: Batch, kind: TraceFileKind): Promise<Blob> {
  switch (kind) {
    case 'jsonl':
      return (await import('./jsonl.ts')).writeJsonl(batch)
    case 'npz':
      return (await import('./npz.ts')).writeNpz(batch)
    case 'parquet':
      return (await import('./parquet.ts')).writeParquet(batch)
  }
}
