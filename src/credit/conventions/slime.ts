import type { Preset } from './preset.ts'

export const slime: Preset = {
  id: 'slime-624b824a',
  label: 'slime',
  source: { at: 'THUDM/slime', commit: '624b824a' },
  aspects: {
    gae: {
      options: { observations: 'dense', rewardAt: 'last-position', truncation: 'terminal' },
      evidence: 'read',
    },
    return: { id: 'reinforce-pp', options: { observations: 'dense' }, evidence: 'executed' },
    baseline: {
      id: 'grpo',
      options: { std: 'sample', eps: 1e-6 },
      evidence: 'read',
    },
    whitening: { options: { ddof: 1 }, evidence: 'read' },
    aggregation: { id: 'rollout-mean', options: { rejection: 'before' }, evidence: 'read' },
  },
  // --normalize-advantages, which it asks for with REINFORCE++.
  whitens: { gae: 'setting', return: 'always' },
  notes: [
    'With one sample per prompt the sample standard deviation is NaN, and so is the advantage; no option of ours gives that.',
    'Bessel’s correction is applied from two tokens on; below that the population form is used.',
    'Whether a rollout cut in K samples repeats R or R/K is left to the user; Segue counts R once.',
  ],
  faults: [
    {
      code: 'one-global-group',
      sentence:
        'When the number of samples is not prompts × group size, all samples of the batch become one group. Segue keeps the groups and counts each rollout once.',
    },
  ],
}
