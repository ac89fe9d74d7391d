/** What of a trace decides whether a difference of conventions can show in it. */
import { type Batch, ENDED_CODE, FLAG } from '../../trace/batch.ts'
import type { Estimator } from '../estimator.ts'
import { readsQuantity } from '../estimator.ts'
import type { Options } from '../options.ts'
import { hasPositionRewards } from '../placement.ts'

/** Counts of rollouts unless said otherwise. */
export interface TraceFacts {
  /** Observation tokens that follow an action token of their rollout. */
  readonly observed: number
  /** The last position is no action token. */
  readonly endsMasked: number
  /** Segments whose last position is no action token. */
  readonly segmentEndsMasked: number
  readonly truncated: number
  readonly severalSegments: number
  /** Per-position rewards stand in the file. */
  readonly rewarded: number
  readonly rollouts: number
  /** Groups. */
  readonly groupsOfOne: number
  /** Groups whose members have different outcomes. */
  readonly mixedGroups: number
  /** Segments. */
  readonly emptyRows: number
  readonly flaggedDrop: number
  readonly flaggedOverlong: number
  /** Of the batch. */
  readonly actionTokens: number
}

/** One pass over the positions. */
export function traceFacts(batch: Batch): TraceFacts {
  const { rollout, segment, mask } = batch
  const facts = {
    observed: 0,
    endsMasked: 0,
    segmentEndsMasked: 0,
    truncated: 0,
    severalSegments: 0,
    rewarded: 0,
    emptyRows: 0,
    flaggedDrop: 0,
    flaggedOverlong: 0,
    actionTokens: 0,
  }
  for (let r = 0; r < batch.rolloutCount; r++) {
    const [first, end] = [rollout.firstSegment[r], rollout.firstSegment[r + 1]]
    let acted = false
    let observed = false
    let last = 1
    for (let s = first; s < end; s++) {
      const [from, to] = [segment.start[s], segment.start[s + 1]]
      let tokens = 0
      for (let p = from; p < to; p++) {
        if (mask[p] === 1) tokens++
        else if (acted || tokens > 0) observed = true
      }
      if (to > from) last = mask[to - 1]
      if (to > from && last === 0) facts.segmentEndsMasked++
      if (tokens === 0) facts.emptyRows++
      if ((segment.flags[s] & FLAG.drop) !== 0) facts.flaggedDrop++
      if ((segment.flags[s] & FLAG.overlong) !== 0) facts.flaggedOverlong++
      acted ||= tokens > 0
      facts.actionTokens += tokens
    }
    if (observed) facts.observed++
    if (last === 0) facts.endsMasked++
    if (end - first > 1) facts.severalSegments++
    if (end > first && segment.ended[end - 1] === ENDED_CODE.truncated) facts.truncated++
    if (hasPositionRewards(batch, r)) facts.rewarded++
  }
  return { ...facts, rollouts: batch.rolloutCount, ...groupFacts(batch) }
}

function groupFacts({ rollout, groupIds }: Batch): { groupsOfOne: number; mixedGroups: number } {
  const size = new Uint32Array(groupIds.length)
  const first = new Float64Array(groupIds.length)
  const mixed = new Uint8Array(groupIds.length)
  rollout.group.forEach((group, r) => {
    const outcome = rollout.outcome[r] || 0
    if (size[group]++ === 0) first[group] = outcome
    else if (outcome !== first[group]) mixed[group] = 1
  })
  const count = (column: ArrayLike<number>): number =>
    Array.from(column).filter((n) => n === 1).length
  return { groupsOfOne: count(size), mixedGroups: count(mixed) }
}

export const WHY_CODES = [
  'rewards-recorded',
  'ends-on-action',
  'one-segment',
  'no-observations',
  'gamma-one',
  'gamma-lambda-one',
  'no-truncated',
  'whitening-off',
  'lambda-fixed',
  'no-spread',
  'no-singleton',
  'no-drop-flag',
  'no-overlong-flag',
  'no-empty-rows',
  'mode-without-rows',
  'no-log-probs',
  'nothing-rejected',
  'no-effect',
] as const
export type WhyCode = (typeof WHY_CODES)[number]

export interface Circumstances {
  readonly estimator: Estimator
  readonly options: Options
  readonly facts: TraceFacts
  readonly gamma: number
  readonly lambda: number
}

/** Why an option changes no advantage here; only for one that was seen to change none. */
export function whyNoEffect(option: string, given: Circumstances): WhyCode {
  const { facts, estimator, options } = given
  const allRewarded = facts.rewarded === facts.rollouts
  switch (option) {
    case 'rewardAt':
      if (allRewarded) return 'rewards-recorded'
      return facts.segmentEndsMasked === 0 ? 'ends-on-action' : 'no-effect'
    case 'reward':
      if (allRewarded) return 'rewards-recorded'
      return facts.severalSegments === 0 ? 'one-segment' : 'no-effect'
    case 'observations':
      return observationsWhy(given)
    case 'truncation':
      return facts.truncated === 0 ? 'no-truncated' : 'no-effect'
    case 'alpha':
    case 'lambdaLength':
      if (options.lambdaRule === 'fixed') return 'lambda-fixed'
      return option === 'lambdaLength' && facts.severalSegments === 0 ? 'one-segment' : 'no-effect'
    case 'std':
      return facts.mixedGroups === 0 ? 'no-spread' : 'no-effect'
    case 'singleton':
      return facts.groupsOfOne === 0 ? 'no-singleton' : 'no-effect'
    case 'unit':
      return facts.severalSegments === 0 ? 'one-segment' : 'no-effect'
    case 'groupFilter':
      return facts.flaggedDrop === 0 ? 'no-drop-flag' : 'no-effect'
    case 'overlong':
      return facts.flaggedOverlong === 0 ? 'no-overlong-flag' : 'no-effect'
    case 'ddof':
    case 'eps':
    case 'form':
      if (options.whiten === 'none') return 'whitening-off'
      return estimator.family === 'baseline' && facts.mixedGroups === 0 ? 'no-spread' : 'no-effect'
    default:
      return 'no-effect'
  }
}

function observationsWhy({ estimator, facts, gamma, lambda, options }: Circumstances): WhyCode {
  if (facts.observed === 0) return 'no-observations'
  if (gamma !== 1) return 'no-effect'
  if (!readsQuantity(estimator, 'lambda')) return 'gamma-one'
  return lambda === 1 && options.lambdaRule !== 'length-adaptive' ? 'gamma-lambda-one' : 'no-effect'
}
