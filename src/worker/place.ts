/** Where a position of the batch stands in its rollout. */
import { stretchOf } from '../credit/node-column.ts'
import type { Batch } from '../trace/batch.ts'

export interface Place {
  readonly rollout: number
  /** Index inside the rollout. */
  readonly segment: number
  /** Position inside the response. */
  readonly position: number
}

/** By bisection. */
export function placeOf(batch: Batch, position: number): Place {
  const segment = stretchOf(batch.segment.start, position)
  const rollout = batch.segment.rollout[segment]
  return {
    rollout,
    segment: segment - batch.rollout.firstSegment[rollout],
    position: position - batch.segment.start[segment],
  }
}
