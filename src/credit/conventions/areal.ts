import type { Preset } from './preset.ts'

export const areal: Preset = {
  id: 'areal-4aef98d8',
  label: 'AReaL',
  source: { at: 'inclusionAI/AReaL', commit: '4aef98d8' },
  aspects: {
    gae: {
      options: { observations: 'skip', truncation: 'bootstrap' },
      evidence: 'read',
      stated: ['truncation'],
    },
    baseline: { id: 'grpo', options: { std: 'population', eps: 1e-5 }, evidence: 'read' },
    aggregation: {
      options: { rejection: 'before' },
      evidence: 'stated',
    },
  },
  notes: [
    'The linear overlong penalty keeps falling below −1 for responses longer than the limit.',
    'Optionally the reward becomes 0 where the response has no end-of-sequence token.',
  ],
  faults: [
    {
      code: 'truncation-from-width',
      sentence:
        'A response as long as the padded batch counts as truncated, so the longest one of every batch is bootstrapped. Segue goes by how the rollout ended.',
    },
  ],
}
