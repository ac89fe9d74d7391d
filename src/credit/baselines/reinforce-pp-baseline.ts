import type { Batch } from '../../trace/batch.ts'
import type { Estimator } from '../estimator.ts'
import { REINFORCE_OBSERVATIONS, REWARD_AT, WHITEN_ALWAYS } from '../gae-options.ts'
import type { Options } from '../options.ts'
import { buildReturnChain } from '../return-chain.ts'
import { mean } from './group-statistics.ts'
import { groupSamples } from './samples.ts'

/** REINFORCE++ with a group baseline: outcome − group mean first, then as REINFORCE++ (rule 19). */
export const reinforcePpBaseline: Estimator = {
  id: 'reinforce-pp-baseline',
  label: 'REINFORCE++ baseline',
  family: 'chain',
  reads: ['gamma'],
  formula:
    'r = R − mean of the group on the last token;  A_t = (G_t − mean) / sqrt(var + ε) over the batch',
  source: 'REINFORCE++-baseline, arXiv:2501.03262',
  alwaysWhitens: true,
  options: [REINFORCE_OBSERVATIONS, REWARD_AT, ...WHITEN_ALWAYS],
  graph: (batch, options) => ({
    ...buildReturnChain(centred(batch, options), options),
    hasReturns: false,
  }),
}

/** The batch with R − group mean as the only reward. */
function centred(batch: Batch, options: Options): Batch {
  const { rewards: _, ...columns } = batch.columns
  const outcome = new Float64Array(batch.rolloutCount).fill(Number.NaN)
  for (const group of groupSamples(batch, 'rollout', options)) {
    const counted = group.filter((sample) => sample.counted)
    const center = mean(counted.map((sample) => sample.outcome))
    for (const sample of counted) outcome[sample.rollout] = sample.outcome - center
  }
  return { ...batch, columns, rollout: { ...batch.rollout, outcome } }
}
