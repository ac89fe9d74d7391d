import type { Estimator } from '../estimator.ts'
import { REWARD_AT } from '../gae-options.ts'
import { RETURN_OBSERVATIONS } from '../observation-options.ts'
import { buildReturnChain } from '../return-chain.ts'
import { WHITEN_OPTIONS } from '../whiten-options.ts'

/** REINFORCE: the discounted return of every token, no critic. */
export const discountedReturn: Estimator = {
  id: 'discounted-return',
  label: 'discounted return (REINFORCE)',
  family: 'chain',
  reads: ['gamma'],
  tex: [
    String.raw`A_t = \hat{R}_t = G_t`,
    String.raw`G_t = r_t + \gamma\, G_{t+1}, \quad G_{N+1} = 0`,
  ],
  symbols: ['advantage', 'plainReturn', 'discounted', 'reward', 'joinedIndex'],
  source:
    'Williams, REINFORCE, 1992; in the token form of arXiv:2501.03262. What observations do differs between trainers',
  pitfalls: [
    'verl (January 2026) and SkyRL reset the return at every masked token: with mask 110011, R = 1, γ = 0.9 the first turn gets 0, 0 instead of 0.729, 0.81.',
    'OpenRLHF, slime and miles count observations as γ-steps: at γ = 0.99 one tool result of 500 tokens leaves 0.007 of what comes after it.',
    'Without a baseline a batch of successes pushes every token up.',
  ],
  options: [RETURN_OBSERVATIONS, REWARD_AT, ...WHITEN_OPTIONS],
  graph: buildReturnChain,
}
