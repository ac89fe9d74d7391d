import type { Preset } from './preset.ts'

export const sao: Preset = {
  id: 'sao-paper',
  label: 'SAO (paper)',
  source: { at: 'arXiv:2607.07508' },
  aspects: {
    gae: {
      options: {
        observations: 'skip',
        lambdaRule: 'length-adaptive',
        alpha: 1.5,
        lambdaCritic: 1,
      },
      evidence: 'notes',
    },
    ratio: { id: 'dis', options: { epsLow: 0.3, epsHigh: 5 }, evidence: 'notes' },
  },
  notes: [
    'For code the bounds are ε 0.8 and 3.0 instead of 0.3 and 5.0.',
    'Whether masked tokens count in the loss’s denominator is not said; Segue counts them.',
  ],
  faults: [],
}
