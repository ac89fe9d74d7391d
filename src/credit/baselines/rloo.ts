import type { Estimator } from '../estimator.ts'
import { broadcastGraph } from './broadcast.ts'
import { needsOutcome, SINGLETON, UNIT } from './group-options.ts'
import { leaveOneOutSlopes } from './group-slopes.ts'
import { rlooAdvantages } from './group-statistics.ts'
import { groupSamples } from './samples.ts'

/** Leave-one-out baseline: outcome minus the mean of the others (methods.md §1). */
export const rloo: Estimator = {
  id: 'rloo',
  label: 'RLOO',
  family: 'baseline',
  tex: [String.raw`A_{i,t} = R_i - \frac{1}{G-1}\sum_{j \ne i} R_j = \frac{G}{G-1}\,(R_i - \mu)`],
  symbols: ['advantage', 'outcome', 'groupMean', 'groupSize', 'member'],
  source: 'RLOO, arXiv:2402.14740',
  pitfalls: [
    'It is G/(G − 1) times Dr.GRPO: 1, 0, 1, 1 gives +0.333 / −1 against +0.25 / −0.75, so a learning rate does not carry over.',
    'A group of one has no others: verl’s loop passes the raw outcome on, its vectorised form and SkyRL give 0.',
  ],
  unavailable: needsOutcome,
  options: [SINGLETON, UNIT],
  graph: (batch, options) => {
    const unit = options.unit === 'segment' ? 'segment' : 'rollout'
    const singleton = options.singleton === 'raw' ? 'raw' : 'zero'
    return broadcastGraph(
      batch,
      groupSamples(batch, unit, options),
      (outcomes) => rlooAdvantages(outcomes, singleton),
      (outcomes, direction, at) =>
        outcomes.length > 1
          ? leaveOneOutSlopes(direction)[at]
          : singleton === 'raw'
            ? direction[at]
            : 0,
    )
  },
}
