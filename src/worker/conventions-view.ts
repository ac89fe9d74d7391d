/** Two trainers' conventions on the trace, as the panel shows them: a view (views.ts), nothing per token. */
import type { Difference } from '../credit/conventions/differences.ts'
import type { TraceFacts, WhyCode } from '../credit/conventions/facts.ts'
import type { Evened, Offer } from '../credit/conventions/pair.ts'
import type { ColumnSeries, Slot } from './api.ts'

export interface ConventionsQuestion {
  /** Ids of presets. */
  readonly a: string
  readonly b: string
  /** Undefined: the page's B or A where both trainers have it, else one that they have. */
  readonly estimator: string | undefined
  /** For both; undefined: as each trainer does, and as on the page where none is known to always do it. */
  readonly whiten: 'none' | 'batch' | undefined
  /** Pixel columns of the strips. */
  readonly columns: number
}

export interface OfferView extends Offer {
  /** Why the trace cannot serve it. */
  readonly unavailable: string | undefined
}

/** Neighbouring action tokens of a segment with the same two numbers. */
export interface TokenRun {
  /** Index of the rollout. */
  readonly rollout: number
  /** Index inside the rollout. */
  readonly segment: number
  /** First and last position inside the response. */
  readonly position: number
  readonly last: number
  readonly a: number
  readonly b: number
}

/** A difference and what it does alone: A with this one option of B. */
export interface Cause {
  readonly difference: Difference
  /** Largest change of an advantage (absolute), or of a token's weight (factor, 1 = none). */
  readonly largest: number
  /** Action tokens that it changes. */
  readonly tokens: number
  /** Why it changes none. */
  readonly why: WhyCode | undefined
}

export interface DifferenceStrip {
  /** Index inside the rollout. */
  readonly segment: number
  readonly length: number
  /** B − A of the tokens that differ; NaN where none does. */
  readonly difference: ColumnSeries
}

export interface AdvantageComparison {
  readonly estimator: string
  readonly slots: { readonly a: Slot; readonly b: Slot }
  /** What A, B fix beyond the estimator's options: λ of the critic. */
  readonly lambdaCritic: { readonly a: number | undefined; readonly b: number | undefined }
  readonly evened: readonly Evened[]
  readonly open: readonly string[]
  /** Action tokens, and rollouts, of the batch and how many differ. */
  readonly tokens: number
  readonly differing: number
  readonly rollouts: number
  readonly differingRollouts: number
  /** Tokens whose sign is another. */
  readonly flips: number
  readonly largest: TokenRun | undefined
  /** Largest |advantage| of both. */
  readonly scale: number
  readonly causes: readonly Cause[]
  /** Of the selected rollout. */
  readonly own: {
    readonly tokens: number
    readonly differing: number
    /** Positions of its longest segment. */
    readonly longest: number
    /** Largest |B − A|: half-width of the colour scale. */
    readonly extent: number
    readonly strips: readonly DifferenceStrip[]
    readonly segments: number
    /** The largest difference of each unbroken stretch of actions; the largest of these. */
    readonly top: readonly TokenRun[]
  }
}

export interface WeightComparison {
  /** Action tokens whose weight in the loss differs, of those that count in both. */
  readonly tokens: number
  readonly differing: number
  readonly segments: number
  readonly differingSegments: number
  readonly largest:
    | {
        readonly rollout: number
        readonly segment: number
        readonly a: number
        readonly b: number
      }
    | undefined
  readonly causes: readonly Cause[]
  readonly evened: readonly Evened[]
  /** Aggregation, emptyRows, rejection that both leave open. */
  readonly open: readonly string[]
}

export interface ConventionsView {
  readonly offers: readonly OfferView[]
  /** Undefined: no estimator of which both are known that the trace can serve. */
  readonly advantage: AdvantageComparison | undefined
  /** Undefined: they are not known to differ in it. */
  readonly weight: WeightComparison | undefined
  readonly facts: TraceFacts
}
