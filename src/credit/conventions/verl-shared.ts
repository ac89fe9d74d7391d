import type { Preset } from './preset.ts'

/** What both versions do. */
export const VERL = {
  gae: {
    options: { observations: 'skip', rewardAt: 'last-position', truncation: 'terminal' },
    evidence: 'executed',
  },
  baseline: {
    id: 'grpo',
    options: { std: 'sample', eps: 1e-6, singleton: 'raw' },
    evidence: 'executed',
  },
  rloo: { id: 'rloo', options: { singleton: 'raw' }, evidence: 'executed' },
  whitening: { options: { ddof: 1, eps: 1e-8, form: 'add' }, evidence: 'read' },
  aggregation: {
    id: 'token-mean',
    options: { emptyRows: 'skip', rejection: 'after' },
    evidence: 'executed',
    stated: ['rejection'],
  },
} as const satisfies Preset['aspects']

/** masked_whiten in compute_gae_advantage_return and in compute_reinforce_plus_plus_outcome_advantage. */
export const VERL_WHITENS = { gae: 'always', return: 'always' } as const

export const VERL_NOTES = [
  'The raw reward of a group of one is divided by 1 + 1e-6, ours is not.',
  'The vectorized RLOO gives 0 to a group of one, the loop its raw reward.',
] as const
