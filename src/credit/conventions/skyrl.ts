import { type Preset, SHARED_FAULTS } from './preset.ts'

export const skyRl: Preset = {
  id: 'skyrl-a9564572',
  label: 'SkyRL',
  source: { at: 'NovaSky-AI/SkyRL', commit: 'a9564572' },
  aspects: {
    gae: { options: { observations: 'dense' }, evidence: 'read' },
    return: { id: 'reinforce-pp', options: { observations: 'reset' }, evidence: 'executed' },
    baseline: {
      id: 'grpo',
      options: { unit: 'rollout' },
      evidence: 'stated',
    },
    rloo: { id: 'rloo', options: { singleton: 'zero' }, evidence: 'stated' },
    whitening: { options: { ddof: 1, eps: 1e-8, form: 'add' }, evidence: 'read' },
    aggregation: { options: { emptyRows: 'count' }, evidence: 'read' },
  },
  whitens: { gae: 'always', return: 'always' },
  notes: [
    'That GAE is always whitened was read at commit 041ed9e2.',
    'Step-wise training computes the advantage on the last step and broadcasts it to the earlier ones.',
    'It offers the prompt mean and L_max × all rows as denominators; which is used is a setting.',
  ],
  faults: [SHARED_FAULTS.paddingLeak, SHARED_FAULTS.returnReset],
}
