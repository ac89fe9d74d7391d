import { type Preset, SHARED_FAULTS } from './preset.ts'
import { VERL, VERL_NOTES, VERL_WHITENS } from './verl-shared.ts'

const { rewardLost, singletonRaw, whiteningRaises } = SHARED_FAULTS

const K1 = {
  code: 'k1-rejects-on-inverse-ratio',
  sentence:
    'Rejection by token_k1 tests −log ratio, so its bounds act on the inverse ratio: bounds 0.5 and 5 reject a ratio of 3 and keep 0.25. In Segue write IcePop bounds 1/upper and 1/lower for the same.',
} as const

/** verl after the repository moved to verl-project. */
export const verlNew: Preset = {
  id: 'verl-1dda039b',
  label: 'verl (August 2026)',
  source: { at: 'verl-project/verl', commit: '1dda039b', date: '2026-08-22' },
  aspects: {
    ...VERL,
    return: { id: 'reinforce-pp', options: { observations: 'skip' }, evidence: 'executed' },
  },
  whitens: VERL_WHITENS,
  notes: [
    ...VERL_NOTES,
    'A threshold written “lo_hi” turns truncated importance sampling into IcePop; Segue has them as two rules.',
  ],
  faults: [rewardLost, singletonRaw, whiteningRaises, K1],
}
