import type { Estimator } from '../estimator.ts'
import { RETURN_OBSERVATIONS, REWARD_AT, WHITEN_OPTIONS } from '../gae-options.ts'
import { buildReturnChain } from '../return-chain.ts'

/** REINFORCE: the discounted return of every token, no critic. */
export const discountedReturn: Estimator = {
  id: 'discounted-return',
  label: 'discounted return (REINFORCE)',
  family: 'chain',
  reads: ['gamma'],
  formula: 'A_t = G_t = r_t + γ·G_{t+1}',
  source:
    'Williams, REINFORCE, 1992; in the token form of arXiv:2501.03262. What observations do differs between trainers',
  options: [RETURN_OBSERVATIONS, REWARD_AT, ...WHITEN_OPTIONS],
  graph: buildReturnChain,
}
