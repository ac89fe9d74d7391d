/** Under which estimators a trainer's fault acts. */
import type { Estimator } from '../estimator.ts'
import type { Options } from '../options.ts'
import type { FaultCode } from './preset.ts'

export interface FaultSetting {
  readonly estimator: Estimator
  /** Resolved. */
  readonly options: Options
  /** Aggregation mode; undefined: the loss is not looked at. */
  readonly mode?: string
}

type Acts = (setting: FaultSetting) => boolean

/** `truncation` is what only the GAE family has. */
const isGae: Acts = ({ options }) => options.truncation !== undefined
const isReturn: Acts = ({ estimator: { id } }) =>
  id === 'discounted-return' || id === 'reinforce-pp'
const isAnyOf =
  (...ids: readonly string[]): Acts =>
  ({ estimator }) =>
    ids.includes(estimator.id)
const hasGroupMean = isAnyOf('grpo', 'rloo', 'reinforce-pp-baseline')
const whitens: Acts = ({ estimator, options }) =>
  estimator.alwaysWhitens === true || options.whiten === 'batch'
const isMode =
  (id: string): Acts =>
  ({ mode }) =>
    mode === id

const ACTS: Readonly<Record<FaultCode, Acts>> = {
  'reward-lost-on-observation': (setting) => isGae(setting) || isReturn(setting),
  'reward-lost-off-run-end': isAnyOf('chunk-return'),
  'padding-leak': isGae,
  'return-reset-at-observation': isReturn,
  'singleton-raw-reward': hasGroupMean,
  'whitening-raises': whitens,
  'one-global-group': hasGroupMean,
  'unmasked-token-mean': isMode('token-mean'),
  'norm-not-divided-by-batch': isMode('seq-mean-token-sum-norm'),
  // Rejection is none of our ratio rules.
  'k1-rejects-on-inverse-ratio': () => false,
  'truncation-from-width': isGae,
  'critic-target-scaled': isAnyOf('compaction-gae'),
  'two-lambdas': isAnyOf('compaction-gae'),
}

/** Faults of the loss, whatever the estimator. */
const OF_LOSS: readonly FaultCode[] = [
  'unmasked-token-mean',
  'norm-not-divided-by-batch',
  'k1-rejects-on-inverse-ratio',
]

export const isOfLoss = (code: FaultCode): boolean => OF_LOSS.includes(code)

export const actsUnder = (code: FaultCode, setting: FaultSetting): boolean => ACTS[code](setting)
