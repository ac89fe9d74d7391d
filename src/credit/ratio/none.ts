import { bothSigns, perToken, type RatioRule } from './rule.ts'

/** On-policy: every ratio is 1. */
export const noRatio: RatioRule = {
  id: 'none',
  label: 'none (on-policy)',
  formula: 'A;  r = 1',
  source: 'REINFORCE without importance sampling',
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
