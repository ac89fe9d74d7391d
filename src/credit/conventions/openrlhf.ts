import type { Preset } from './preset.ts'

export const openRlhf: Preset = {
  id: 'openrlhf-3c3be623',
  label: 'OpenRLHF',
  source: { at: 'OpenRLHF/OpenRLHF', commit: '3c3be623' },
  aspects: {
    gae: {
      options: { observations: 'zero', rewardAt: 'last-action' },
      evidence: 'read',
      stated: ['rewardAt'],
    },
    return: { id: 'reinforce-pp', options: { observations: 'dense' }, evidence: 'executed' },
    baseline: { id: 'grpo', options: { std: 'sample', eps: 1e-9 }, evidence: 'read' },
    whitening: { options: { ddof: 0, eps: 1e-8, form: 'floor' }, evidence: 'read' },
  },
  notes: [],
  faults: [],
}
