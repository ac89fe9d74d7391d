/** Credit graphs whose nodes are turns (trace-schema §3, rules 11-13). */
import { type Batch, type FloatColumn, numberOfSpan } from '../trace/batch.ts'
import { actionsOf, terminalColumns } from './chain.ts'
import { type CreditGraph, NEXT } from './graph.ts'
import { denseColumn } from './node-column.ts'
import type { Options } from './options.ts'
import { endOfRollout, hasPositionRewards, outcomePosition } from './placement.ts'
import { denseNodes } from './position-nodes.ts'
import { eachAction, type Turn, turnsOf } from './turns.ts'

export interface TurnPlan {
  /** Value of a turn: `turns[].value` or the first action token's; or the last action token's. */
  readonly value: 'first' | 'last'
  /** Reward of a turn: the sum over its action tokens, or the last action token's. */
  readonly reward: 'sum' | 'last'
}

export interface TurnChain {
  readonly graph: CreditGraph
  /** In node order. */
  readonly turns: readonly Turn[]
}

/** One node per turn, one run per segment with turns, linked over all cuts. */
export function buildTurnChain(batch: Batch, options: Options, plan: TurnPlan): TurnChain {
  const actions = actionsOf(batch)
  const turns: Turn[] = []
  const reward: number[] = []
  const runStart: number[] = []
  const runAhead: number[] = []
  const runNext: number[] = []
  const runLength: number[] = []
  const chainStart: number[] = [0]
  const terminal: { node: number; position: number }[] = []
  const nodeOf = new Int32Array(batch.positionCount).fill(-1)

  for (let r = 0; r < batch.rolloutCount; r++) {
    const own = turnsOf(batch, r)
    if (own.length === 0) continue
    const first = turns.length
    let rolloutActions = 0
    for (let s = batch.rollout.firstSegment[r]; s < batch.rollout.firstSegment[r + 1]; s++) {
      rolloutActions += actions[s]
    }
    own.forEach((turn, i) => {
      if (i === 0 || own[i - 1].segment !== turn.segment) {
        runStart.push(turns.length)
        runNext.push(NEXT.following)
        runAhead.push(0)
        runLength.push(options.lambdaLength === 'segment' ? actions[turn.segment] : rolloutActions)
      }
      eachAction(batch, turn, (p) => {
        nodeOf[p] = turns.length
      })
      turns.push(turn)
      reward.push(givenReward(batch, r, turn, plan))
    })
    const last = turns.length - 1
    const ending = endOfRollout(batch, r, options, turnValue(batch, turns[last], plan))
    runNext[runNext.length - 1] = ending.ahead === undefined ? NEXT.zero : NEXT.explicit
    runAhead[runAhead.length - 1] = ending.ahead ?? 0
    placeTurnOutcome(batch, r, options, { turns, reward, first, last, nodeOf, terminal, ending })
    chainStart.push(runStart.length)
  }

  const runCount = runStart.length
  const isLast = new Set(chainStart.map((run) => run - 1))
  const graph: CreditGraph = {
    nodeCount: turns.length,
    runCount,
    chainCount: chainStart.length - 1,
    value: denseColumn(Float64Array.from(turns, (turn) => turnValue(batch, turn, plan))),
    reward: denseColumn(Float64Array.from(reward)),
    runStart: Uint32Array.from([...runStart, turns.length]),
    runNext: Uint8Array.from(runNext),
    runAhead: Float64Array.from(runAhead),
    runCarry: Uint8Array.from({ length: runCount }, (_, run) => (isLast.has(run) ? 0 : 1)),
    chainStart: Uint32Array.from(chainStart),
    runSegment: Uint32Array.from(runStart, (node) => turns[node].segment),
    runLength: Uint32Array.from(runLength),
    lambdaRule: options.lambdaRule === 'length-adaptive' ? 'length-adaptive' : 'fixed',
    nodes: denseNodes(nodeOf, batch.segment.start),
    ...terminalColumns(terminal),
    hasReturns: true,
  }
  return { graph, turns }
}

const at = (column: FloatColumn | undefined, position: number): number => column?.[position] || 0

function turnValue(batch: Batch, turn: Turn, plan: TurnPlan): number {
  if (plan.value === 'last') return at(batch.columns.values, turn.lastAction)
  const declared = numberOfSpan(batch.spans, 'value', turn.span)
  return Number.isNaN(declared) ? at(batch.columns.values, turn.firstAction) : declared
}

function givenReward(batch: Batch, rollout: number, turn: Turn, plan: TurnPlan): number {
  if (!hasPositionRewards(batch, rollout)) return 0
  if (plan.reward === 'last') return at(batch.columns.rewards, turn.lastAction)
  let sum = 0
  eachAction(batch, turn, (p) => {
    sum += at(batch.columns.rewards, p)
  })
  return sum
}

/** The outcome enters the turn that holds its position; a position in no turn, or not counted, loses it. */
function placeTurnOutcome(
  batch: Batch,
  rollout: number,
  options: Options,
  site: {
    readonly turns: readonly Turn[]
    readonly reward: number[]
    readonly first: number
    readonly last: number
    readonly nodeOf: Int32Array
    readonly terminal: { node: number; position: number }[]
    readonly ending: { readonly replaced: number | undefined }
  },
): void {
  const { turns, reward, last, nodeOf, terminal } = site
  const { replaced } = site.ending
  if (hasPositionRewards(batch, rollout)) {
    if (replaced !== undefined) reward[last] = replaced
    else terminal.push({ node: last, position: turns[last].lastAction })
    return
  }
  const position = outcomePosition(batch, rollout, options)
  const node = position === undefined ? -1 : nodeOf[position]
  if (position === undefined || node < 0) return
  reward[node] += replaced ?? (batch.rollout.outcome[rollout] || 0)
  if (replaced === undefined) terminal.push({ node, position })
}
