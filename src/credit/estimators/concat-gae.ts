import { buildChain } from '../chain.ts'
import type { Estimator } from '../estimator.ts'
import { GAE_OPTIONS } from '../gae-options.ts'

/** One GAE over the concatenated responses; the oracle for cross-segment GAE (methods.md §3.3 (a)). */
export const concatGae: Estimator = {
  id: 'concat-gae',
  label: 'concat GAE',
  family: 'chain',
  formula:
    'δ_t = r_t + γ·V_{t+1} − V_t,  A_t = δ_t + γλ·A_{t+1} over all responses joined into one',
  source:
    'Schulman et al., “High-Dimensional Continuous Control Using Generalized Advantage Estimation”, arXiv:1506.02438, on the joined rollout: what the carry of cross-segment GAE must equal',
  options: GAE_OPTIONS,
  graph: (batch, options) =>
    buildChain(batch, options, {
      order: 'time',
      copied: false,
      // A λ that differs by segment needs a run per segment; otherwise the rollout really is one run.
      joined: !(options.lambdaRule === 'length-adaptive' && options.lambdaLength === 'segment'),
      link: () => ({ next: 'following', carry: true }),
      tails: false,
    }),
}
