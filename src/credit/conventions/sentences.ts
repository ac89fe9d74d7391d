/** What an option of a trainer does, as the rest of a sentence that its name opens. */
import { aggregateModeOf } from '../aggregate/aggregate.ts'
import type { OptionValue } from '../options.ts'
import { ratioRuleOf } from '../ratio/registry.ts'
import { estimatorOf } from '../registry.ts'
import type { Aspect } from './preset.ts'

const VALUES: Readonly<Record<string, string>> = {
  'gae.observations=skip': 'carries value and accumulators over observation tokens',
  'gae.observations=dense': 'steps through observation tokens like action tokens',
  'gae.observations=zero': 'steps through observation tokens with value and reward 0',
  'gae.truncation=bootstrap': 'bootstraps a truncated rollout from its value',
  'gae.truncation=terminal': 'treats a truncated rollout as ended',
  'rewardAt=last-action': 'writes the outcome on the last action token',
  'rewardAt=last-position': 'writes the outcome on the last response position',
  'lambdaRule=fixed': 'has a fixed λ',
  'lambdaRule=length-adaptive': 'lets λ follow the length',
  'lambdaLength=rollout': 'counts the action tokens of the rollout for λ',
  'lambdaLength=segment': 'counts the action tokens of the segment for λ',
  'reward=copied': 'copies the outcome to the end of every segment',
  'reward=last-only': 'writes the outcome on the last segment only',
  'return.observations=skip': 'carries the return over observation tokens',
  'return.observations=dense': 'counts observation tokens as γ-steps of the return',
  'return.observations=reset': 'starts the return again at every observation',
  'std=population': 'divides by the population standard deviation of the group',
  'std=sample': 'divides by the sample standard deviation of the group',
  'std=none': 'does not divide by a standard deviation',
  'std=leave-one-out': 'takes mean and standard deviation of the others in the group',
  'singleton=zero': 'gives a group of one advantage 0',
  'singleton=raw': 'gives a group of one its raw outcome',
  'unit=rollout': 'counts a rollout once in the statistics',
  'unit=segment': 'counts every segment in the statistics',
  'form=floor': 'whitens by sqrt(max(var, ε))',
  'form=add': 'whitens by sqrt(var + ε)',
  'whiten=batch': 'always whitens GAE advantages over the batch',
  'ddof=0': 'whitens with the population variance',
  'ddof=1': 'whitens with the sample variance',
  'groupFilter=tb': 'drops flagged groups, at most half of all',
  'overlong=keep': 'leaves overlong rollouts in the loss',
  'overlong=mask': 'masks overlong rollouts but keeps them in the statistics',
  'emptyRows=skip': 'leaves rows without action tokens out of row means',
  'emptyRows=count': 'counts rows without action tokens in row means',
  'rejection=before': 'divides by the tokens before rejection',
  'rejection=after': 'divides by the tokens that survive rejection',
}

const NUMBERS: Readonly<Record<string, string>> = {
  eps: 'uses ε',
  alpha: 'uses α',
  lambdaCritic: 'uses λ_critic',
  epsLow: 'uses ε_low',
  epsHigh: 'uses ε_high',
}

/** The name of an estimator, rule or mode as the page shows it. */
function nameOf(aspect: Aspect, id: string): string {
  const registry =
    aspect === 'aggregation' ? aggregateModeOf : aspect === 'ratio' ? ratioRuleOf : estimatorOf
  return registry(id)?.label ?? id
}

/** `carries value and accumulators over observation tokens`; the value itself where no words exist. */
export function describeOption(aspect: Aspect, option: string, value: OptionValue): string {
  const words = VALUES[`${aspect}.${option}=${value}`] ?? VALUES[`${option}=${value}`]
  if (words) return words
  if (option === 'id') return `uses ${nameOf(aspect, String(value))}`
  return `${NUMBERS[option] ?? `sets ${option} to`} ${value}`
}
