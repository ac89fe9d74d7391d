import type { Estimator } from '../estimator.ts'
import { GAE_OPTIONS, OBSERVATIONS } from '../gae-options.ts'
import { buildTurnChain } from '../turn-chain.ts'

/** GAE of a turn-level critic: one value and one advantage per turn, broadcast (methods.md §2.6). */
export const turnGae: Estimator = {
  id: 'turn-gae',
  label: 'turn-level GAE',
  family: 'chain',
  formula:
    'δ_k = r_k + γ·V_{k+1} − V_k,  A_k = δ_k + γλ·A_{k+1} over turns k; every token of turn k gets A_k',
  source:
    'Turn-level critic in GAE form; ArCHer, arXiv:2402.19446, uses an off-policy utterance critic instead',
  options: GAE_OPTIONS.filter((spec) => spec !== OBSERVATIONS),
  graph: (batch, options) =>
    buildTurnChain(batch, options, { value: 'first', reward: 'sum' }).graph,
}
