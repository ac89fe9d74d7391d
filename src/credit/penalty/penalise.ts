/** Penalties on long responses, as a reward that is added to the outcome (methods.md §3.4). */
import type { Batch } from '../../trace/batch.ts'
import type { Options } from '../options.ts'
import { hasPositionRewards, outcomePosition } from '../placement.ts'
import { rulesOn } from '../post-registry.ts'

/**
 * The batch with the penalty that is on: on every known outcome, and on the last action token where the file
 * records `rewards`, which feed the recursion. Length = action tokens of the rollout.
 * The same batch where no penalty is on.
 * @param options resolved POST_OPTIONS
 */
export function withPenalty(batch: Batch, options: Options): Batch {
  const penalties = rulesOn(options).flatMap(({ rule }) =>
    rule.kind === 'penalty' ? [rule.penalty] : [],
  )
  if (penalties.length === 0) return batch
  const outcome = batch.rollout.outcome.slice()
  const rewards = batch.columns.rewards?.slice()
  for (let r = 0; r < batch.rolloutCount; r++) {
    const tokens = actionTokensOf(batch, r)
    const penalty = penalties.reduce((sum, of) => sum + of(tokens, options), 0)
    outcome[r] += penalty
    const last = outcomePosition(batch, r, LAST_ACTION)
    if (rewards && last !== undefined && hasPositionRewards(batch, r)) {
      // NaN where that row has none.
      rewards[last] = (rewards[last] || 0) + penalty
    }
  }
  return {
    ...batch,
    columns: rewards ? { ...batch.columns, rewards } : batch.columns,
    rollout: { ...batch.rollout, outcome },
  }
}

const LAST_ACTION: Options = { rewardAt: 'last-action' }

function actionTokensOf(batch: Batch, rollout: number): number {
  const { firstSegment } = batch.rollout
  const end = batch.segment.start[firstSegment[rollout + 1]]
  let tokens = 0
  for (let p = batch.segment.start[firstSegment[rollout]]; p < end; p++) tokens += batch.mask[p]
  return tokens
}
