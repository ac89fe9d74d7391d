import type { Estimator } from '../estimator.ts'
import { GAE_OPTIONS } from '../gae-options.ts'
import { OBSERVATIONS } from '../observation-options.ts'
import { buildTurnChain } from '../turn-chain.ts'

/** GAE of a turn-level critic: one value and one advantage per turn, broadcast (methods.md §2.6). */
export const turnGae: Estimator = {
  id: 'turn-gae',
  label: 'turn-level GAE',
  family: 'chain',
  gammaCounts: 'turn',
  tex: [
    String.raw`\delta_k = r_k + \gamma V_{k+1} - V_k`,
    String.raw`A_k = \delta_k + \gamma\lambda\, A_{k+1}`,
    String.raw`V_{K+1} = b, \quad A_{K+1} = 0`,
    String.raw`A_t = A_{k(t)}, \quad \hat{R}_t = A_{k(t)}^{\lambda_{\mathrm{c}}} + V_{k(t)}`,
  ],
  symbols: [
    'advantage',
    'delta',
    'turnReward',
    'turnValueFirst',
    'bootstrap',
    'target',
    'turnIndex',
    'turnOfToken',
  ],
  needs: ['turns'],
  source:
    'Turn-level critic in GAE form; ArCHer, arXiv:2402.19446, uses an off-policy utterance critic instead',
  pitfalls: [
    'γλ counts turns here, not tokens: λ = 0.95 leaves 0.36 after 20 turns, and 5e-23 after 1,000 tokens.',
    'Every token of a turn gets the same advantage, so under a token mean a turn of 500 tokens weighs 50 times one of 10.',
    'V at a turn’s first action token has already seen the observation before it: luck in the tool result is credited to the turn before.',
  ],
  options: GAE_OPTIONS.filter((spec) => spec !== OBSERVATIONS),
  graph: (batch, options) =>
    buildTurnChain(batch, options, { value: 'first', reward: 'sum' }).graph,
}
