import type { Estimator } from '../estimator.ts'
import { ddof } from '../gae-options.ts'
import { broadcastGraph } from './broadcast.ts'
import { needsOutcome } from './group-options.ts'
import { mean, standardDeviation } from './group-statistics.ts'
import { groupSamples } from './samples.ts'

/** Lite PPO (2508.08221): group mean, standard deviation of the raw outcomes of the whole batch. */
export const litePpo: Estimator = {
  id: 'lite-ppo',
  label: 'Lite PPO',
  family: 'baseline',
  formula: 'A = (R − mean of the group) / (std of all outcomes of the batch + ε)',
  source: 'Lite PPO, arXiv:2508.08221 (ddof not stated there; ROLL uses 1)',
  unavailable: needsOutcome,
  options: [
    ddof(0),
    {
      kind: 'number',
      name: 'eps',
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
    const spread = standardDeviation(
      all.map((sample) => sample.outcome),
      Number(options.ddof),
    )
    // Outcomes that are all equal have advantage 0 whatever eps.
    const divisor = spread === 0 ? Number.POSITIVE_INFINITY : spread + Number(options.eps)
    return broadcastGraph(batch, groups, (outcomes) => {
      const center = mean(outcomes)
      return outcomes.map((r) => (r - center) / divisor)
    })
  },
}
