import type { Preset } from './preset.ts'

export const nemoRl: Preset = {
  id: 'nemo-rl-7ea279ab',
  label: 'NeMo-RL',
  source: { at: 'NVIDIA-NeMo/RL', commit: '7ea279ab' },
  aspects: {
    gae: {
      options: { observations: 'skip', rewardAt: 'last-action' },
      evidence: 'read',
      stated: ['rewardAt'],
    },
    baseline: {
      id: 'grpo',
      options: { std: 'leave-one-out', eps: 1e-6, singleton: 'zero' },
      evidence: 'read',
    },
    whitening: { options: { ddof: 0, eps: 1e-8, form: 'floor' }, evidence: 'read' },
  },
  notes: [
    'Where λ follows the length, α·l is held at 1 or more, which is our clamp at 0; l counts action tokens.',
  ],
  faults: [],
}
