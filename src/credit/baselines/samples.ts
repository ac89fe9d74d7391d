/** What a group baseline compares: one sample per rollout or one per row, with the rollout's outcome. */
import type { Batch } from '../../trace/batch.ts'
import type { Options } from '../options.ts'
import { rulesOn } from '../post-registry.ts'

export interface Sample {
  readonly rollout: number
  /** Segments that take this sample's advantage. */
  readonly firstSegment: number
  readonly endSegment: number
  readonly outcome: number
  /** Left out of group statistics (no outcome, or masked and dropped from them). */
  readonly counted: boolean
}

/** Whether each rollout leaves group statistics: masked ones do where the options say so. */
export function leavesStatistics(batch: Batch, options: Options): (rollout: number) => boolean {
  const masks = rulesOn(options).flatMap(({ rule }) =>
    rule.kind === 'keeping' && rule.unit === 'rollouts' && rule.leavesStatistics?.(options)
      ? [rule.masks(batch, options)]
      : [],
  )
  return (rollout) => masks.some((masked) => masked[rollout] === 1)
}

/**
 * Samples by group, groups and members in file order.
 * @param unit `rollout`: also all-masked rollouts count once; `segment`: every row is a sample (rule 18)
 * @param options resolved; rollouts masked as overlong (rule 23) or by their ending may leave the statistics
 */
export function groupSamples(
  batch: Batch,
  unit: 'rollout' | 'segment',
  options: Options,
): readonly (readonly Sample[])[] {
  const groups: Sample[][] = batch.groupIds.map(() => [])
  const leaves = leavesStatistics(batch, options)
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
        counted: !Number.isNaN(outcome) && !leaves(r),
      })
    }
    if (unit === 'rollout') add(first, end)
    else for (let s = first; s < end; s++) add(s, s + 1)
  }
  return groups
}
