import { COMPACTION } from './compaction-settings.ts'
import type { Preset } from './preset.ts'

export const yeto: Preset = {
  id: 'compactionrl-yeto',
  label: 'CompactionRL (yeto)',
  source: { at: 'yeto, seen in excerpts only' },
  aspects: {
    'cross-segment': {
      id: 'compaction-gae',
      options: { ...COMPACTION, lambdaLength: 'rollout', rewardAt: 'last-action' },
      evidence: 'notes',
      stated: ['reward'],
    },
  },
  notes: [],
  faults: [],
}
