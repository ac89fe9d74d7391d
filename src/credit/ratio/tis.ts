import type { ChoiceSpec, OptionValue } from '../options.ts'
import {
  bothSigns,
  bound,
  meanLogRatio,
  perToken,
  type RatioInputs,
  type RatioRule,
  ratioOf,
} from './rule.ts'

/** Which tokens share a weight: verl aggregates log-ratios by token, by sequence, or as geometric mean. */
const LEVEL: ChoiceSpec = {
  kind: 'choice',
  name: 'level',
  help: 'What has one weight: a token, or a row with the product of its ratios (sequence) or their geometric mean.',
  default: 'token',
  choices: [
    { value: 'token', label: 'token' },
    {
      value: 'sequence',
      label: 'sequence',
      tex: [String.raw`w_t = \exp\Big( \sum_{u=1}^{n} \log r_u \Big)`],
    },
    {
      value: 'geometric',
      label: 'geometric mean',
      tex: [String.raw`w_t = \exp\Big( \frac{1}{n}\sum_{u=1}^{n} \log r_u \Big)`],
    },
  ],
}

function weightOf(inputs: RatioInputs, level: OptionValue): (t: number) => number {
  if (level === 'token') return ratioOf(inputs, 'old_log_probs', 'rollout_log_probs')
  const { mean, count } = meanLogRatio(inputs, 'old_log_probs', 'rollout_log_probs')
  const weight = Math.exp(level === 'sequence' ? mean * count : mean)
  return () => weight
}

/** Truncated importance sampling of the training/inference mismatch (methods.md §5). */
export const tis: RatioRule = {
  id: 'tis',
  label: 'TIS',
  tex: [
    String.raw`r_t = \frac{\pi_{\mathrm{old}}(t)}{\pi_{\mathrm{rollout}}(t)}`,
    String.raw`g_t = \min(w_t, C)\, A_t, \quad w_t = r_t`,
  ],
  symbols: ['coefficient', 'ratio', 'weight', 'advantage', 'old', 'rollout'],
  source:
    'TIS, as in verl (August 2026, commit 1dda039b), slime (commit 624b824a) and TRL (commit f2cd5771)',
  pitfalls: [
    'It stands alone here. In trainers the weight multiplies PPO’s clipped π_θ/π_old term, so ε acts as well: r = 1.5 with π_θ/π_old = 1.5, A = 1 and ε high 0.2 has no gradient there.',
    'Only the top is capped: a token with r = 0.01 silently keeps 1% of its gradient.',
    'Sequence forms differ by the exponent: log-ratios 0.182, −0.105, 0.405 give 1.62 as a product and 1.17 as a geometric mean.',
  ],
  needs: ['old_log_probs', 'rollout_log_probs'],
  options: [bound('cap', 'C', 2, 'Largest weight.'), LEVEL],
  unit: ({ level }) =>
    level === 'token' ? 'token' : level === 'sequence' ? 'row-product' : 'row-mean',
  region: (options) => bothSigns(0, Number(options.cap), 'changed'),
  apply: (inputs, options) => {
    const cap = Number(options.cap)
    return perToken(inputs, weightOf(inputs, options.level), (r, a) => Math.min(r, cap) * a)
  },
}
