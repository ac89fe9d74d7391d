/** What a group baseline compares: one sample per rollout or one per row, with the rollout's outcome. */
import { type Batch, FLAG } from '../../trace/batch.ts'

export interface Sample {
  readonly rollout: number
  /** Segments that take this sample's advantage. */
  readonly firstSegment: number
  readonly endSegment: number
  readonly outcome: number
  /** Left out of group statistics (no outcome, or dropped as overlong). */
  readonly counted: boolean
}

/** 1 for every rollout with a row flagged `overlong`: the limit was hit by the rollout, not by that row alone. */
export function overlongRollouts(batch: Batch): Uint8Array {
  const overlong = new Uint8Array(batch.rolloutCount)
  for (let s = 0; s < batch.segmentCount; s++) {
    if (batch.segment.flags[s] & FLAG.overlong) overlong[batch.segment.rollout[s]] = 1
  }
  return overlong
}

/**
 * Samples by group, groups and members in file order.
 * @param unit `rollout`: also all-masked rollouts count once; `segment`: every row is a sample (rule 18)
 * @param dropOverlong leave overlong rollouts out of the statistics (rule 23)
 */
export function groupSamples(
  batch: Batch,
  unit: 'rollout' | 'segment',
  dropOverlong: boolean,
): readonly (readonly Sample[])[] {
  const groups: Sample[][] = batch.groupIds.map(() => [])
  const overlong = overlongRollouts(batch)
  for (let r = 0; r < batch.rolloutCount; r++) {
    const first = batch.rollout.firstSegment[r]
    const end = batch.rollout.firstSegment[r + 1]
    const outcome = batch.rollout.outcome[r]
    const add = (from: number, to: number): void => {
      groups[batch.rollout.group[r]].push({
        rollout: r,
        firstSegment: from,
        endSegment: to,
        outcome,
        counted: !Number.isNaN(outcome) && !(dropOverlong && overlong[r] === 1),
      })
    }
    if (unit === 'rollout') add(first, end)
    else for (let s = first; s < end; s++) add(s, s + 1)
  }
  return groups
}
