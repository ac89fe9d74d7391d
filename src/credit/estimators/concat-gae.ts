import { buildChain } from '../chain.ts'
import type { Estimator } from '../estimator.ts'
import { GAE_OPTIONS } from '../gae-options.ts'

/** One GAE over the concatenated responses; the oracle for cross-segment GAE (methods.md §3.3 (a)). */
export const concatGae: Estimator = {
  id: 'concat-gae',
  label: 'concat GAE',
  family: 'chain',
  tex: [
    String.raw`\delta_t = r_t + \gamma V_{t+1} - V_t`,
    String.raw`A_t = \delta_t + \gamma\lambda\, A_{t+1} = \sum_{u \ge t} (\gamma\lambda)^{u-t}\, \delta_u`,
    String.raw`V_{N+1} = b, \quad A_{N+1} = 0`,
    String.raw`\hat{R}_t = A_t^{\lambda_{\mathrm{c}}} + V_t`,
  ],
  symbols: ['advantage', 'delta', 'reward', 'value', 'bootstrap', 'target', 'joinedIndex'],
  needs: ['cuts'],
  crossesCuts: true,
  source:
    'Schulman et al., “High-Dimensional Continuous Control Using Generalized Advantage Estimation”, arXiv:1506.02438, on the joined rollout: what the carry of cross-segment GAE must equal',
  pitfalls: [
    'Joining the responses joins the recursion, not the context: values and log-probs are still those of each segment’s own prompt.',
    'Tokens copied into a later segment must be masked, or they count twice.',
    'Length still decides how far R reaches: 1,000 tokens before the end λ = 0.95 leaves it a factor of 5e-23, λ = 0.999 leaves 0.37.',
  ],
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
