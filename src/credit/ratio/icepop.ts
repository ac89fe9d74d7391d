import { bothSigns, bound, perToken, type RatioRule, ratioOf } from './rule.ts'

/** IcePop: training/inference mismatch outside inclusive bounds drops the token (methods.md §5). */
export const icepop: RatioRule = {
  id: 'icepop',
  label: 'IcePop',
  tex: [
    String.raw`r_t = \frac{\pi_{\mathrm{old}}(t)}{\pi_{\mathrm{rollout}}(t)}`,
    String.raw`g_t = \begin{cases} r_t A_t & r_{\mathrm{low}} \le r_t \le r_{\mathrm{high}} \\ 0 & \text{else} \end{cases}`,
  ],
  symbols: ['coefficient', 'ratio', 'advantage', 'old', 'rollout'],
  source: 'IcePop, as in slime (commit 624b824a) and verl (August 2026, commit 1dda039b)',
  pitfalls: [
    'It stands alone here. In trainers the weight multiplies PPO’s clipped π_θ/π_old term, so ε acts as well: r = 3 with π_θ/π_old = 1.5, A = 1 and ε high 0.2 has no gradient there.',
    'r compares two engines on the same weights; how far the policy has moved since (π_θ/π_old) is not in it.',
    'verl’s token_k1 rejection tests the inverse ratio: with bounds 0.5 and 5 it rejects r = 3 and keeps r = 0.25.',
  ],
  needs: ['old_log_probs', 'rollout_log_probs'],
  options: [
    bound('low', String.raw`r_{\mathrm{low}}`, 0.5, 'Smallest ratio that is kept.'),
    bound('high', String.raw`r_{\mathrm{high}}`, 5, 'Largest ratio that is kept.'),
  ],
  rejectsByRatio: true,
  region: (options) => bothSigns(Number(options.low), Number(options.high), 'dropped'),
  apply: (inputs, options) => {
    const [low, high] = [Number(options.low), Number(options.high)]
    return perToken(inputs, ratioOf(inputs, 'old_log_probs', 'rollout_log_probs'), (r, a) =>
      r >= low && r <= high ? r * a : 0,
    )
  },
}
