import { isClipped } from './ppo-clip.ts'
import { bound, perToken, type RatioRule, ratioOf } from './rule.ts'

/** PPO's clip; ε_high 0.28 is clip-higher (DAPO), dualClip 3 the dual clip for A < 0. */
export const ppoClip: RatioRule = {
  id: 'ppo-clip',
  label: 'PPO clip',
  formula: 'r·A, but 0 where A > 0 and r > 1 + ε_high, or A < 0 and r < 1 − ε_low;  r = π_θ/π_old',
  source: 'PPO arXiv:1707.06347; clip-higher: DAPO arXiv:2503.14476; dual clip: arXiv:1912.09729',
  needs: ['log_probs', 'old_log_probs'],
  options: [
    bound('epsLow', 0.2, 'Lower clip distance.'),
    bound('epsHigh', 0.2, 'Upper clip distance; 0.28 is clip-higher.'),
    bound(
      'dualClip',
      Number.POSITIVE_INFINITY,
      'Ratio above which a token with A < 0 is dropped; off by default.',
    ),
  ],
  usesSliders: true,
  region: (options) => ({
    positive: [0, 1 + Number(options.epsHigh)],
    negative: [1 - Number(options.epsLow), Number(options.dualClip)],
    outside: 'dropped',
  }),
  apply: (inputs, options) => {
    const [low, high, dual] = [options.epsLow, options.epsHigh, options.dualClip].map(Number)
    return perToken(inputs, ratioOf(inputs, 'log_probs', 'old_log_probs'), (r, a) =>
      isClipped(r, a, low, high) || (a < 0 && r > dual) ? 0 : r * a,
    )
  },
}
