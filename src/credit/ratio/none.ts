import { bothSigns, perToken, type RatioRule } from './rule.ts'

/** On-policy: every ratio is 1. */
export const noRatio: RatioRule = {
  id: 'none',
  label: 'none (on-policy)',
  tex: [String.raw`r_t = 1, \quad g_t = A_t`],
  symbols: ['coefficient', 'ratio', 'advantage'],
  source: 'REINFORCE without importance sampling',
  pitfalls: [
    'Right only while the tokens come from the very weights that are trained: a rollout with tokens of policy_versions 7 and 9 is not such a one.',
    'The inference engine rounds differently from the trainer, so even one step on-policy has r ≠ 1.',
  ],
  needs: [],
  options: [],
  region: () => bothSigns(0, Number.POSITIVE_INFINITY, 'changed'),
  apply: (inputs) =>
    perToken(
      inputs,
      () => 1,
      (_, a) => a,
    ),
}
