import type { Preset } from './preset.ts'

export const primeRl: Preset = {
  id: 'prime-rl-559b4477',
  label: 'prime-rl',
  source: { at: 'PrimeIntellect-ai/prime-rl', commit: '559b4477' },
  aspects: { baseline: { id: 'grpo', options: { std: 'none' }, evidence: 'read' } },
  notes: [
    'Its trust region masks by the difference of probabilities under the sign of the advantage, which is none of our ratio rules.',
    'Older versions divided by the sample standard deviation + 1e-6.',
  ],
  faults: [],
}
