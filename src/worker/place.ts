/** Where a position of the batch stands in its rollout. */
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
  let low = 0
  let high = batch.segmentCount - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (batch.segment.start[middle] <= position) low = middle
    else high = middle - 1
  }
  const rollout = batch.segment.rollout[low]
  return {
    rollout,
    segment: low - batch.rollout.firstSegment[rollout],
    position: position - batch.segment.start[low],
  }
}
