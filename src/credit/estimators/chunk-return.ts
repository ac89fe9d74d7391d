import type { Estimator } from '../estimator.ts'
import { denseColumn } from '../node-column.ts'
import { buildTurnChain } from '../turn-chain.ts'

/** IPA / chunked MDP (ROME 2512.24873 eq. 6-10): γ^(K−k) · outcome for chunk k of K, broadcast. */
export const chunkReturn: Estimator = {
  id: 'chunk-return',
  label: 'chunk return (IPA)',
  family: 'chain',
  reads: ['gamma'],
  gammaCounts: 'chunk',
  tex: [String.raw`A_t = \gamma^{\,K-k(t)}\, R`],
  symbols: ['advantage', 'outcome', 'chunkIndex', 'chunkOfToken'],
  needs: ['turns'],
  source:
    'IPA in ROME, arXiv:2512.24873, §3.2.4; kept to positive rewards it is Kimi-Researcher’s outcome, discounted by γ once per step, on correct rollouts',
  pitfalls: [
    'γ counts chunks, not tokens: three chunks of 300, 300, 400 tokens at γ = 0.99 give 0.98, 0.99, 1; discounted by token the first would start with 4e-5.',
    'A failure recorded as R = 0 has no gradient; record it as −1.',
    'ROLL takes chunks from runs of the mask: two turns without an observation between them merge into one.',
  ],
  options: [],
  graph: (batch, _options) => {
    // The outcome alone, on the last turn: rewards inside the rollout and values play no part.
    const { values: _values, rewards: _rewards, ...columns } = batch.columns
    const { turns: said } = batch.spans
    const spans = { ...batch.spans, turns: { ...said, value: said.value.map(() => Number.NaN) } }
    const options = { rewardAt: 'last-action', truncation: 'terminal', lambdaRule: 'fixed' }
    const { graph, turns } = buildTurnChain({ ...batch, columns, spans }, options, {
      value: 'first',
      reward: 'sum',
    })
    const reward = new Float64Array(graph.nodeCount)
    const terminal = new Uint32Array(graph.chainCount)
    for (let chain = 0; chain < graph.chainCount; chain++) {
      const last = graph.runStart[graph.chainStart[chain + 1]] - 1
      reward[last] = batch.rollout.outcome[batch.segment.rollout[turns[last].segment]] || 0
      terminal[chain] = last
    }
    return {
      ...graph,
      reward: denseColumn(reward),
      terminal,
      terminalPosition: Uint32Array.from(terminal, (node) => turns[node].lastAction),
      lambdaRule: 'one',
      hasReturns: false,
    }
  },
}
