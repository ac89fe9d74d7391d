import { type Preset, SHARED_FAULTS } from './preset.ts'

export const skyRl: Preset = {
  id: 'skyrl-a9564572',
  label: 'SkyRL',
  source: { at: 'NovaSky-AI/SkyRL', commit: 'a9564572' },
  aspects: {
    gae: { options: { observations: 'dense', truncation: 'terminal' }, evidence: 'read' },
    return: { id: 'reinforce-pp', options: { observations: 'reset' }, evidence: 'executed' },
    baseline: {
      id: 'grpo',
      options: { std: 'sample', eps: 1e-6, singleton: 'raw', unit: 'rollout' },
      evidence: 'read',
    },
    rloo: { id: 'rloo', options: { singleton: 'zero' }, evidence: 'read' },
    whitening: { options: { ddof: 1, eps: 1e-8, form: 'add' }, evidence: 'read' },
    aggregation: {
      id: 'token-mean',
      options: { emptyRows: 'count', rejection: 'before' },
      evidence: 'read',
    },
  },
  whitens: { gae: 'always', return: 'always' },
  notes: [
    'The raw reward of a group of one is divided by 1 + 1e-6, ours is not.',
    'Step-wise training computes the advantage on the last step and broadcasts it to the earlier ones.',
    'loss_reduction is the token mean unless it is set; it also offers the row mean, the prompt mean and L_max × all rows.',
  ],
  faults: [SHARED_FAULTS.paddingLeak, SHARED_FAULTS.returnReset, SHARED_FAULTS.singletonRaw],
}
