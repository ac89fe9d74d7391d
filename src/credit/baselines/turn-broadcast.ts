/** Group baselines with one number per turn: one node per turn, broadcast to its action tokens. */
import type { Batch } from '../../trace/batch.ts'
import { type CreditGraph, NEXT } from '../graph.ts'
import { denseColumn, listedColumn } from '../node-column.ts'
import type { Options } from '../options.ts'
import { denseNodes } from '../position-nodes.ts'
import { eachAction, type Turn, turnsOf } from '../turns.ts'
import { groupSlopes } from './group-slopes.ts'
import { type GroupNorm, groupAdvantages } from './group-statistics.ts'
import { leavesStatistics } from './samples.ts'

export interface Member {
  readonly rollout: number
  readonly outcome: number
  readonly turns: readonly Turn[]
}

export type Normalise = (values: readonly number[], norm: GroupNorm) => readonly number[]

/**
 * Advantages of every turn of every member of one group; pure in the members' outcomes. All it
 * normalises goes through `normalise`, in an order that the outcomes do not change; what goes in is linear in
 * the outcomes, and so is the answer in what comes out.
 */
export type GroupOfTurns = (
  members: readonly Member[],
  normalise: Normalise,
) => readonly (readonly number[])[]

/** A rollout without an outcome counts as outcome 0: step rewards may still tell it apart. */
export const memberOf = (batch: Batch, rollout: number): Member => ({
  rollout,
  outcome: batch.rollout.outcome[rollout] || 0,
  turns: turnsOf(batch, rollout),
})

/**
 * @param options resolved; masked rollouts may leave the group, their turns then get 0
 */
export function turnBroadcastGraph(
  batch: Batch,
  options: Options,
  advantages: GroupOfTurns,
): CreditGraph {
  const groups: Member[][] = batch.groupIds.map(() => [])
  const leaves = leavesStatistics(batch, options)
  const byRollout: {
    turns: readonly Turn[]
    values: readonly number[]
    slopes: () => readonly number[]
  }[] = []
  for (let rollout = 0; rollout < batch.rolloutCount; rollout++) {
    const member = memberOf(batch, rollout)
    if (leaves(rollout)) {
      const values = member.turns.map(() => 0)
      byRollout[rollout] = { turns: member.turns, values, slopes: () => values }
    } else groups[batch.rollout.group[rollout]].push(member)
  }
  for (const members of groups) {
    const values = advantages(members, groupAdvantages)
    members.forEach((member, i) => {
      const slopes = () => slopesOf(members, i, advantages)
      byRollout[member.rollout] = { turns: member.turns, values: values[i], slopes }
    })
  }

  const turns = byRollout.flatMap((rollout) => rollout.turns)
  const nodeOf = new Int32Array(batch.positionCount).fill(-1)
  turns.forEach((turn, node) => {
    eachAction(batch, turn, (p) => {
      nodeOf[p] = node
    })
  })
  const chainStart = [0]
  for (const { turns: own } of byRollout) {
    if (own.length > 0) chainStart.push(chainStart[chainStart.length - 1] + own.length)
  }
  const n = turns.length
  return {
    nodeCount: n,
    runCount: n,
    chainCount: chainStart.length - 1,
    value: listedColumn(n, new Map()),
    reward: denseColumn(Float64Array.from(byRollout.flatMap((rollout) => rollout.values))),
    runStart: Uint32Array.from({ length: n + 1 }, (_, i) => i),
    runNext: new Uint8Array(n).fill(NEXT.zero),
    runAhead: new Float64Array(n),
    runCarry: new Uint8Array(n),
    chainStart: Uint32Array.from(chainStart),
    runSegment: Uint32Array.from(turns, (turn) => turn.segment),
    runLength: new Uint32Array(n),
    lambdaRule: 'fixed',
    nodes: denseNodes(nodeOf, batch.segment.start),
    terminal: Uint32Array.from({ length: n }, (_, i) => i),
    terminalPosition: new Uint32Array(0),
    terminalWeight: (node) => {
      const { turns: own, slopes } = byRollout[batch.segment.rollout[turns[node].segment]]
      return slopes()[own.indexOf(turns[node])]
    },
    hasReturns: false,
  }
}

/**
 * ∂A/∂R of one member's turns: the same computation with the derivative of `normalise` in its place, whose
 * direction is what the members change by as the outcome rises from 0 to 1.
 */
function slopesOf(
  members: readonly Member[],
  at: number,
  advantages: GroupOfTurns,
): readonly number[] {
  const withOutcome = (outcome: number): readonly Member[] =>
    members.map((member, i) => (i === at ? { ...member, outcome } : member))
  const inputsOf = (these: readonly Member[]): readonly (readonly number[])[] => {
    const inputs: (readonly number[])[] = []
    advantages(these, (values) => {
      inputs.push(values)
      return values.map(() => 0)
    })
    return inputs
  }
  const zero = inputsOf(withOutcome(0))
  const one = inputsOf(withOutcome(1))
  let call = 0
  return advantages(members, (values, norm) => {
    const direction = one[call].map((x, i) => x - zero[call][i])
    call++
    return groupSlopes(values, direction, norm)
  })[at]
}
