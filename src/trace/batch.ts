/**
 * The one in-memory form of a trace: typed columns, built once by a reader, then immutable.
 *
 * Order: rollouts by first appearance; the segments of a rollout are contiguous and in time order;
 * the positions of a segment are contiguous. So a rollout is a contiguous range of segments and of
 * positions. `segment.row` remembers the row the segment had in the file(s).
 */
import type { Derived } from './derived.ts'

export type FloatColumn = Float32Array | Float64Array

export const TURN_KINDS = ['action', 'observation', 'skeleton', 'summary'] as const
export type TurnKind = (typeof TURN_KINDS)[number]
/** `prompt`: masked tokens that open a segment, of which the file does not say what they are. */
export const SPAN_KINDS = [...TURN_KINDS, 'prompt'] as const
export type SpanKind = (typeof SPAN_KINDS)[number]
/** Index into SPAN_KINDS. */
export const KIND = { action: 0, observation: 1, skeleton: 2, summary: 3, prompt: 4 } as const

export const ENDED = ['terminated', 'truncated', 'error', 'condensed', 'unknown'] as const
export type Ended = (typeof ENDED)[number]
export const ENDED_CODE = {
  terminated: 0,
  truncated: 1,
  error: 2,
  condensed: 3,
  unknown: 4,
} as const

export const BOUNDARIES = ['drop', 'summary', 'trim', 'subagent', 'unknown'] as const
export type Boundary = (typeof BOUNDARIES)[number]

/** Bits of `segment.flags`. */
export const FLAG = { drop: 1, overlong: 2 } as const

/** Optional per-position float columns. NaN in all positions of a segment = that row lacks it. */
export const FLOAT_COLUMNS = [
  'values',
  'rewards',
  'log_probs',
  'old_log_probs',
  'rollout_log_probs',
  'advantages',
  'returns',
  'waad',
  'fai',
] as const
export type FloatColumnName = (typeof FLOAT_COLUMNS)[number]

export interface RolloutColumns {
  /** The name that the rollout goes by, unlike that of any other. */
  readonly id: readonly string[]
  /**
   * The id in the file, which comes again in another training step; files that are written say this one, beside the
   * step. Absent: all are as `id`.
   */
  readonly ownId?: readonly string[]
  /** Index into `Batch.groupIds`. */
  readonly group: Uint32Array
  /** Length rolloutCount + 1. */
  readonly firstSegment: Uint32Array
  /** Outcome of the rollout: `reward`, else the sum of `rewards`; NaN where the file has neither. */
  readonly outcome: Float64Array
}

export interface SegmentColumns {
  readonly rollout: Uint32Array
  /** Position offsets, length segmentCount + 1. */
  readonly start: Uint32Array
  /** Prompt length in tokens; 0 where unknown. */
  readonly promptLength: Uint32Array
  /** Index into ENDED. */
  readonly ended: Uint8Array
  /** 1: the file does not say how the segment ended, `ended` is what then counts. Absent: it says so everywhere. */
  readonly endedAssumed?: Uint8Array
  /** Index into BOUNDARIES: how the *next* segment's context was made. */
  readonly boundary: Uint8Array
  /** Value of the state after the last position; NaN = absent. */
  readonly bootstrap: Float64Array
  /** Bits of FLAG. */
  readonly flags: Uint8Array
  /** Row number (0-based, over all files of the load) that this segment came from. */
  readonly row: Uint32Array
}

/**
 * Spans partition every segment's positions: the file's `turns`, with gaps (or everything, when it has
 * no `turns`) filled by mask runs. A derived mask-0 run that opens a segment after the first is
 * `summary` after a boundary `summary`, `skeleton` where its token ids repeat the beginning or the end of the
 * response before, else `prompt`; any other derived mask-0 run `observation`.
 */
export interface SpanColumns {
  /** Span offsets per segment, length segmentCount + 1. */
  readonly firstOfSegment: Uint32Array
  /** First position, length spanCount + 1. */
  readonly start: Uint32Array
  /** Index into SPAN_KINDS. */
  readonly kind: Uint8Array
  /** Entry of `turns` behind the span; -1: derived from the mask. Ascending. */
  readonly turn: Int32Array
  readonly turns: TurnColumns
}

/**
 * What the file says of its turns, in the order of their spans. Apart from the spans: a long trace has
 * hundreds of thousands of mask runs, of which there is nothing to say.
 */
export interface TurnColumns {
  /** Index into `Batch.strings`, -1 = absent. */
  readonly tool: Int32Array
  readonly stateKey: Int32Array
  readonly status: Int32Array
  /** NaN = absent. */
  readonly reward: Float64Array
  readonly value: Float64Array
  readonly latency: Float64Array
}

/** Labelled stretches of a segment's prompt (`sys`, `user_q`, `summary`, …); they sum to promptLength. */
export interface PromptParts {
  /** Offsets per segment, length segmentCount + 1. */
  readonly firstOfSegment: Uint32Array
  readonly length: Uint32Array
  /** Index into `Batch.strings`, -1 = unlabelled. */
  readonly label: Int32Array
  /** Text of each part, or absent. */
  readonly text?: TextColumn
}

/** UTF-8 pool with absolute byte offsets, length n + 1; an empty piece = no text. */
export interface TextColumn {
  readonly bytes: Uint8Array
  readonly offset: Uint32Array
}

export interface Batch {
  readonly rolloutCount: number
  readonly segmentCount: number
  readonly positionCount: number
  readonly groupIds: readonly string[]
  readonly rollout: RolloutColumns
  readonly segment: SegmentColumns
  readonly spans: SpanColumns
  readonly prompt: PromptParts
  /** 1 = action token. */
  readonly mask: Uint8Array
  readonly columns: Readonly<Partial<Record<FloatColumnName, FloatColumn>>>
  /** One column per critic of an ensemble (`values` is their mean). */
  readonly valuesPerCritic?: readonly FloatColumn[]
  /** Version that sampled the token, -1 where not sampled. */
  readonly versions?: Int32Array
  /** -1 = absent. */
  readonly tokenIds?: Int32Array
  readonly text?: TextColumn
  /** Interned tool names, state keys, statuses and prompt labels. */
  readonly strings: readonly string[]
  /** Token counts are estimated from text. */
  readonly approximate: boolean
  /** Mask was derived, not recorded. */
  readonly maskDerived: boolean
  /** Absent on batches that nobody computes on; never sent to another thread. */
  readonly derived?: Derived
}

/** What the file itself records, for the "what this file holds" card and for `npm run inspect`. */
export interface Has {
  readonly token_ids: boolean
  readonly mask: boolean
  readonly log_probs: boolean
  readonly values: boolean
  readonly rewards: boolean
  readonly versions: boolean
}

/** What a span's turn says, as an index into `strings`; -1 = nothing. */
export function nameOfSpan(
  { turn, turns }: SpanColumns,
  name: 'tool' | 'stateKey' | 'status',
  span: number,
): number {
  const entry = turn[span]
  return entry < 0 ? -1 : turns[name][entry]
}

/** What a span's turn says, NaN = nothing. */
export function numberOfSpan(
  { turn, turns }: SpanColumns,
  name: 'reward' | 'value' | 'latency',
  span: number,
): number {
  const entry = turn[span]
  return entry < 0 ? Number.NaN : turns[name][entry]
}
