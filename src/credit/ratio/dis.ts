import { bothSigns, bound, EPS_HIGH, EPS_LOW, perToken, type RatioRule, ratioOf } from './rule.ts'

/** SAO's double-sided importance sampling: hard, both sides, whatever the sign of A (methods.md §5). */
export const dis: RatioRule = {
  id: 'dis',
  label: 'DIS (SAO)',
  tex: [
    String.raw`r_t = \frac{\pi_\theta(t)}{\pi_{\mathrm{rollout}}(t)}`,
    String.raw`g_t = \begin{cases} r_t A_t & 1 - \varepsilon_{\mathrm{low}} < r_t < 1 + \varepsilon_{\mathrm{high}} \\ 0 & \text{else} \end{cases}`,
  ],
  symbols: ['coefficient', 'ratio', 'advantage', 'current', 'rollout'],
  source: 'SAO, arXiv:2607.07508, eq. 1–3; ε 0.3/5.0 for math, 0.8/3.0 for code',
  pitfalls: [
    'Both sides drop a token whatever the sign of A: a good token that has become likelier than r = 6 (ε high 5) loses its gradient, where a cap would only weigh it down.',
    'The bounds are strict: at r = 1 + ε high DIS drops, IcePop keeps. In binary 1 − 0.8 is below 0.2, so r = 0.2 survives ε low 0.8 by accident.',
    'One public “DIS” tests π_old/π_rollout and multiplies an already clipped loss: r = 3 (π_θ/π_old = 0.7, bounds 0.8 / 3.0, A = 1) gets 0 there instead of 3.',
  ],
  needs: ['log_probs', 'rollout_log_probs'],
  options: [
    bound('epsLow', EPS_LOW, 0.3, 'Lower distance: 0.3 (math), 0.8 (code).'),
    bound('epsHigh', EPS_HIGH, 5, 'Upper distance: 5.0 (math), 3.0 (code).'),
  ],
  presets: [
    { name: 'math 0.3 / 5.0', options: {} },
    { name: 'code 0.8 / 3.0', options: { epsLow: 0.8, epsHigh: 3 } },
  ],
  rejectsByRatio: true,
  region: (options) =>
    bothSigns(1 - Number(options.epsLow), 1 + Number(options.epsHigh), 'dropped'),
  apply: (inputs, options) => {
    const [low, high] = [1 - Number(options.epsLow), 1 + Number(options.epsHigh)]
    return perToken(inputs, ratioOf(inputs, 'log_probs', 'rollout_log_probs'), (r, a) =>
      r > low && r < high ? r * a : 0,
    )
  },
}
