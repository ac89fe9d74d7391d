/** What an estimator's template gives the composer. */
import type { Settings } from '../settings.ts'
import type { FactName } from './facts.ts'
import type { Lines } from './python.ts'

export interface Body {
  /** In the order of one assignment. */
  readonly parameters: readonly (readonly [name: string, value: number])[]
  /** What it reads of every rollout (facts.ts). */
  readonly facts: readonly FactName[]
  /** Functions of the estimator. */
  readonly helpers: Lines
  /** Sets `row["advantages"]` of every row, and `row["returns"]` where there are returns. */
  readonly main: Lines
  /** Whether the estimator defines returns. */
  readonly returns: boolean
  /** `row["advantages"]` also stands on observations inside a turn, until it is printed. */
  readonly masks?: boolean
}

export type Template = (settings: Settings) => Body

/** Whether the critic's accumulator differs from the policy's. */
export const hasOwnCritic = ({ lambdaCritic, lambda, options }: Settings): boolean =>
  lambdaCritic !== undefined &&
  (options.lambdaRule === 'length-adaptive' || lambdaCritic !== lambda)

/** γ, λ, λ_critic and α, as far as they act. */
export const sliders = (settings: Settings): Body['parameters'] => [
  ['gamma', settings.gamma],
  ...(settings.options.lambdaRule === 'length-adaptive'
    ? [['alpha', Number(settings.options.alpha)] as const]
    : [['lam', settings.lambda] as const]),
  ...(hasOwnCritic(settings) ? [['lam_critic', Number(settings.lambdaCritic)] as const] : []),
]
