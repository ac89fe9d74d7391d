/**
 * What the page and its workers say to each other. The session worker owns the batch and every
 * per-token result; the page asks for what fits on the screen. This is the picture; the rest is beside it:
 * settings, what was opened, the rollout's static part, totals of the batch, single tokens.
 */
import type { Removal } from '../credit/keeping/removal.ts'
import type { NeedId } from '../credit/needs.ts'
import type { Prepared } from '../trace/prepare.ts'
import type { LossView } from './loss-view.ts'
import type { RolloutDetail } from './rollout-detail.ts'
import type { EngineStatus, Totals, TotalsRequest } from './totals.ts'

export type * from './closer.ts'
export type * from './opened.ts'
export type * from './rollout-detail.ts'
export type * from './settings.ts'
export type * from './totals.ts'

/** min / max / mean per pixel column; NaN where a column holds no action token. */
export interface ColumnSeries {
  readonly min: Float64Array
  readonly max: Float64Array
  readonly mean: Float64Array
}

export interface SegmentStrips {
  readonly segment: number
  readonly a: ColumnSeries
  readonly b: ColumnSeries
  readonly difference: ColumnSeries
  /** Loss coefficient under the first ratio rule, where it is asked for and the segment has log-probs. */
  readonly coefficient?: ColumnSeries
  /** Token texts of [from, to) ∩ the segment, when at most 400 positions are visible and the trace has texts. */
  readonly texts?: readonly string[]
}

export interface BoundaryRow {
  /** Segments the cut lies between: `earlier` and `earlier + 1`. */
  readonly earlier: number
  /** Direction of the hand-over: credit goes from `from` to `to`. */
  readonly from: number
  readonly to: number
  /** Un-whitened, un-scaled accumulators handed over (0 where the chain is cut). */
  readonly lastgaelam: number
  readonly criticLastgaelam: number
  /** Value that the last node before the cut looks ahead to. */
  readonly nextvalues: number
  /** δ at the last action before the cut; undefined where the segment has no node. */
  readonly delta: number | undefined
}

export interface Reach {
  /** Mean ∂Â/∂R over action tokens, one per segment; undefined: segment has no action token. */
  readonly meanBySegment: readonly (number | undefined)[]
  /** Share of the rollout's action tokens with |∂Â/∂R| > 0 however small, and ≥ 0.01: what counts as reached. */
  readonly share: number
  readonly shareAbove1Percent: number
}

/** Over the batch. */
export type Removed = Pick<Removal, 'byRule' | 'actions' | 'removed'> & {
  readonly rollouts: number
}

export interface FrameRequest extends TotalsRequest {
  /** Visible response positions [from, to) and pixel columns across them. */
  readonly from: number
  readonly to: number
  readonly columns: number
  /** Pixel columns of the curve (x = action tokens of the rollout). */
  readonly curveColumns: number
  /** Segments [from, to) whose strips are wanted; absent: of all. */
  readonly segments?: { readonly from: number; readonly to: number }
  /** Whether the loss coefficient is wanted as a strip. */
  readonly coefficient?: boolean
}

/** The picture of one rollout. What is known of the totals already comes with it. */
export interface Frame extends Totals {
  readonly request: FrameRequest
  readonly detail: RolloutDetail
  /** One per segment of `request.segments`. */
  readonly strips: readonly SegmentStrips[]
  /** x = action tokens of the whole rollout in time order, `curveColumns` columns (or one per token if fewer). */
  readonly curve: {
    readonly a: ColumnSeries
    readonly b: ColumnSeries
    readonly tokens: number /** first action token of each segment */
    readonly segmentStart: readonly number[]
  }
  /**
   * Largest |advantage| over A, B and B − A, and |coefficient| where it is shown, in the selected rollout:
   * half-width of the colour scale.
   */
  readonly extent: number
  /** Smallest and largest advantage of every whole segment, pairs; NaN: no action token. */
  readonly rangesA: Float64Array
  readonly rangesB: Float64Array
  readonly boundariesA: readonly BoundaryRow[]
  readonly boundariesB: readonly BoundaryRow[]
  readonly reachA: Reach
  readonly reachB: Reach
  readonly loss: LossView
  /** These two as in TraceSummary, but for the outcomes and values of this request. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly lacks: readonly NeedId[]
  /** The fit behind the values, or why there is none; undefined: they are not fitted. */
  readonly fit: Prepared['fit']
  /** What a slot's keeping rules took out of the loss; undefined: none is on. */
  readonly removedA: Removed | undefined
  readonly removedB: Removed | undefined
  readonly engine: EngineStatus
  /** Milliseconds in the worker. */
  readonly totalMs: number
}
