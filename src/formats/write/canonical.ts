/** A batch back into files that read as the same batch: the three containers and what they share. */
import type { Batch } from '../../trace/batch.ts'
import type { TraceFileKind } from './kinds.ts'

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
