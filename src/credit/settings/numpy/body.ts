/** What an estimator's template gives the composer. */
import type { Settings } from '../settings.ts'
import type { Lines, Needs } from './python.ts'

export interface Body {
  /** In the order of one assignment. */
  readonly parameters: readonly (readonly [name: string, value: number])[]
  readonly needs: Needs
  /** Functions of the estimator, each with an empty line before it. */
  readonly helpers: Lines
  /** Fills `A`, and `G` where there are returns. */
  readonly main: Lines
  /** Python name of the returns; undefined = the estimator defines none. */
  readonly returns: string | undefined
}

export type Template = (settings: Settings) => Body

export const NO_NEEDS: Needs = { outcome: false, row: false, groups: false }

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
