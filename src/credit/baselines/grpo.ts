import type { Estimator } from '../estimator.ts'
import { broadcastGraph } from './broadcast.ts'
import { needsOutcome, SINGLETON, UNIT } from './group-options.ts'
import { type GroupNorm, groupAdvantages } from './group-statistics.ts'
import { groupSamples } from './samples.ts'

const STDS = ['population', 'sample', 'none', 'leave-one-out'] as const

/** Group-relative outcome, broadcast to every action token (methods.md §1). */
export const grpo: Estimator = {
  id: 'grpo',
  label: 'GRPO',
  family: 'baseline',
  formula: 'A = (R − mean of the group) / (std of the group + ε), the same for every action token',
  source:
    'Shao et al., “DeepSeekMath: Pushing the Limits of Mathematical Reasoning in Open Language Models”, arXiv:2402.03300; std none is Dr.GRPO, Liu et al., “Understanding R1-Zero-Like Training: A Critical Perspective”, arXiv:2503.20783; leave-one-out is NeMo-RL’s',
  unavailable: needsOutcome,
  options: [
    {
      kind: 'choice',
      name: 'std',
      help: 'Standard deviation that the centred outcome is divided by: of the group (ddof 0 or 1), none (Dr.GRPO), or of the others (NeMo-RL).',
      default: 'population',
      choices: STDS.map((value) => ({ value, label: value })),
    },
    {
      kind: 'number',
      name: 'eps',
      help: 'Added to the standard deviation: 1e-6 in verl and slime, 1e-4 in TRL.',
      default: 0,
      min: 0,
      max: 1,
      step: 1e-6,
      when: { option: 'std', is: ['population', 'sample', 'leave-one-out'] },
    },
    SINGLETON,
    UNIT,
  ],
  graph: (batch, options) => {
    const norm: GroupNorm = {
      std: STDS.find((s) => s === options.std) ?? 'population',
      eps: Number(options.eps),
      singleton: options.singleton === 'raw' ? 'raw' : 'zero',
    }
    const unit = options.unit === 'segment' ? 'segment' : 'rollout'
    return broadcastGraph(batch, groupSamples(batch, unit, options), (outcomes) =>
      groupAdvantages(outcomes, norm),
    )
  },
}
