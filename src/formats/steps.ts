import type { Batch } from '../trace/batch.ts'

/** Training step per rollout of the batch, NaN = unknown. */
export function stepsOf({ rollout }: Batch, steps: ReadonlyMap<string, number>): Float64Array {
  return Float64Array.from(rollout.id, (id) => steps.get(id) ?? Number.NaN)
}
