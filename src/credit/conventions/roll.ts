import { type Preset, SHARED_FAULTS } from './preset.ts'

export const roll: Preset = {
  id: 'roll-8eb27cc2',
  label: 'ROLL',
  source: { at: 'alibaba/ROLL', commit: '8eb27cc2' },
  aspects: {
    gae: { options: { observations: 'dense' }, evidence: 'executed' },
    baseline: {
      id: 'grpo',
      options: { std: 'sample', eps: 1e-6, singleton: 'zero' },
      evidence: 'read',
    },
    whitening: { options: { ddof: 1, eps: 1e-8, form: 'add' }, evidence: 'read' },
    filter: { options: { groupFilter: 'tb' }, evidence: 'read' },
    aggregation: { options: { emptyRows: 'count' }, evidence: 'stated' },
  },
  // whiten_advantages
  whitens: { gae: 'setting', return: 'setting' },
  notes: [
    'Whether mean and standard deviation are the group’s are settings (norm_mean_type, norm_std_type).',
    'A group whose standard deviation is at most 1e-6 gets 0, also where its members differ.',
    'Whitening is switched off when the batch has at most one action token.',
    'GroupFilterTB counts groups over the whole run; Segue starts with the file.',
  ],
  faults: [
    SHARED_FAULTS.paddingLeak,
    {
      code: 'reward-lost-off-run-end',
      sentence:
        'The agentic return reads the reward at the last token of a mask run only; a reward elsewhere in the run is lost, and two turns without an observation between them merge. Segue sums the turn’s rewards.',
    },
    {
      code: 'unmasked-token-mean',
      sentence:
        'The token mean does not multiply by the mask and relies on a loss that was masked before. Segue always masks.',
    },
  ],
}
