import type { PenaltyRule } from '../post-rule.ts'
import { exceeded, LIMITS } from './length-penalty.ts'

/** DAPO's soft overlong punishment. */
export const overlongSoft: PenaltyRule = {
  kind: 'penalty',
  id: 'soft-penalty',
  label: 'soft penalty (DAPO)',
  tex: [
    String.raw`R \leftarrow R + \max\Big( {-1}, \min\Big( 0, \frac{L_{\max} - L_{\mathrm{cache}} - n}{L_{\mathrm{cache}}} \Big) \Big)`,
  ],
  symbols: ['outcome', 'responseTokens'],
  source: 'DAPO, arXiv:2503.14476, eq 13',
  pitfalls: [
    'It starts at L max − L cache: with 20 and 4 a rollout of 16 tokens pays nothing, one of 17 pays −0.25, from 20 on it is −1.',
    'It changes the outcome before the group statistics: a right answer of L max tokens has 1 − 1 = 0, like a wrong short one.',
    '`keep` and `group filter` still go by the recorded outcome; n counts the action tokens of all segments.',
  ],
  needs: ['outcome'],
  options: LIMITS,
  penalty: (tokens, options) => {
    const excess = exceeded(tokens, options)
    // 0 rather than −0 for a response that is short enough.
    return excess === 0 ? 0 : -Math.min(1, excess)
  },
}
