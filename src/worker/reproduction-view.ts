/** Which conventions give the advantages that the trace recorded: a view (views.ts), nothing per token. */
import type { Options } from '../credit/options.ts'
import type { Place } from './place.ts'

/** Nothing to choose. */
export type ReproductionQuestion = Readonly<Record<string, never>>

/** A preset's id, or one of the page's own two. */
export type Maker =
  | {
      readonly kind: 'preset'
      readonly id: string
      /** Options that the preset leaves open and that may matter here: they are our defaults, not the trainer's. */
      readonly open: readonly string[]
      /** The estimator is the trainer's own; else what it does under its own is put into another of the family. */
      readonly own: boolean
    }
  | { readonly kind: 'page'; readonly slot: 'a' | 'b' }

/** How near computed advantages come to recorded ones. */
export interface Closeness {
  /** Action tokens with a recorded number that were compared. */
  readonly tokens: number
  /** Of them, within 1e-4 of the recorded number. */
  readonly share: number
  readonly maxAbsolute: number
  /** Of each token over its recorded |number|, or over the usual one of its rollout where it is small. */
  readonly maxRelative: number
  readonly meanRelative: number
  readonly worst: Place & { readonly got: number; readonly recorded: number }
}

/** One set of options with the γ and λ that come closest. */
export interface Trial extends Closeness {
  readonly makers: readonly Maker[]
  readonly estimator: string
  /** Resolved. */
  readonly options: Options
  /** Undefined: the estimator reads none. */
  readonly gamma: number | undefined
  readonly lambda: number | undefined
  /** What its advantages are multiplied by; 1 unless it is a `scaled` one. */
  readonly factor: number
}

export type ReproductionView =
  /** The trace has no recorded advantage on an action token. */
  | { readonly kind: 'none' }
  /** All recorded ones are 0: every convention that gives 0 would do. */
  | { readonly kind: 'zero'; readonly tokens: number }
  /** No group is small enough to try. */
  | { readonly kind: 'too-large'; readonly positions: number }
  | {
      readonly kind: 'tried'
      /** Action tokens with a recorded number. */
      readonly allTokens: number
      /** Rollouts with a recorded number, and those of them whose outcome nobody knows: it counts as 0. */
      readonly recordedRollouts: number
      readonly withoutOutcome: number
      /** Whole groups that were compared. */
      readonly groups: number
      readonly allGroups: number
      /** Which whitened forms were tried, as they need the whole batch: what always whitens costs less. */
      readonly whitened: 'all' | 'always' | 'none'
      /** Sets of options, how many of them reproduce every token, and how many of these are as close as the best. */
      readonly sets: number
      readonly reproducing: number
      readonly tied: number
      readonly gammas: readonly number[]
      readonly lambdas: readonly number[]
      /** Best first. */
      readonly best: readonly Trial[]
      /**
       * Times one factor it gives every token, where no set of options does so as it is; and how many sets do, each
       * with a factor of its own: from two on the trace does not tell whose they are.
       */
      readonly scaled: Trial | undefined
      readonly scaledSets: number
    }
