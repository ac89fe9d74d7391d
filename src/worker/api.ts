/**
 * What the page and its workers say to each other. The session worker owns the batch and every
 * per-token result; the page asks for what fits on the screen.
 */
import type { Removal } from '../credit/keeping/removal.ts'
import type { NeedId } from '../credit/needs.ts'
import type { Options } from '../credit/options.ts'
import type { LogProbColumn } from '../credit/ratio/rule.ts'
import type { AdvantageStatistics } from '../credit/statistics.ts'
import type { EngineChoice, EngineId } from '../engine/engine.ts'
import type { LoadedFile } from '../formats/types.ts'
import type { Boundary, Ended, Has, SpanKind } from '../trace/batch.ts'
import type { Diagnostic, Refusal } from '../trace/diagnostics.ts'
import type { Estimates } from '../trace/estimates.ts'
import type { Mapping } from '../trace/mapping.ts'
import type { Outcomes, Prepared, ValueSource } from '../trace/prepare.ts'
import type { Result } from '../trace/result.ts'
import type { Holdings } from './holdings.ts'
import type { LossView, TokenFate } from './loss-view.ts'
import type { WeightsView } from './weights-view.ts'

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

/** What does not change with the settings. Small: nothing per token. */
export interface TraceSummary {
  readonly files: readonly LoadedFile[]
  readonly rolloutCount: number
  readonly groupCount: number
  readonly segmentCount: number
  readonly has: Has
  readonly holds: Holdings
  readonly approximate: boolean
  readonly maskDerived: boolean
  readonly estimates?: Estimates | undefined
  /** An action token has a recorded advantage. */
  readonly recordsAdvantages: boolean
  readonly unknownColumns: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
  /** Rollouts whose file records no outcome. */
  readonly withoutOutcome: number
  /** Rollouts without values. */
  readonly withoutValues: number
  /** Option choices and estimators this trace cannot serve: `estimator` or `estimator.option.choice` → reason. */
  readonly unavailable: Readonly<Record<string, string>>
  /** What estimators need and nothing in this trace serves. */
  readonly lacks: readonly NeedId[]
  readonly logProbs: readonly LogProbColumn[]
}

/** Per-rollout columns for the list (transferred once per load; outcomes include typed ones). */
export interface RolloutTable {
  readonly id: readonly string[]
  readonly groupOf: Uint32Array
  readonly groupIds: readonly string[]
  readonly segments: Uint32Array
  readonly positions: Uint32Array
  readonly actionTokens: Uint32Array
  /** NaN = unknown. */
  readonly outcome: Float64Array
  /** How the last segment ended, index into ENDED. */
  readonly ended: Uint8Array
  /** Positions of the rollout's longest segment: the right end of the unzoomed view. */
  readonly longest: Uint32Array
  /** Training step, NaN = not recorded; absent where no file says any. */
  readonly steps?: Float64Array
  /** What the file records of it, bits by place in HOLDINGS. */
  readonly holds: Uint16Array
  /** 1: its tokens are estimated; absent where all are alike. */
  readonly estimated?: Uint8Array | undefined
}

export interface SegmentView {
  readonly segmentIndex: number
  readonly invIter: number
  readonly promptLength: number
  readonly promptParts: readonly {
    readonly label: string | undefined
    readonly length: number
    /** The beginning of the text, 240 characters at most. */
    readonly text: string | undefined
  }[]
  readonly length: number
  readonly actionTokens: number
  readonly ended: Ended
  readonly boundary: Boundary
  readonly bootstrap: number | undefined
  /** Spans partition 0..length; bounds are positions inside the response. */
  readonly spans: readonly {
    readonly start: number
    readonly end: number
    readonly kind: SpanKind
    readonly tool: string | undefined
    readonly turn: number | undefined
  }[]
  /** Maximal mask-1 runs, [start, end) pairs, flat. */
  readonly maskRuns: Uint32Array
}

/** A link between segments as the credit graph has it, in the direction credit flows (later → earlier). */
export interface CreditLink {
  readonly fromSegment: number
  readonly toSegment: number
  /** Accumulators flow. */
  readonly carry: boolean
  /** What the receiving segment's last node looks ahead to. */
  readonly next: 'following' | 'zero' | 'explicit'
}

/** A place where an estimator writes the terminal reward. */
export interface RewardPlace {
  readonly segment: number
  /** Response position inside the segment. */
  readonly position: number
  /** The outcome, or the last entry of the file's `rewards`. */
  readonly value: number
}

/** Static picture of one rollout; changes with the rollout, the estimators' structure or the overlays. */
export interface RolloutDetail {
  readonly index: number
  readonly id: string
  readonly groupId: string
  readonly outcome: number | undefined
  readonly segments: readonly SegmentView[]
  readonly linksA: readonly CreditLink[]
  readonly linksB: readonly CreditLink[]
  /** Where the terminal reward stands under A and B, and what is written there. */
  readonly rewardAtA: readonly RewardPlace[]
  readonly rewardAtB: readonly RewardPlace[]
  /** Segment indices in B's processing order (first processed first). */
  readonly processingOrder: readonly number[]
}

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

export interface FrameRequest {
  readonly settings: CreditSettings
  readonly rollout: number
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
  /** Whether the weights under every aggregation mode are wanted. */
  readonly weights?: boolean
}

export interface Frame {
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
  /** Where they were asked for. */
  readonly weights: WeightsView | undefined
  /** These two as in TraceSummary, but for the outcomes and values of this request. */
  readonly unavailable: Readonly<Record<string, string>>
  readonly lacks: readonly NeedId[]
  /** The fit behind the values, or why there is none; undefined: they are not fitted. */
  readonly fit: Prepared['fit']
  /** Undefined: no number of the picture needed them, and they are to be asked for (`statistics`). */
  readonly statistics: BatchStatistics | undefined
  /** What a slot's keeping rules took out of the loss; undefined: none is on. */
  readonly removedA: Removed | undefined
  readonly removedB: Removed | undefined
  readonly engine: EngineStatus
  /** Milliseconds in the worker. */
  readonly totalMs: number
}

/** Over the batch, after whitening and post-processing. */
export interface BatchStatistics {
  /** The values they belong to. */
  readonly settings: CreditSettings
  readonly a: AdvantageStatistics
  readonly b: AdvantageStatistics
  readonly engine: EngineStatus
  /** Milliseconds of the scans of both estimators and of the statistics; a view change scans nothing. */
  readonly scanMs: number
}

export interface EngineStatus {
  readonly id: EngineId
  readonly description: string
  readonly reason: EngineChoice['reason']
}

export interface TokenRequest {
  readonly settings: CreditSettings
  readonly rollout: number
  readonly segment: number
  readonly position: number
}

export interface TokenView {
  readonly segment: number
  readonly position: number
  /** Index among the rollout's action tokens, undefined = not an action token. */
  readonly action: number | undefined
  readonly kind: SpanKind
  readonly mask: 0 | 1
  readonly text: string | undefined
  readonly tokenId: number | undefined
  readonly value: number | undefined
  readonly reward: number
  readonly advantageA: number
  readonly returnA: number | undefined
  readonly advantageB: number
  readonly returnB: number | undefined
  readonly ratio: number | undefined
  /** Derivative of the objective under the first rule, the advantage is B's. */
  readonly coefficient: number | undefined
  readonly fate: TokenFate | undefined
  /** Slots whose keeping rules take the token out of the loss. */
  readonly removedBy: readonly ('a' | 'b')[]
  /** Its log-probs are simulated. */
  readonly simulatedRatio: boolean
  readonly recordedAdvantage: number | undefined
}

export interface Agreement {
  readonly engine: EngineId
  readonly tokens: number
  readonly maxAbsolute: number
  /** |got − want| over the largest |want| of the series. */
  readonly maxRelative: number
  readonly worst:
    | {
        readonly rollout: number
        readonly segment: number
        readonly position: number
        readonly slot: 'a' | 'b'
        readonly got: number
        readonly want: number
      }
    | undefined
}

export type Progress =
  | {
      readonly phase: 'reading'
      readonly file: string
      readonly done: number
      readonly total: number
    }
  | { readonly phase: 'building'; readonly done: number; readonly total: number }

export interface OpenInput {
  readonly name: string
  readonly data: Blob
}

export type OpenSource =
  | {
      readonly kind: 'files'
      readonly inputs: readonly OpenInput[]
      /** For tables that no format knows. */
      readonly mapping?: Mapping
    }
  | { readonly kind: 'sample'; readonly id: string }
  /** Structure payload of a share link, base64url. */
  | { readonly kind: 'payload'; readonly payload: string }

/** A trace that was opened. */
export interface Opened {
  readonly summary: TraceSummary
  readonly table: RolloutTable
  /** Files of the same load that could not be read; the others were. */
  readonly refusals: readonly Refusal[]
  /** Link of a Segue share file, `#v=1&…`: the document that was saved with the trace. */
  readonly link: string | undefined
  /** The trace came without the numbers its sender saw (a structure-only link). */
  readonly structureOnly: boolean
}

export type OpenOutcome = Result<Opened, { readonly refusals: readonly Refusal[] }>
