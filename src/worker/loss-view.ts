/** The policy loss as the page sees it, nothing per token. */
import type { ColumnPlan } from '../credit/ratio/columns.ts'
import type { RatioUnit, Region } from '../credit/ratio/rule.ts'

/**
 * What a rule does to a token's gradient: none left, another weight than r, or r·A as it is. A token whose
 * advantage is 0 has no gradient to lose and counts as kept.
 */
export type TokenFate = 'kept' | 'changed' | 'dropped'

/** Action tokens that have a ratio, and what became of them. */
export interface LossTally {
  readonly tokens: number
  readonly dropped: number
  readonly changed: number
}

export interface TurnTally {
  /** Segment of the rollout, and the turn's number in the rollout, both from 0. */
  readonly segment: number
  readonly turn: number
  readonly tally: LossTally
}

/** Action tokens, and how many of them AsyPPO leaves out of the entropy bonus. */
export interface EntropyTally {
  readonly tokens: number
  readonly filtered: number
}

/** AsyPPO's entropy filter under B: the tokens on which the critics disagree most. */
export interface EntropyView {
  /** h, chosen over the batch. */
  readonly share: number
  readonly batch: EntropyTally
  readonly rollout: EntropyTally
  readonly bySegment: readonly EntropyTally[]
}

/** One ratio rule over the selected rollout; advantages are B's. */
export interface RuleView {
  readonly rule: string
  readonly columns: ColumnPlan
  /** Some of the ratios rest on simulated log-probs. */
  readonly simulated: boolean
  readonly unit: RatioUnit
  readonly region: Region
  /** Histogram: bin edges in ln r (length n + 1) and action tokens. */
  readonly edges: Float64Array
  readonly counts: Uint32Array
  readonly changedCounts: Uint32Array
  readonly droppedCounts: Uint32Array
  readonly rollout: LossTally
  readonly bySegment: readonly LossTally[]
  /** Turns, the first ones of very many, and how many there are. */
  readonly byTurn: readonly TurnTally[]
  readonly turnCount: number
}

/** A part of `Frame` (api.ts). */
export interface LossView {
  /** undefined: the trace lacks the log-probs. */
  readonly first: RuleView | undefined
  /** undefined: no second rule is chosen, or as above. */
  readonly second: RuleView | undefined
  /** undefined: B does not reweight by AsyPPO, or the trace has no ensemble. */
  readonly entropy: EntropyView | undefined
}

/** One ratio rule over the batch. */
export interface RuleTallies {
  readonly rule: string
  readonly simulated: boolean
  readonly batch: LossTally
  /** By the sign of the advantage. */
  readonly bySign: Readonly<Record<'positive' | 'zero' | 'negative', LossTally>>
  /** By versions between the newest and the token's, smallest first; empty without versions. */
  readonly byLag: readonly { readonly lag: number; readonly tally: LossTally }[]
  /** Segments with action tokens but without the log-probs. */
  readonly without: number
}

/** A part of `Totals` (totals.ts). */
export interface LossTallies {
  readonly first: RuleTallies | undefined
  readonly second: RuleTallies | undefined
}
