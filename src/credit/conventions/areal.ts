import { type Preset, SHARED_FAULTS } from './preset.ts'

export const areal: Preset = {
  id: 'areal-4aef98d8',
  label: 'AReaL',
  source: { at: 'inclusionAI/AReaL', commit: '4aef98d8' },
  aspects: {
    gae: {
      options: { observations: 'skip', rewardAt: 'last-position', truncation: 'bootstrap' },
      evidence: 'read',
    },
    // NormConfig's defaults, which examples/math/gsm8k_grpo.yaml keeps: std_unbiased, eps.
    baseline: {
      id: 'grpo',
      options: { std: 'sample', eps: 1e-5, singleton: 'zero' },
      evidence: 'read',
    },
    whitening: { options: { ddof: 1 }, evidence: 'read' },
    aggregation: { id: 'token-mean', options: { rejection: 'before' }, evidence: 'read' },
  },
  // adv_norm
  whitens: { gae: 'setting', return: 'setting' },
  notes: [
    'reward_norm is off unless it is set; group mean and std are what its GRPO example (gsm8k_grpo.yaml) sets.',
    'adv_norm, on in that example, then normalises advantages over all action tokens of the batch: (A − mean) / (std + 1e-5), with the sample std. Segue’s GRPO has no such step, and its whitening takes ε under the root.',
    'The linear overlong penalty keeps falling below −1 for responses longer than the limit.',
    'Optionally the reward becomes 0 where the response has no end-of-sequence token.',
  ],
  faults: [
    SHARED_FAULTS.rewardLost,
    {
      code: 'truncation-from-width',
      sentence:
        'A response as long as the padded batch counts as truncated, so the longest one of every batch is bootstrapped. Segue goes by how the rollout ended.',
    },
  ],
}
