import { bothSigns, bound, perToken, type RatioRule, ratioOf } from './rule.ts'

/** Truncated importance sampling of the training/inference mismatch (methods.md §5). */
export const tis: RatioRule = {
  id: 'tis',
  label: 'TIS',
  formula: 'min(r, cap)·A;  r = π_old/π_rollout',
  source: 'TIS as in verl, slime and TRL',
  needs: ['old_log_probs', 'rollout_log_probs'],
  options: [bound('cap', 2, 'Largest weight.')],
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
