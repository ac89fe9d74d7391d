import type { Estimator } from '../estimator.ts'
import { broadcastGraph } from './broadcast.ts'
import { needsOutcome, SINGLETON, UNIT } from './group-options.ts'
import { leaveOneOutCentred } from './group-statistics.ts'
import { groupSamples } from './samples.ts'

/** Leave-one-out baseline: outcome minus the mean of the others (methods.md §1). */
export const rloo: Estimator = {
  id: 'rloo',
  label: 'RLOO',
  family: 'baseline',
  formula: 'A = R − mean of the other outcomes of the group',
  source: 'RLOO, arXiv:2402.14740',
  unavailable: needsOutcome,
  options: [SINGLETON, UNIT],
  graph: (batch, options) => {
    const unit = options.unit === 'segment' ? 'segment' : 'rollout'
    return broadcastGraph(batch, groupSamples(batch, unit, options), (outcomes) =>
      outcomes.length === 1
        ? [options.singleton === 'raw' ? outcomes[0] : 0]
        : leaveOneOutCentred(outcomes),
    )
  },
}
