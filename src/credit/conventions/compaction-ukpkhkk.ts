import { COMPACTION } from './compaction-settings.ts'
import { type Preset, SHARED_FAULTS } from './preset.ts'

/** A slime fork by a third party. */
export const ukpkhkk: Preset = {
  id: 'compactionrl-ukpkhkk-c638e361',
  label: 'CompactionRL (ukpkhkk fork)',
  source: { at: 'ukpkhkk/SAO_and_CompactionRL', commit: 'c638e361' },
  aspects: {
    'cross-segment': {
      id: 'compaction-gae',
      options: {
        ...COMPACTION,
        alpha: 1.5,
        lambdaLength: 'segment',
        rewardAt: 'last-position',
      },
      evidence: 'read',
      stated: ['alpha'],
    },
  },
  notes: [
    'λ is capped at 0.999, so 1,000 later tokens leave a factor of 0.368 at most.',
    'Observations are skipped only while λ follows the length.',
    'Its “DIS” multiplies an IcePop weight of π_old/π_rollout, bounds included, onto the PPO-clipped loss.',
  ],
  faults: [
    SHARED_FAULTS.rewardLost,
    {
      code: 'two-lambdas',
      sentence:
        'The local λ counts the response with its observations, the factor’s λ the action tokens of the segment. Segue uses one λ in both.',
    },
    {
      code: 'critic-target-scaled',
      sentence:
        'The critic’s target is the scaled advantage plus V, which shrinks its error on earlier segments by (γλ)^N. Segue’s returns are local and unscaled.',
    },
  ],
}
