import type { PenaltyRule } from '../post-rule.ts'
import { exceeded, LIMITS } from './length-penalty.ts'

/** AReaL's penalty: DAPO's without the floor. Both agree for every length that a limit of L_max allows. */
export const overlongLinear: PenaltyRule = {
  kind: 'penalty',
  id: 'linear-penalty',
  label: 'linear penalty (AReaL)',
  tex: [
    String.raw`R \leftarrow R + \min\Big( 0, \frac{L_{\max} - L_{\mathrm{cache}} - n}{L_{\mathrm{cache}}} \Big)`,
  ],
  symbols: ['outcome', 'responseTokens'],
  source: 'AReaL 4aef98d8: min(−exceeded / overlong tokens · factor, 0)',
  pitfalls: [
    'Beyond L max it keeps falling: with L max 20 and L cache 4 a rollout of 21 tokens pays −1.25, one of 30 pays −3.5, where DAPO’s stays at −1.',
    'Without a std (Dr.GRPO) one such rollout moves its group: outcomes 1, 1, 1, 1, the last one of 30 tokens, give the others +0.875; with DAPO’s floor +0.25.',
  ],
  needs: ['outcome'],
  options: LIMITS,
  penalty: (tokens, options) => {
    const excess = exceeded(tokens, options)
    return excess === 0 ? 0 : -excess
  },
}
