/** A ratio rule made ready for a batch, for those who read its numbers; `loss.ts` makes it. */
import type { Options } from '../credit/options.ts'
import type { ColumnPlan } from '../credit/ratio/columns.ts'
import type { Drift } from '../credit/ratio/drift.ts'
import type { RatioRule } from '../credit/ratio/rule.ts'
import type { FloatColumn } from '../trace/batch.ts'
import type { TokenFate } from './loss-view.ts'
import type { Computed } from './slots.ts'

export interface SegmentLoss {
  /** As the rule saw them: 0 where they are too small for a loss to hear. */
  readonly advantages: FloatColumn
  readonly ratio: Float64Array
  readonly coefficient: Float64Array
  readonly simulated: boolean
  /**
   * Whether the rule masks the token, so that a trainer may take it out of the denominators too; also where
   * it has no advantage and so no coefficient to lose. A clipped token is not rejected: its gradient is 0, but
   * verl's `agg_loss` still divides by all of `response_mask`, TRL by `mask.sum()`.
   */
  readonly rejects: (position: number) => boolean
}

/** A rule made ready for one batch and one set of advantages. */
export interface PreparedRule {
  readonly rule: RatioRule
  readonly options: Options
  readonly plan: ColumnPlan
  readonly computed: Computed
  readonly drift: Drift | undefined
  readonly newest: number
  /** Of a segment's positions (index over the batch); undefined: no log-probs there. */
  readonly lossOf: (segment: number) => SegmentLoss | undefined
}

/** Below this relative difference two weights are the same number. */
const SAME = 1e-12

export const FATES = ['kept', 'changed', 'dropped'] as const satisfies readonly TokenFate[]
export const [KEPT, CHANGED, DROPPED] = [0, 1, 2] as const

export function fateIndex(ratio: number, advantage: number, coefficient: number): number {
  if (advantage === 0) return KEPT
  if (coefficient === 0) return DROPPED
  const full = ratio * advantage
  return Math.abs(coefficient - full) <= SAME * Math.abs(full) ? KEPT : CHANGED
}

export const fateOf = (ratio: number, advantage: number, coefficient: number): TokenFate =>
  FATES[fateIndex(ratio, advantage, coefficient)]

/** Largest |coefficient| of a rollout. */
export function coefficientExtent(prepared: PreparedRule, rollout: number): number {
  const { firstSegment } = prepared.computed.batch.rollout
  let extent = 0
  for (let s = firstSegment[rollout]; s < firstSegment[rollout + 1]; s++) {
    for (const c of prepared.lossOf(s)?.coefficient ?? []) {
      if (Math.abs(c) > extent) extent = Math.abs(c)
    }
  }
  return extent
}
