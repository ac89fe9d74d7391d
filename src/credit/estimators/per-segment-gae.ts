import { buildChain } from '../chain.ts'
import type { Estimator } from '../estimator.ts'
import { GAE_OPTIONS, rewardCopies } from '../gae-options.ts'

/** Each segment alone, bootstrap 0 at every cut: what most public trainers do (methods.md §3.3, "independent"). */
export const perSegmentGae: Estimator = {
  id: 'per-segment-gae',
  label: 'per-segment GAE',
  family: 'chain',
  formula:
    'δ_t = r_t + γ·V_{t+1} − V_t,  A_t = δ_t + γλ·A_{t+1};  V = A = 0 after every segment’s end',
  source:
    'Schulman et al., “High-Dimensional Continuous Control Using Generalized Advantage Estimation”, arXiv:1506.02438, called on each segment unchanged, as verl’s multi-output loops, slime and miles do',
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
