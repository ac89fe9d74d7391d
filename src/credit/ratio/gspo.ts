import { isClipped } from './ppo-clip.ts'
import { bound, columnOf, perToken, type RatioRule } from './rule.ts'

/** GSPO: one ratio per row, the exponential of the mean log-ratio over its action tokens. */
export const gspo: RatioRule = {
  id: 'gspo',
  label: 'GSPO',
  formula: 'as PPO clip with r = exp(mean over the row of log π_θ − log π_old)',
  source: 'GSPO, arXiv:2507.18071',
  needs: ['log_probs', 'old_log_probs'],
  options: [
    bound('epsLow', 0.2, 'Lower clip distance; the paper uses 3e-4.'),
    bound('epsHigh', 0.2, 'Upper clip distance; the paper uses 4e-4.'),
  ],
  region: (options) => ({
    positive: [0, 1 + Number(options.epsHigh)],
    negative: [1 - Number(options.epsLow), Number.POSITIVE_INFINITY],
    outside: 'dropped',
  }),
  apply: (inputs, options) => {
    const numerator = columnOf(inputs, 'log_probs')
    const denominator = columnOf(inputs, 'old_log_probs')
    let sum = 0
    let count = 0
    for (let t = 0; t < inputs.mask.length; t++) {
      if (inputs.mask[t] !== 1) continue
      sum += numerator[t] - denominator[t]
      count++
    }
    const ratio = count === 0 ? 1 : Math.exp(sum / count)
    const [low, high] = [Number(options.epsLow), Number(options.epsHigh)]
    return perToken(
      inputs,
      () => ratio,
      (r, a) => (isClipped(r, a, low, high) ? 0 : r * a),
    )
  },
}
