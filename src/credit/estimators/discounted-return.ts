import type { Estimator } from '../estimator.ts'
import { RETURN_OBSERVATIONS, REWARD_AT, WHITEN_OPTIONS } from '../gae-options.ts'
import { buildReturnChain } from '../return-chain.ts'

/** REINFORCE: the discounted return of every token, no critic. */
export const discountedReturn: Estimator = {
  id: 'discounted-return',
  label: 'discounted return (REINFORCE)',
  family: 'chain',
  formula: 'A_t = G_t = r_t + γ·G_{t+1}',
  source: 'Williams 1992; what observations do differs between trainers (methods.md §1)',
  options: [RETURN_OBSERVATIONS, REWARD_AT, ...WHITEN_OPTIONS],
  graph: buildReturnChain,
}
