/** The reward of every position, as tokens are shown and exported. */
import { hasPositionRewards } from '../credit/placement.ts'
import type { Computed } from './slots.ts'

/**
 * The reward column: the file's `rewards` where it has them; else the outcome where B places it, or A when
 * B is a group baseline, which places nothing.
 */
export function rewardColumn({ batch, a, b }: Computed): {
  readonly at: (position: number) => number
  readonly says: string
} {
  const placed = b.evaluation.estimator.family === 'chain' ? b : a
  const given = Array.from({ length: batch.rolloutCount }, (_, r) => hasPositionRewards(batch, r))
  const chain = placed.evaluation.estimator.family === 'chain'
  const { graph, shaped } = placed.evaluation
  return {
    says: chain
      ? `rewards of the file where it has them, else the outcome as placed by ${placed.evaluation.estimator.id}`
      : 'rewards of the file where it has them, else 0: group baselines place the outcome at no token, it is in the column outcome',
    at: (() => {
      let segment = 0
      let of = -1
      let nodeOf: ArrayLike<number> = []
      return (position) => {
        while (position >= batch.segment.start[segment + 1]) segment++
        while (position < batch.segment.start[segment]) segment--
        if (given[batch.segment.rollout[segment]]) return shaped.columns.rewards?.[position] || 0
        if (of !== segment) {
          of = segment
          nodeOf = graph.nodes.ofSegment(segment)
        }
        const node = nodeOf[position - batch.segment.start[segment]]
        return chain && node >= 0 ? graph.reward.at(node) : 0
      }
    })(),
  }
}
