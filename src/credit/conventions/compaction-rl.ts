import { COMPACTION } from './compaction-settings.ts'
import type { Preset } from './preset.ts'

/** The paper; no code of its authors was found. */
export const compactionRl: Preset = {
  id: 'compactionrl-paper',
  label: 'CompactionRL (paper)',
  source: { at: 'arXiv:2607.05378' },
  aspects: {
    'cross-segment': {
      id: 'compaction-gae',
      options: { ...COMPACTION, alpha: 1.5 },
      evidence: 'notes',
    },
    aggregation: { id: 'token-mean', options: {}, evidence: 'notes' },
  },
  notes: [
    'Which length l the rule for λ counts, the critic’s λ and its target are left open by the paper.',
  ],
  faults: [],
}
