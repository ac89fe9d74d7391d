import { COMPACTION } from './compaction-settings.ts'
import type { Preset } from './preset.ts'

export const ajing: Preset = {
  id: 'compactionrl-ajing',
  label: 'CompactionRL (ajing reproduction)',
  source: { at: 'ajing/compactionrl-repro' },
  aspects: {
    'cross-segment': {
      id: 'compaction-gae',
      options: { ...COMPACTION, lambdaLength: 'segment' },
      evidence: 'docs',
    },
  },
  notes: ['It runs on one data-parallel rank, because segments of a rollout must be together.'],
  faults: [],
}
