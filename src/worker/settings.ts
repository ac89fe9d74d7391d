/** The part of the document that decides numbers. */
import type { Options } from '../credit/options.ts'
import type { Outcomes, ValueSource } from '../trace/prepare.ts'

export interface Slot {
  readonly estimator: string
  /** By public name; a missing one has its default. */
  readonly options: Options
}

/** A ratio rule with its options by public name; a missing one has its default. */
export interface RatioChoice {
  readonly rule: string
  readonly options: Options
}

/** Made-up policy drift where log-probs are missing (credit/ratio/drift.ts). */
export interface DriftChoice {
  /** σ of ln(π_θ/π_old) per update. */
  readonly size: number
  readonly seed: number
}

/** How token losses become one number, and what of it the page shows. */
export interface AggregateChoice {
  readonly mode: string
  /** Fixed length of `seq-mean-token-sum-norm`. */
  readonly lMax: number
  /** Whether tokens that a ratio rule masks still count in the denominators. */
  readonly denominator: 'before' | 'after'
  /** Whether rows without action tokens count in means over rows. */
  readonly emptyRows: 'skip' | 'count'
  /** Sum of weights, or of weights × |coefficient|. */
  readonly measure: 'weight' | 'gradient'
}

/** The part of the document that decides numbers. */
export interface CreditSettings {
  readonly a: Slot
  readonly b: Slot
  readonly gamma: number
  readonly lambda: number
  /** undefined = λ of the policy. */
  readonly lambdaCritic: number | undefined
  readonly epsLow: number
  readonly epsHigh: number
  /** Which tokens of the policy loss keep their gradient, and with what weight. */
  readonly ratio: RatioChoice
  /** A second rule beside it; undefined = none. */
  readonly against: RatioChoice | undefined
  /** undefined = off. */
  readonly drift: DriftChoice | undefined
  readonly aggregate: AggregateChoice
  readonly values: ValueSource
  readonly outcomes: Outcomes
  /** Training step whose rollouts are the batch; indices count within it. Absent: the whole trace. */
  readonly step?: number
}
