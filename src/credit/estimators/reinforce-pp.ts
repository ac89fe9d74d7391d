import type { Estimator } from '../estimator.ts'
import { REINFORCE_OBSERVATIONS, REWARD_AT, WHITEN_ALWAYS } from '../gae-options.ts'
import { buildReturnChain } from '../return-chain.ts'

/** REINFORCE++ (2501.03262): token returns, whitened over the batch. */
export const reinforcePp: Estimator = {
  id: 'reinforce-pp',
  label: 'REINFORCE++',
  family: 'chain',
  reads: ['gamma'],
  formula:
    'A_t = (G_t − mean) / sqrt(var + ε) over the batch’s action tokens,  G_t = r_t + γ·G_{t+1}',
  source: 'REINFORCE++, arXiv:2501.03262',
  alwaysWhitens: true,
  options: [REINFORCE_OBSERVATIONS, REWARD_AT, ...WHITEN_ALWAYS],
  graph: (batch, options) => ({ ...buildReturnChain(batch, options), hasReturns: false }),
}
