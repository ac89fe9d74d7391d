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
    },
    filter: { options: { overlong: 'keep' }, evidence: 'read' },
    // loss_type "dapo"; the row mean is its "grpo".
    aggregation: {
      id: 'token-mean',
      options: { emptyRows: 'count', rejection: 'before' },
      evidence: 'read',
    },
  },
  notes: [
    'scale_rewards may also take the standard deviation of the batch, or none.',
    'loss_type is “dapo” unless it is set: the token sum over the tokens of the whole accumulated batch. “grpo” is the row mean of token means, over all rows.',
    'Masking truncated completions is a setting (mask_truncated_completions), off by default; their rewards stay in the statistics.',
  ],
  faults: [],
}
