/** A batch back into files that read as the same batch: the three containers and what they share. */
import type { Batch } from '../../trace/batch.ts'
import { TRACE_FILES, type TraceFileKind } from './kinds.ts'
import type { Steps } from './written-row.ts'

const writers = {
  jsonl: async () => (await import('./jsonl.ts')).writeJsonl,
  npz: async () => (await import('./npz.ts')).writeNpz,
  parquet: async () => (await import('./parquet.ts')).writeParquet,
} as const satisfies Record<TraceFileKind, () => Promise<(batch: Batch, steps?: Steps) => Blob>>

/** Loads all writers ahead. */
export const prepareWriters = async (): Promise<void> => {
  await Promise.all(TRACE_FILES.map((kind) => writers[kind]()))
}

/** Writes the file. Throws CannotWrite. The writers are loaded when they are asked for. */
export async function writeTrace(batch: Batch, kind: TraceFileKind, steps?: Steps): Promise<Blob> {
  return (await writers[kind]())(batch, steps)
}
