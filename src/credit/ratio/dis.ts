import { bothSigns, bound, perToken, type RatioRule, ratioOf } from './rule.ts'

/** SAO's double-sided importance sampling: hard, both sides, whatever the sign of A (methods.md §5). */
export const dis: RatioRule = {
  id: 'dis',
  label: 'DIS (SAO)',
  formula: 'r·A strictly inside (1 − ε_low, 1 + ε_high), else 0;  r = π_θ/π_rollout',
  source: 'SAO eq. 1–3; ε 0.3/5.0 for math, 0.8/3.0 for code',
  needs: ['log_probs', 'rollout_log_probs'],
  options: [
    bound('epsLow', 0.3, 'Lower distance: 0.3 (math), 0.8 (code).'),
    bound('epsHigh', 5, 'Upper distance: 5.0 (math), 3.0 (code).'),
  ],
  presets: [
    { name: 'math 0.3 / 5.0', options: {} },
    { name: 'code 0.8 / 3.0', options: { epsLow: 0.8, epsHigh: 3 } },
  ],
  region: (options) =>
    bothSigns(1 - Number(options.epsLow), 1 + Number(options.epsHigh), 'dropped'),
  apply: (inputs, options) => {
    const [low, high] = [1 - Number(options.epsLow), 1 + Number(options.epsHigh)]
    return perToken(inputs, ratioOf(inputs, 'log_probs', 'rollout_log_probs'), (r, a) =>
      r > low && r < high ? r * a : 0,
    )
  },
}
