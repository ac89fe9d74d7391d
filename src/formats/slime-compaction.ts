/**
 * What re-implementations of CompactionRL on slime and miles write about segments, in the shapes of
 * ArkaZhuo/compactionrl-agent-rl @2f5160e0 (metadata per sample), of miles forks (`compaction_…` in metadata and in
 * train columns) and of ukpkhkk/SAO_and_CompactionRL @c638e361 (all segments of a rollout inside of its sample).
 */
import { isObject, type JsonObject } from './canonical-row.ts'
import { countOf, nameOf } from './fields.ts'

export interface SegmentPlace {
  readonly rollout?: string
  readonly index?: number
  /** The index is an order: segments without a token to train on are left out of the file. */
  readonly sparse?: true
  /** A compaction made this sample's context, or its own end. */
  readonly compacted?: true
}

/** Fields of a train dump's sample beside those of its metadata. */
export const COMPACTION_COLUMNS = [
  'compaction_trajectory_ids',
  'compaction_segment_indices',
  'compaction_segment_types',
  'compaction_subsequent_active_tokens',
  'compaction_trajectory_active_tokens',
] as const

/** Metadata that only a rollout with compactions has. */
const MARKS = [
  'compaction',
  'segment_type',
  'tokens_after',
  'future_optimized_tokens',
  'subsequent_active_tokens',
  'summary_tokens',
  'compaction_segment_type',
]

/** Where a sample stands among those of its rollout. `meta`: both kinds of metadata, merged. */
export function placeOf(raw: JsonObject, meta: JsonObject): SegmentPlace {
  const inner = isObject(meta.compaction) ? meta.compaction : undefined
  const order = countOf(inner?.segment_id)
  const ids = [meta.trajectory_id, meta.gen_uid, meta.compaction_trajectory_id]
  const index =
    countOf(meta.segment_index) ??
    countOf(meta.compaction_segment_index) ??
    countOf(raw.compaction_segment_indices) ??
    order
  const marked = [...MARKS.map((key) => meta[key]), raw.compaction_segment_types]
  // A trainer with compactions writes these of every rollout; one segment was not condensed.
  const lone = inner?.segments_per_trace === 1
  return {
    rollout:
      ids.map(nameOf).find((id) => id !== undefined) ?? nameOf(raw.compaction_trajectory_ids),
    index,
    ...(index !== undefined && index === order && { sparse: true }),
    ...(!lone && marked.some((x) => x !== undefined && x !== null) && { compacted: true }),
  }
}

/**
 * The segments that a sample holds, each as a sample of its own: with their tokens where the sample's training
 * metadata have them, else with their texts. undefined where it holds none.
 */
export function segmentsIn(raw: JsonObject): readonly JsonObject[] | undefined {
  const [trained, logged] = [raw.train_metadata, raw.metadata].map(segmentsOf)
  if (trained?.every(isExact)) return trained.map((segment, k) => exact(raw, segment, k))
  const texts = segmentsOf(raw) ?? logged
  // The whole sample's tokens are one context after the other; texts alone would lose them.
  if (!texts?.every(isText) || raw.tokens !== undefined) return undefined
  return texts.map((segment, k) => text(raw, segment, k, texts.length))
}

function segmentsOf(holder: unknown): readonly JsonObject[] | undefined {
  const compaction = isObject(holder) ? holder.compaction : undefined
  const segments = isObject(compaction) ? compaction.segments : undefined
  return Array.isArray(segments) && segments.length > 0 && segments.every(isObject)
    ? segments
    : undefined
}

const lengthOf = (x: unknown): number | undefined =>
  Array.isArray(x) || ArrayBuffer.isView(x)
    ? (x as unknown as ArrayLike<unknown>).length
    : undefined

const isExact = ({ prompt_tokens, response_tokens }: JsonObject): boolean =>
  lengthOf(prompt_tokens) !== undefined && lengthOf(response_tokens) !== undefined
const isText = (segment: JsonObject): boolean => typeof segment.text === 'string'

const place = (k: number): JsonObject => ({ segment_index: k, compaction: true })

function exact(raw: JsonObject, segment: JsonObject, k: number): JsonObject {
  const prompt = segment.prompt_tokens as ArrayLike<number>
  const response = segment.response_tokens as ArrayLike<number>
  const tokens = new Float64Array(prompt.length + response.length)
  tokens.set(prompt)
  tokens.set(response, prompt.length)
  return {
    ...raw,
    prompt: k === 0 ? raw.prompt : undefined,
    tokens,
    response_length: response.length,
    loss_mask: segment.loss_mask,
    rollout_log_probs: segment.rollout_log_probs,
    metadata: undefined,
    train_metadata: place(k),
  }
}

function text(raw: JsonObject, segment: JsonObject, k: number, count: number): JsonObject {
  const prompt = nameOf(segment.current_prompt) ?? (k === 0 ? raw.prompt : undefined)
  return {
    ...raw,
    prompt,
    response: segment.text,
    messages: undefined,
    response_length: undefined,
    metadata: undefined,
    train_metadata: count > 1 ? place(k) : undefined,
    compaction: undefined,
  }
}
