/**
 * The structure payload of a share link, version 1: one JSON object, columnar, deflated. A list over
 * segments has one entry per segment in batch order; a key is absent where all its entries are empty.
 * The orders of ENDED_V1, BOUNDARIES_V1, KINDS_V1 and the bits are part of the format and never change.
 */
import * as v from 'valibot'
import { FLOAT_COLUMNS } from '../trace/batch.ts'

export const ENDED_V1 = ['terminated', 'truncated', 'error', 'condensed', 'unknown'] as const
export const BOUNDARIES_V1 = ['unknown', 'drop', 'summary', 'trim', 'subagent'] as const
export const KINDS_V1 = ['action', 'observation', 'skeleton', 'summary'] as const
export const FLAGS_V1 = ['drop', 'overlong'] as const
/** Bits of `info`. */
export const INFO = { approximate: 1, maskDerived: 2, numbersLeftOut: 4 } as const

/** A link of 8,000 characters describes at most so many positions in earnest; bounds what a hostile one allocates. */
export const MAX_POSITIONS = 2 ** 22
export const MAX_SEGMENTS = 2 ** 16

const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_POSITIONS))
const integer = v.pipe(v.number(), v.safeInteger())
const finite = v.pipe(v.number(), v.finite())
const maybe = v.nullable(finite)
const perSegment = <T extends v.GenericSchema>(entry: T) => v.optional(v.array(entry))

export const PAYLOAD = v.object({
  v: v.literal(1),
  info: v.optional(count),
  /** Strings that `prompt` and `turns` refer to, from 1; 0 = absent. */
  strings: v.optional(v.array(v.string())),
  /** id, group (null: a group of its own), outcome (null: unknown), number of segments. */
  rollouts: v.pipe(
    v.array(v.tuple([v.string(), v.nullable(v.string()), maybe, count])),
    v.maxLength(MAX_SEGMENTS),
  ),
  /** Training step per rollout, null: unknown. */
  steps: v.optional(v.array(maybe)),
  /** Id in its file per rollout, null: as above. */
  own: v.optional(v.array(v.nullable(v.string()))),
  /** Lengths of mask runs, alternating, the first with mask 0 (and possibly of length 0). */
  mask: v.pipe(v.array(v.array(count)), v.maxLength(MAX_SEGMENTS)),
  ended: v.array(count),
  /** 1: the file does not say how the segment ended. */
  assumed: perSegment(count),
  boundary: perSegment(count),
  flags: perSegment(count),
  /** label, length, label, length, … */
  prompt: perSegment(v.array(count)),
  promptTexts: perSegment(v.array(v.string())),
  /** start, end, kind, tool, state key, status, start, … */
  turns: perSegment(v.array(count)),
  /** reward, value, latency, reward, … */
  turnNumbers: perSegment(v.array(maybe)),
  bootstrap: perSegment(maybe),
  columns: v.optional(
    v.partial(v.object(v.entriesFromList(FLOAT_COLUMNS, v.array(v.nullable(v.array(finite)))))),
  ),
  critics: perSegment(v.nullable(v.array(v.array(finite)))),
  /** Columns whose numbers are float32, written as the shortest text that gives the same float32. */
  float32: v.optional(v.array(v.string())),
  /** version, run length, version, … */
  versions: perSegment(v.nullable(v.array(integer))),
  ids: perSegment(v.nullable(v.array(integer))),
  texts: perSegment(v.nullable(v.array(v.string()))),
})

export type Payload = v.InferOutput<typeof PAYLOAD>
