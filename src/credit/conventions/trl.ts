import type { Preset } from './preset.ts'

export const trl: Preset = {
  id: 'trl-f2cd5771',
  label: 'TRL',
  source: { at: 'huggingface/trl', commit: 'f2cd5771' },
  aspects: {
    baseline: {
      id: 'grpo',
      options: { std: 'sample', eps: 1e-4, singleton: 'zero' },
      evidence: 'read',
      stated: ['singleton'],
    },
    filter: { options: { overlong: 'mask' }, evidence: 'stated' },
    aggregation: { id: 'seq-mean-token-mean', options: { emptyRows: 'count' }, evidence: 'stated' },
  },
  notes: [
    'scale_rewards may also take the standard deviation of the batch, or none.',
    'Masking truncated completions is a setting (mask_truncated_completions); their rewards stay in the statistics.',
  ],
  faults: [],
}
