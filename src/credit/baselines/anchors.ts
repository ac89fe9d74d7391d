/** GiGPO's anchor groups: steps of one prompt group that begin in the same state (2505.10978 eq. 5-7). */
import { type Batch, nameOfSpan, numberOfSpan } from '../../trace/batch.ts'
import { type GroupNorm, groupAdvantages } from './group-statistics.ts'
import type { Member, Normalise } from './turn-broadcast.ts'

/** One step in its anchor group. */
export interface Visit {
  /** Index into the group's members. */
  readonly member: number
  /** Index into the member's turns. */
  readonly step: number
  /** Discounted return from this step on. */
  readonly stepReturn: number
  /** A_S: the return normalised among the anchor group; 0 alone. */
  readonly advantage: number
}

export interface AnchorGroup {
  /** Index into `batch.strings`. */
  readonly key: number
  /** In order of members and steps; a rollout that comes back has several. */
  readonly visits: readonly Visit[]
}

/** Anchor groups in order of their first visit; steps without a `state_key` are in none. */
export function anchorGroups(
  batch: Batch,
  members: readonly Member[],
  gamma: number,
  norm: GroupNorm,
  normalise: Normalise = groupAdvantages,
): readonly AnchorGroup[] {
  const anchors = new Map<number, Omit<Visit, 'advantage'>[]>()
  members.forEach((one, member) => {
    const returns = stepReturns(batch, one, gamma)
    one.turns.forEach((turn, step) => {
      const key = nameOfSpan(batch.spans, 'stateKey', turn.span)
      if (key < 0) return
      const visit = { member, step, stepReturn: returns[step] }
      const visits = anchors.get(key)
      if (visits) visits.push(visit)
      else anchors.set(key, [visit])
    })
  })
  return [...anchors].map(([key, visits]) => {
    const advantages = normalise(
      visits.map(({ stepReturn }) => stepReturn),
      norm,
    )
    return { key, visits: visits.map((visit, i) => ({ ...visit, advantage: advantages[i] })) }
  })
}

/** Discounted return from each step; without any `turns[].reward` the outcome stands on the last turn. */
function stepReturns(batch: Batch, { turns, outcome }: Member, gamma: number): readonly number[] {
  const given = turns.map((turn) => numberOfSpan(batch.spans, 'reward', turn.span))
  const recorded = given.some((r) => !Number.isNaN(r))
  const returns = given.map((r, k) => (recorded ? r || 0 : k === turns.length - 1 ? outcome : 0))
  for (let k = turns.length - 2; k >= 0; k--) returns[k] += gamma * returns[k + 1]
  return returns
}
