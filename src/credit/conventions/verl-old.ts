import { type Preset, SHARED_FAULTS } from './preset.ts'
import { VERL, VERL_NOTES, VERL_WHITENS } from './verl-shared.ts'

const { rewardLost, returnReset, singletonRaw, whiteningRaises } = SHARED_FAULTS

/** verl before the returns were carried over observations. */
export const verlOld: Preset = {
  id: 'verl-b178a3cd',
  label: 'verl (January 2026)',
  source: { at: 'volcengine/verl', commit: 'b178a3cd', date: '2026-01-29' },
  aspects: {
    ...VERL,
    return: { id: 'reinforce-pp', options: { observations: 'reset' }, evidence: 'executed' },
  },
  whitens: VERL_WHITENS,
  notes: [
    ...VERL_NOTES,
    'The vectorized GRPO takes the standard deviation of a variance that is at least 1e-6, which no eps of ours does for every group.',
  ],
  faults: [
    rewardLost,
    returnReset,
    singletonRaw,
    whiteningRaises,
    {
      code: 'norm-not-divided-by-batch',
      sentence:
        'seq-mean-token-sum-norm divides by L_max but not by the number of rows, so the loss grows with the batch. Segue divides by both.',
    },
  ],
}
