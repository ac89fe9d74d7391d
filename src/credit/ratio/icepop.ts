import { bothSigns, bound, perToken, type RatioRule, ratioOf } from './rule.ts'

/** IcePop: training/inference mismatch outside inclusive bounds drops the token (methods.md §5). */
export const icepop: RatioRule = {
  id: 'icepop',
  label: 'IcePop',
  formula: 'r·A where low ≤ r ≤ high, else 0;  r = π_old/π_rollout',
  source: 'IcePop, as in slime and verl-new',
  needs: ['old_log_probs', 'rollout_log_probs'],
  options: [
    bound('low', 0.5, 'Smallest ratio that is kept.'),
    bound('high', 5, 'Largest ratio that is kept.'),
  ],
  region: (options) => bothSigns(Number(options.low), Number(options.high), 'dropped'),
  apply: (inputs, options) => {
    const [low, high] = [Number(options.low), Number(options.high)]
    return perToken(inputs, ratioOf(inputs, 'old_log_probs', 'rollout_log_probs'), (r, a) =>
      r >= low && r <= high ? r * a : 0,
    )
  },
}
