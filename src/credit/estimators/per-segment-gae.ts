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
  source: 'verl multi-output loops, slime, miles: GAE is called on each segment unchanged',
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
