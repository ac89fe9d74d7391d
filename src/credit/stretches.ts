/** Rollouts that are looked at some at a time, so that numbers of all positions are never there at once. */
import type { Batch, FloatColumn } from '../trace/batch.ts'

/** A megabyte of float32: what is written is still in the processor's cache when it is read. */
const POSITIONS = 2 ** 18

/** Rollouts [from, to), which stand side by side. */
export interface RolloutRange {
  readonly from: number
  readonly to: number
}

/** Advantages of some rollouts. */
export interface AdvantageStretch extends RolloutRange {
  /** Position that stands first in the column. */
  readonly firstPosition: number
  /** 0 where masked. Whitened and post-processed. */
  readonly advantages: FloatColumn
}

/** All rollouts, in their order; a longer one is a stretch by itself. @param positions that a stretch has at most */
export function* stretchesOf(batch: Batch, positions = POSITIONS): Generator<RolloutRange> {
  const { rolloutCount } = batch
  const startOf = positionsBefore(batch)
  for (let from = 0; from < rolloutCount; ) {
    let to = from + 1
    while (to < rolloutCount && startOf(to + 1) - startOf(from) <= positions) to++
    yield { from, to }
    from = to
  }
}

/** Where a rollout's positions start; of the number of rollouts, where the last one's end. */
export const positionsBefore =
  ({ rollout: { firstSegment }, segment: { start } }: Batch) =>
  (rollout: number): number =>
    start[firstSegment[rollout]]
