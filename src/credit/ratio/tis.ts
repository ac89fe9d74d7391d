import { bothSigns, bound, perToken, type RatioRule, ratioOf } from './rule.ts'

/** Truncated importance sampling of the training/inference mismatch (methods.md §5). */
export const tis: RatioRule = {
  id: 'tis',
  label: 'TIS',
  tex: [
    String.raw`r_t = \frac{\pi_{\mathrm{old}}(t)}{\pi_{\mathrm{rollout}}(t)}`,
    String.raw`g_t = \min(r_t, C)\, A_t`,
  ],
  symbols: ['coefficient', 'ratio', 'advantage', 'old', 'rollout'],
  source: 'TIS as in verl, slime and TRL',
  pitfalls: [
    'Only the top is cut: a token with r = 0.01 silently keeps 1 % of its gradient.',
    'Sequence forms differ by the exponent: log-ratios 0.182, −0.105, 0.405 give 1.62 as a product and 1.17 as a geometric mean.',
  ],
  needs: ['old_log_probs', 'rollout_log_probs'],
  options: [bound('cap', 'C', 2, 'Largest weight.')],
  region: (options) => bothSigns(0, Number(options.cap), 'changed'),
  apply: (inputs, options) => {
    const cap = Number(options.cap)
    return perToken(
      inputs,
      ratioOf(inputs, 'old_log_probs', 'rollout_log_probs'),
      (r, a) => Math.min(r, cap) * a,
    )
  },
}
