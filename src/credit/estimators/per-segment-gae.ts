import { buildChain } from '../chain.ts'
import type { Estimator } from '../estimator.ts'
import { GAE_OPTIONS, rewardCopies } from '../gae-options.ts'

/** Each segment alone, bootstrap 0 at every cut: what most public trainers do (methods.md §3.3, "independent"). */
export const perSegmentGae: Estimator = {
  id: 'per-segment-gae',
  label: 'per-segment GAE',
  family: 'chain',
  tex: [
    String.raw`\delta_{s,t} = r_{s,t} + \gamma V_{s,t+1} - V_{s,t}`,
    String.raw`A_{s,t} = \delta_{s,t} + \gamma\lambda\, A_{s,t+1}`,
    String.raw`V_{s,n_s+1} = 0 \quad (s < S), \quad V_{S,n_S+1} = b`,
    'A_{s,n_s+1} = 0',
    String.raw`\hat{R}_{s,t} = A_{s,t}^{\lambda_{\mathrm{c}}} + V_{s,t}`,
  ],
  symbols: [
    'advantage',
    'delta',
    'reward',
    'value',
    'bootstrap',
    'target',
    'segmentIndex',
    'tokenIndex',
    'segmentTokens',
  ],
  needs: ['cuts'],
  source:
    'Schulman et al., “High-Dimensional Continuous Control Using Generalized Advantage Estimation”, arXiv:1506.02438, called on each segment unchanged, as verl’s multi-output loops, slime and miles do',
  pitfalls: [
    'With R on the last segment only, earlier segments never see it: n = (2, 1), V = (0.2, 0.4 | 0.6), R = 1, γ = 1, λ = 0.8 gives −0.12, −0.4 | 0.4, and the tokens before the cut are punished in a successful rollout.',
    'With R copied to every segment nothing shrinks it on the way: 0.68, 0.6 | 0.4, where the joined rollout has 0.616, 0.52 | 0.4.',
  ],
  options: [rewardCopies('last-only'), ...GAE_OPTIONS],
  graph: (batch, options) =>
    buildChain(batch, options, {
      order: 'time',
      copied: options.reward === 'copied',
      joined: false,
      link: () => ({ next: 'zero', carry: false }),
      tails: false,
    }),
}
