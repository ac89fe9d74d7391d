import type { Preset } from './preset.ts'

export const miles: Preset = {
  id: 'miles-31f1ca96',
  label: 'miles',
  source: { at: 'radixark/miles', commit: '31f1ca96' },
  aspects: {
    gae: {
      options: { observations: 'skip', rewardAt: 'last-action', truncation: 'terminal' },
      evidence: 'read',
    },
    return: { id: 'reinforce-pp', options: { observations: 'dense' }, evidence: 'executed' },
  },
  notes: [],
  faults: [],
}
