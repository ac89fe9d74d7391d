/** Penalties on long responses, as a reward that is added to the outcome (methods.md §3.4). */
import type { Batch } from '../trace/batch.ts'
import type { Options } from './options.ts'
import { hasPositionRewards, outcomePosition } from './placement.ts'

export interface OverlongLimits {
  /** Longest response, in tokens. */
  readonly lMax: number
  /** Tokens before `lMax` over which the penalty grows from 0 to −1; more than 0. */
  readonly lCache: number
}

/**
 * DAPO's soft punishment (2503.14476 eq. 13): 0 up to lMax − lCache, then linear to −1 at lMax.
 * `floor` −1 is the paper's; `none` keeps falling beyond lMax, as AReaL's
 * `min(−exceed / overlong · factor, 0)` does. Both agree for every length that a limit of lMax allows.
 */
export function softOverlongPenalty(
  length: number,
  { lMax, lCache }: OverlongLimits,
  floor: 'minus-one' | 'none' = 'minus-one',
): number {
  const exceeded = Math.max(0, length - (lMax - lCache)) / lCache
  // 0 rather than −0 for a response that is short enough.
  if (exceeded === 0) return 0
  return floor === 'none' ? -exceeded : -Math.min(1, exceeded)
}

/**
 * The batch with the penalty that `overlong` asks for: on every known outcome, and on the last action token
 * where the file records `rewards`, which feed the recursion. Length = action tokens of the rollout.
 * The same batch where no penalty is chosen.
 * @param options resolved POST_OPTIONS
 */
export function withOverlongPenalty(batch: Batch, options: Options): Batch {
  if (options.overlong !== 'soft-penalty' && options.overlong !== 'linear-penalty') return batch
  const limits = { lMax: Number(options.lMax), lCache: Number(options.lCache) }
  const floor = options.overlong === 'soft-penalty' ? 'minus-one' : 'none'
  const outcome = batch.rollout.outcome.slice()
  const rewards = batch.columns.rewards?.slice()
  for (let r = 0; r < batch.rolloutCount; r++) {
    const penalty = softOverlongPenalty(actionTokensOf(batch, r), limits, floor)
    outcome[r] += penalty
    const last = outcomePosition(batch, r, LAST_ACTION)
    if (rewards && last !== undefined && hasPositionRewards(batch, r)) rewards[last] += penalty
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
