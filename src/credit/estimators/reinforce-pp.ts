import type { Estimator } from '../estimator.ts'
import { REWARD_AT } from '../gae-options.ts'
import { REINFORCE_OBSERVATIONS } from '../observation-options.ts'
import { buildReturnChain } from '../return-chain.ts'
import { WHITEN_ALWAYS } from '../whiten-options.ts'

/** REINFORCE++ (2501.03262): token returns, whitened over the batch. */
export const reinforcePp: Estimator = {
  id: 'reinforce-pp',
  label: 'REINFORCE++',
  family: 'chain',
  reads: ['gamma'],
  tex: [
    String.raw`G_t = r_t + \gamma\, G_{t+1}`,
    String.raw`A_t = \frac{G_t - \mu_G}{\sqrt{\mathrm{var}(G) + \varepsilon}}`,
    String.raw`\mathrm{var}(G) = \frac{1}{N - d}\sum_t (G_t - \mu_G)^2`,
  ],
  symbols: ['advantage', 'discounted', 'reward', 'tokenOfRollout', 'tokenMean', 'tokenCount'],
  source: 'REINFORCE++, arXiv:2501.03262',
  pitfalls: [
    'The baseline is the token mean: a success of 2 tokens and a failure of 4 are centred at 1/3, not at 1/2, and get +1.29 / −0.65.',
    'verl (January 2026) and SkyRL reset the return at masked tokens: every turn before the last observation then has return 0.',
  ],
  alwaysWhitens: true,
  options: [REINFORCE_OBSERVATIONS, REWARD_AT, ...WHITEN_ALWAYS],
  graph: (batch, options) => ({ ...buildReturnChain(batch, options), hasReturns: false }),
}
