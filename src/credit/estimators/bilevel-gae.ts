import type { Batch, FloatColumn } from '../../trace/batch.ts'
import type { Estimator } from '../estimator.ts'
import { GAE_OPTIONS } from '../gae-options.ts'
import { type CreditGraph, type InnerChain, NEXT, runOfNode } from '../graph.ts'
import { denseColumn } from '../node-column.ts'
import { OBSERVATIONS } from '../observation-options.ts'
import { hasPositionRewards } from '../placement.ts'
import { denseNodes } from '../position-nodes.ts'
import { buildTurnChain, type TurnChain } from '../turn-chain.ts'
import { eachAction } from '../turns.ts'

/**
 * RAGEN's bi-level GAE (methods.md §2.5): GAE over turn ends with γ_turn, then token-level GAE inside each
 * turn, whose last token is rewarded with the turn's advantage plus value.
 */
export const bilevelGae: Estimator = {
  id: 'bilevel-gae',
  label: 'bi-level GAE (RAGEN)',
  family: 'chain',
  gammaCounts: 'token-of-turn',
  tex: [
    String.raw`\delta_k = r_k + \gamma_{\mathrm{turn}} V_{k+1} - V_k`,
    String.raw`A_k = \delta_k + \gamma_{\mathrm{turn}}\,\lambda\, A_{k+1}`,
    String.raw`V_{K+1} = b, \quad A_{K+1} = 0`,
    'r_{k,n_k} = A_k + V_k',
    String.raw`\delta_{k,t} = r_{k,t} + \gamma V_{k,t+1} - V_{k,t}`,
    String.raw`A_{k,t} = \delta_{k,t} + \gamma\lambda\, A_{k,t+1}`,
    'V_{k,n_k+1} = A_{k,n_k+1} = 0',
    String.raw`\hat{R}_{k,t} = A_{k,t}^{\lambda_{\mathrm{c}}} + V_{k,t}`,
  ],
  symbols: [
    'advantage',
    'delta',
    'turnOrTokenReward',
    'value',
    'turnValueLast',
    'bootstrap',
    'target',
    'turnIndex',
    'tokenOfTurn',
    'turnTokens',
  ],
  needs: ['turns'],
  source:
    'RAGEN, arXiv:2504.20073; turn ends are taken from the mask or `turns`, not from nonzero rewards',
  pitfalls: [
    'RAGEN’s code finds turn ends by a nonzero reward: a turn with reward 0 vanishes, and a last token with reward 0 raises an IndexError. Here turn ends are explicit.',
    'γ turn alone takes its share first: 0.95 over 20 turns leaves 0.36 of the outcome, on top of λ and of γ inside each turn.',
  ],
  options: [
    {
      kind: 'number',
      name: 'gammaTurn',
      symbol: String.raw`\gamma_{\mathrm{turn}}`,
      help: 'Discount from turn to turn; γ discounts from token to token inside a turn.',
      default: 0.95,
      min: 0,
      max: 1,
      step: 0.01,
    },
    ...GAE_OPTIONS.filter((spec) => spec !== OBSERVATIONS),
  ],
  graph: (batch, options) => {
    const chain = buildTurnChain(batch, options, { value: 'last', reward: 'last' })
    return { ...chain.graph, inner: innerChain(batch, chain) }
  },
}

function innerChain(batch: Batch, { turns, graph: outer }: TurnChain): InnerChain {
  const value: number[] = []
  const reward: number[] = []
  const distance: number[] = []
  const runStart: number[] = []
  const nodeOf = new Int32Array(batch.positionCount).fill(-1)
  for (const turn of turns) {
    const first = value.length
    runStart.push(first)
    const given = hasPositionRewards(batch, batch.segment.rollout[turn.segment])
    eachAction(batch, turn, (p) => {
      nodeOf[p] = value.length
      value.push(valueAt(batch.columns.values, p))
      reward.push(given && p !== turn.lastAction ? valueAt(batch.columns.rewards, p) : 0)
    })
    for (let k = first; k < value.length; k++) distance.push(value.length - 1 - k)
  }
  const runCount = turns.length
  const graph: CreditGraph = {
    nodeCount: value.length,
    runCount,
    chainCount: runCount,
    value: denseColumn(Float64Array.from(value)),
    reward: denseColumn(Float64Array.from(reward)),
    runStart: Uint32Array.from([...runStart, value.length]),
    runNext: new Uint8Array(runCount).fill(NEXT.zero),
    runAhead: new Float64Array(runCount),
    runCarry: new Uint8Array(runCount),
    chainStart: Uint32Array.from({ length: runCount + 1 }, (_, i) => i),
    runSegment: Uint32Array.from(turns, (turn) => turn.segment),
    runLength: Uint32Array.from(turns, (_, turn) => outer.runLength[runOfNode(outer, turn)]),
    lambdaRule: outer.lambdaRule,
    nodes: denseNodes(nodeOf, batch.segment.start),
    terminal: new Uint32Array(0),
    terminalPosition: new Uint32Array(0),
    hasReturns: true,
  }
  return { graph, distance: Uint32Array.from(distance) }
}

const valueAt = (column: FloatColumn | undefined, position: number): number =>
  column?.[position] || 0
