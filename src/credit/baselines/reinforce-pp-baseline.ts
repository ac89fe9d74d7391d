import type { Batch } from '../../trace/batch.ts'
import type { Estimator } from '../estimator.ts'
import { REWARD_AT } from '../gae-options.ts'
import { runOfNode } from '../graph.ts'
import { REINFORCE_OBSERVATIONS } from '../observation-options.ts'
import type { Options } from '../options.ts'
import { buildReturnChain } from '../return-chain.ts'
import { WHITEN_ALWAYS } from '../whiten-options.ts'
import { needsOutcome } from './group-options.ts'
import { centredOutcomes } from './group-statistics.ts'
import { groupSamples } from './samples.ts'

/** REINFORCE++ with a group baseline: outcome − group mean first, then as REINFORCE++ (rule 19). */
export const reinforcePpBaseline: Estimator = {
  id: 'reinforce-pp-baseline',
  label: 'REINFORCE++ baseline',
  family: 'chain',
  reads: ['gamma'],
  tex: [
    String.raw`r_{i,T_i} = R_i - \mu_{g(i)}, \quad \mu_g = \frac{1}{|g|}\sum_{j \in g} R_j`,
    String.raw`G_{i,t} = r_{i,t} + \gamma\, G_{i,t+1}`,
    String.raw`A_{i,t} = \frac{G_{i,t} - \mu_G}{\sqrt{\mathrm{var}(G) + \varepsilon}}`,
    String.raw`\mathrm{var}(G) = \frac{1}{N - d}\sum_{i,t} (G_{i,t} - \mu_G)^2`,
  ],
  symbols: [
    'advantage',
    'discounted',
    'reward',
    'outcome',
    'groupMean',
    'groupCount',
    'rolloutOfGroup',
    'group',
    'lastToken',
    'tokenOfRollout',
    'tokenMean',
    'tokenCount',
  ],
  needs: ['group'],
  source: 'REINFORCE++-baseline, arXiv:2501.03262',
  pitfalls: [
    'Whitening centres again, weighted by tokens: beside a group with one success of 1 token and one failure of 3, a group that is all right gets +0.354, not 0.',
    'Rewards inside the rollout are not read: R minus the group mean is the only reward.',
  ],
  unavailable: needsOutcome,
  alwaysWhitens: true,
  options: [REINFORCE_OBSERVATIONS, REWARD_AT, ...WHITEN_ALWAYS],
  graph: (batch, options) => {
    const { ofCentred, slopes } = centred(batch, options)
    const graph = buildReturnChain(ofCentred, options)
    return {
      ...graph,
      terminalWeight: (node) =>
        slopes[batch.segment.rollout[graph.runSegment[runOfNode(graph, node)]]],
      hasReturns: false,
    }
  },
}

interface Centred {
  /** The batch with R − group mean as the only reward. */
  readonly ofCentred: Batch
  /** By rollout: what is left of a change of R, which moves the mean too. */
  readonly slopes: Float64Array
}

function centred(batch: Batch, options: Options): Centred {
  const { rewards: _, ...columns } = batch.columns
  const outcome = new Float64Array(batch.rolloutCount).fill(Number.NaN)
  const slopes = new Float64Array(batch.rolloutCount)
  for (const group of groupSamples(batch, 'rollout', options)) {
    const counted = group.filter((sample) => sample.counted)
    const advantages = centredOutcomes(counted.map((sample) => sample.outcome))
    counted.forEach((sample, i) => {
      outcome[sample.rollout] = advantages[i]
      slopes[sample.rollout] = 1 - 1 / counted.length
    })
  }
  return { ofCentred: { ...batch, columns, rollout: { ...batch.rollout, outcome } }, slopes }
}
