import type { Estimator } from '../estimator.ts'
import { EPSILON } from '../options.ts'
import { broadcastGraph } from './broadcast.ts'
import { needsOutcome, SINGLETON, UNIT } from './group-options.ts'
import { groupSlopes, leaveOneOutSlope } from './group-slopes.ts'
import { type GroupNorm, groupAdvantages } from './group-statistics.ts'
import { groupSamples } from './samples.ts'

const STDS = ['population', 'sample', 'none', 'leave-one-out'] as const

const STD_TEX = {
  population: [String.raw`\sigma = \sqrt{\frac{1}{G}\sum_{j=1}^{G} (R_j - \mu)^2}`],
  sample: [String.raw`\sigma = \sqrt{\frac{1}{G - 1}\sum_{j=1}^{G} (R_j - \mu)^2}`],
  none: [String.raw`A_{i,t} = R_i - \mu`],
  'leave-one-out': [
    String.raw`A_{i,t} = \frac{R_i - \mu_{-i}}{\sigma_{-i} + \varepsilon}, \quad \mu_{-i} = \frac{1}{G-1}\sum_{j \ne i} R_j`,
    String.raw`\sigma_{-i} = \sqrt{\frac{1}{G - 2}\sum_{j \ne i} (R_j - \mu_{-i})^2}`,
  ],
} as const

/** Group-relative outcome, broadcast to every action token (methods.md §1). */
export const grpo: Estimator = {
  id: 'grpo',
  label: 'GRPO',
  family: 'baseline',
  tex: [
    String.raw`A_{i,t} = \frac{R_i - \mu}{\sigma + \varepsilon}`,
    String.raw`\mu = \frac{1}{G}\sum_{j=1}^{G} R_j`,
  ],
  symbols: ['advantage', 'outcome', 'groupMean', 'groupStd', 'groupSize', 'member'],
  source:
    'Shao et al., “DeepSeekMath: Pushing the Limits of Mathematical Reasoning in Open Language Models”, arXiv:2402.03300; std none is Dr.GRPO, Liu et al., “Understanding R1-Zero-Like Training: A Critical Perspective”, arXiv:2503.20783; leave-one-out is NeMo-RL’s',
  pitfalls: [
    'The std’s convention is no detail: outcomes 1, 0, 1, 1 give +0.577 / −1.732 with the population’s, +0.5 / −1.5 with the sample’s, 15 % apart.',
    'A nearly equal group is blown up: 1, 1, 1, 0.9995 gives the last one −1.49 at ε = 1e-6 and −1.07 at 1e-4 (sample std).',
    'If segments count as members, a success cut in three against one failure gives +0.577 / −1.732 instead of +1 / −1.',
  ],
  unavailable: needsOutcome,
  options: [
    {
      kind: 'choice',
      name: 'std',
      help: 'Standard deviation that the centred outcome is divided by: of the group (ddof 0 or 1), none (Dr.GRPO), or of the others (NeMo-RL).',
      default: 'population',
      choices: STDS.map((value) => ({ value, label: value, tex: STD_TEX[value] })),
    },
    {
      kind: 'number',
      name: 'eps',
      symbol: EPSILON,
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
    return broadcastGraph(
      batch,
      groupSamples(batch, unit, options),
      (outcomes) => groupAdvantages(outcomes, norm),
      (outcomes, direction, at) =>
        norm.std === 'leave-one-out' && outcomes.length > 1
          ? leaveOneOutSlope(outcomes, direction, norm.eps, at)
          : groupSlopes(outcomes, direction, norm)[at],
    )
  },
}
