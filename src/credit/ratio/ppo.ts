import { isClipped } from './ppo-clip.ts'
import { bound, EPS_HIGH, EPS_LOW, perToken, type RatioRule, ratioOf } from './rule.ts'

/** PPO's clip; ε_high 0.28 is clip-higher (DAPO), dualClip 3 the dual clip for A < 0. */
export const ppoClip: RatioRule = {
  id: 'ppo-clip',
  label: 'PPO clip',
  tex: [
    String.raw`r_t = \frac{\pi_\theta(t)}{\pi_{\mathrm{old}}(t)}`,
    String.raw`g_t = \begin{cases} 0 & A_t > 0,\  r_t > 1 + \varepsilon_{\mathrm{high}} \\ 0 & A_t < 0,\  r_t < 1 - \varepsilon_{\mathrm{low}} \\ 0 & A_t < 0,\  r_t > c_{\mathrm{dual}} \\ r_t A_t & \text{else} \end{cases}`,
  ],
  symbols: ['coefficient', 'ratio', 'advantage', 'current', 'old'],
  source: 'PPO arXiv:1707.06347; clip-higher: DAPO arXiv:2503.14476; dual clip: arXiv:1912.09729',
  pitfalls: [
    'Each sign is clipped on one side only: a token with A < 0 and r = 10 keeps ten times its gradient unless the dual clip drops it.',
    'In the first update on a batch π_θ is π_old: r = 1 everywhere and nothing is clipped, whatever ε is.',
  ],
  needs: ['log_probs', 'old_log_probs'],
  options: [
    bound('epsLow', EPS_LOW, 0.2, 'Lower clip distance.'),
    bound('epsHigh', EPS_HIGH, 0.2, 'Upper clip distance; 0.28 is clip-higher.'),
    bound(
      'dualClip',
      String.raw`c_{\mathrm{dual}}`,
      Number.POSITIVE_INFINITY,
      'Ratio above which a token with advantage Â < 0 is dropped; off by default, 3 in the paper.',
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
