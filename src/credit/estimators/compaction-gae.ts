import { buildChain } from '../chain.ts'
import type { Estimator } from '../estimator.ts'
import { GAE_OPTIONS, rewardCopies } from '../gae-options.ts'

/** CompactionRL (arXiv 2607.05378, eq. 13-15): local GAE × (γλ)^(action tokens of later segments). */
export const compactionGae: Estimator = {
  id: 'compaction-gae',
  label: 'CompactionRL GAE',
  family: 'chain',
  tex: [
    String.raw`\hat{A}_{s,t} = (\gamma\lambda)^{N_{>s}}\, A^{\mathrm{loc}}_{s,t}, \quad N_{>s} = \sum_{j > s} n_j`,
    String.raw`A^{\mathrm{loc}}_{s,t} = \delta_{s,t} + \gamma\lambda\, A^{\mathrm{loc}}_{s,t+1}`,
    String.raw`\delta_{s,t} = r_{s,t} + \gamma V_{s,t+1} - V_{s,t}`,
    String.raw`V_{s,n_s+1} = 0 \quad (s < S), \quad V_{S,n_S+1} = b`,
    String.raw`A^{\mathrm{loc}}_{s,n_s+1} = 0`,
    String.raw`\hat{R}_{s,t} = A^{\mathrm{loc},\lambda_{\mathrm{c}}}_{s,t} + V_{s,t}`,
  ],
  symbols: [
    'localAdvantage',
    'delta',
    'reward',
    'value',
    'bootstrap',
    'target',
    'segmentIndex',
    'tokenIndex',
    'segmentTokens',
    'laterTokens',
  ],
  needs: ['cuts'],
  crossesCuts: true,
  source: 'CompactionRL, arXiv:2607.05378, eq. 13–15',
  pitfalls: [
    'A fixed λ = 0.95 over 1,000 later tokens leaves a factor of 5e-23: earlier segments get nothing.',
    'λ from each segment’s own length is not monotone: n = (1000, 200, 800) gives factors 0.513, 0.069, 1, so the summary segment gets less than the first; from the rollout’s length 0.716, 0.766, 1.',
    'The factor shrinks the baseline too, and signs can flip: V from 0.9 to 0.2 across the cut gives 0.08 here, −0.06 on the joined rollout (λ = 0.8).',
  ],
  options: [rewardCopies('copied'), ...GAE_OPTIONS],
  graph: (batch, options) =>
    buildChain(batch, options, {
      order: 'time',
      copied: options.reward === 'copied',
      joined: false,
      link: () => ({ next: 'zero', carry: false }),
      tails: true,
    }),
}
