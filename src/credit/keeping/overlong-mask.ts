import type { RolloutRule } from '../post-rule.ts'
import { overlongRollouts } from './overlong.ts'

/** Overlong filtering; the outcomes stay in the statistics. */
export const overlongMask: RolloutRule = {
  kind: 'keeping',
  unit: 'rollouts',
  id: 'mask',
  label: 'mask',
  tex: [String.raw`m_t \leftarrow m_t \cdot \mathbf{1}[i \notin O]`],
  symbols: ['lossMask', 'rolloutOfToken', 'overlongSet'],
  source:
    'Overlong filtering, DAPO, arXiv:2503.14476; outcomes stay in the statistics as in TRL (mask_truncated_completions) and SUPO, arXiv:2510.06727',
  pitfalls: [
    'The outcome still counts for the others: 1, 0, 1, 0 with the last one overlong gives 1, −1, 1, 0; left out of the statistics 0.707, −1.414, 0.707, 0.',
    'One flagged row masks the whole rollout, all of its segments.',
    'Recorded as a failure instead (R = 0, no mask), a long attempt teaches to submit early.',
  ],
  needs: ['overlongFlag'],
  options: [],
  masks: overlongRollouts,
}
