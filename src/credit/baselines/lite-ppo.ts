import type { Estimator } from '../estimator.ts'
import { EPSILON } from '../options.ts'
import { ddof } from '../whiten-options.ts'
import { broadcastGraph } from './broadcast.ts'
import { needsOutcome } from './group-options.ts'
import { centredSlopes } from './group-slopes.ts'
import { litePpoAdvantages, litePpoDivisor } from './group-statistics.ts'
import { groupSamples } from './samples.ts'

/** Lite PPO (2508.08221): group mean, standard deviation of the raw outcomes of the whole batch. */
export const litePpo: Estimator = {
  id: 'lite-ppo',
  label: 'Lite PPO',
  family: 'baseline',
  tex: [
    String.raw`A_{i,t} = \frac{R_i - \mu_{g(i)}}{\sigma_{\mathrm{batch}} + \varepsilon}`,
    String.raw`\sigma_{\mathrm{batch}} = \sqrt{\frac{1}{B - d}\sum_{j=1}^{B} (R_j - \mu_{\mathrm{batch}})^2}`,
    String.raw`\mu_g = \frac{1}{|g|}\sum_{j \in g} R_j`,
  ],
  symbols: [
    'advantage',
    'outcome',
    'groupMean',
    'groupCount',
    'rolloutOfGroup',
    'group',
    'batchStd',
    'batchMean',
    'batchRollouts',
  ],
  source: 'Lite PPO, arXiv:2508.08221 (ddof not stated there; ROLL uses 1)',
  pitfalls: [
    'The std is that of the raw outcomes, not of the centred ones: groups 1, 0, 1, 1 and 0, 0, 0, 1 have 0.5, their centred outcomes 0.433.',
    'σ belongs to the batch: regrouping the same prompts into other batches changes every advantage.',
  ],
  unavailable: needsOutcome,
  options: [
    ddof(0),
    {
      kind: 'number',
      name: 'eps',
      symbol: EPSILON,
      help: 'Added to the standard deviation.',
      default: 0,
      min: 0,
      max: 1,
      step: 1e-6,
    },
  ],
  graph: (batch, options) => {
    const groups = groupSamples(batch, 'rollout', options)
    const all = groups.flat().filter((sample) => sample.counted)
    const divisor = litePpoDivisor(
      all.map((sample) => sample.outcome),
      Number(options.ddof),
      Number(options.eps),
    )
    // σ is the batch's and taken as given, as whitening is: ∂A/∂R is before what mixes the whole batch.
    return broadcastGraph(
      batch,
      groups,
      (outcomes) => litePpoAdvantages(outcomes, divisor),
      (_, direction, at) => centredSlopes(direction)[at] / divisor,
    )
  },
}
