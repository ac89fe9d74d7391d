import { bothSigns, bound, perToken, type RatioRule, ratioOf } from './rule.ts'

/** CISPO (MiniMax-M1): the weight is clipped, the gradient never dropped. */
export const cispo: RatioRule = {
  id: 'cispo',
  label: 'CISPO',
  formula: 'clamp(r, 1 − ε_low, 1 + ε_high)·A;  r = π_θ/π_old',
  source: 'CISPO, MiniMax-M1 arXiv:2506.13585',
  needs: ['log_probs', 'old_log_probs'],
  options: [
    bound('epsLow', 0.2, 'Lower clip distance.'),
    bound('epsHigh', 0.2, 'Upper clip distance.'),
  ],
  region: (options) =>
    bothSigns(1 - Number(options.epsLow), 1 + Number(options.epsHigh), 'changed'),
  apply: (inputs, options) => {
    const [low, high] = [1 - Number(options.epsLow), 1 + Number(options.epsHigh)]
    return perToken(
      inputs,
      ratioOf(inputs, 'log_probs', 'old_log_probs'),
      (r, a) => Math.min(high, Math.max(low, r)) * a,
    )
  },
}
