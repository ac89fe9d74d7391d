/** What a trace records, by rollout: the card that says what a file holds. */
import { isCutLabel } from '../formats/cut-labels.ts'
import { type Batch, BOUNDARIES, type Boundary, type FloatColumn } from '../trace/batch.ts'

/** In the order of the card. */
export const HOLDINGS = [
  'token_ids',
  'mask',
  'text',
  'outcome',
  'rewards',
  'turn_rewards',
  'values',
  'log_probs',
  'old_log_probs',
  'rollout_log_probs',
  'versions',
  'turns',
  'state_keys',
  'advantages',
  'returns',
] as const
export type HoldingId = (typeof HOLDINGS)[number]

export interface Holdings {
  /** Critics of an ensemble; 0: single values, or none. */
  readonly critics: number
  /** Cuts between segments, by how the next context was made. */
  readonly boundaries: Readonly<Record<Boundary, number>>
  /** Cuts that no marker in the file says: found where a prompt does not continue what stood before it. */
  readonly byPrefixRule: number
}

type SegmentTest = (batch: Batch, segment: number) => boolean

const floats = (column: FloatColumn | undefined): SegmentTest | undefined =>
  column && (({ segment: { start } }, s) => !Number.isNaN(column[start[s]]))

/** Whether some entry of the segment is not −1. */
const integers = (column: Int32Array | undefined): SegmentTest | undefined =>
  column &&
  (({ segment: { start } }, s) => column.subarray(start[s], start[s + 1]).some((x) => x >= 0))

function segmentTests({
  columns,
  tokenIds,
  versions,
  text,
}: Batch): readonly (readonly [HoldingId, SegmentTest | undefined])[] {
  return [
    ['token_ids', integers(tokenIds)],
    [
      'text',
      text && (({ segment: { start } }, s) => text.offset[start[s]] < text.offset[start[s + 1]]),
    ],
    ['rewards', floats(columns.rewards)],
    ['values', floats(columns.values)],
    ['log_probs', floats(columns.log_probs)],
    ['old_log_probs', floats(columns.old_log_probs)],
    ['rollout_log_probs', floats(columns.rollout_log_probs)],
    ['versions', integers(versions)],
    ['advantages', floats(columns.advantages)],
    ['returns', floats(columns.returns)],
  ]
}

/** Of the batch as a whole; what each rollout records is `recordedOf`. O(segments). */
export const holdingsOf = (batch: Batch): Holdings => ({
  critics: batch.valuesPerCritic?.length ?? 0,
  ...cutsOf(batch),
})

/**
 * By rollout, bit i: it has `HOLDINGS[i]` for all its segments, of which one has positions; turns and what they
 * carry, for one at least.
 * O(segments), and O(positions) where ids or versions are partly absent.
 *
 * @param maskDerived by rollout, 1: its mask was derived; undefined: all are as the batch says
 */
export function recordedOf(batch: Batch, maskDerived: Uint8Array | undefined): Uint16Array {
  const { rollout, segment, spans, rolloutCount } = batch
  const { firstSegment } = rollout
  const recorded = new Uint16Array(rolloutCount)
  const mark = (id: HoldingId, has: (rollout: number) => boolean): void => {
    const bit = 1 << HOLDINGS.indexOf(id)
    for (let r = 0; r < rolloutCount; r++) if (has(r)) recorded[r] |= bit
  }
  const every = (test: SegmentTest) => (r: number) => {
    let s = firstSegment[r]
    const end = firstSegment[r + 1]
    const isEmpty = segment.start[s] === segment.start[end]
    while (s < end && (segment.start[s] === segment.start[s + 1] || test(batch, s))) s++
    return s === end && !isEmpty
  }
  /** A turn of that kind. */
  const some = (has: (turn: number) => boolean) => (r: number) => {
    const end = spans.firstOfSegment[firstSegment[r + 1]]
    let k = spans.firstOfSegment[firstSegment[r]]
    while (k < end && !(spans.turn[k] >= 0 && has(spans.turn[k]))) k++
    return k < end
  }
  for (const [id, test] of segmentTests(batch)) if (test) mark(id, every(test))
  mark('mask', (r) => !(maskDerived ? maskDerived[r] : batch.maskDerived))
  mark('outcome', (r) => !Number.isNaN(rollout.outcome[r]))
  if (spans.turns.tool.length > 0) {
    mark(
      'turns',
      some(() => true),
    )
    mark(
      'turn_rewards',
      some((turn) => !Number.isNaN(spans.turns.reward[turn])),
    )
    mark(
      'state_keys',
      some((turn) => spans.turns.stateKey[turn] >= 0),
    )
  }
  return recorded
}

interface OfRollouts {
  /** Of `recordedOf`. */
  readonly holds: Uint16Array
}

export const holds = (table: OfRollouts, rollout: number, id: HoldingId): boolean =>
  ((table.holds[rollout] >> HOLDINGS.indexOf(id)) & 1) === 1

/** Rollouts that have it. */
export const countOf = (table: OfRollouts, id: HoldingId): number =>
  table.holds.reduce((n, bits) => n + ((bits >> HOLDINGS.indexOf(id)) & 1), 0)

/** Rollouts that can lack what stands per token. */
export const withPositions = ({ positions }: { readonly positions: Uint32Array }): number =>
  positions.filter(Boolean).length

function cutsOf({ rollout, segment, prompt, strings, rolloutCount }: Batch) {
  const counts = BOUNDARIES.map(() => 0)
  let byPrefixRule = 0
  for (let r = 0; r < rolloutCount; r++) {
    for (let s = rollout.firstSegment[r]; s + 1 < rollout.firstSegment[r + 1]; s++) {
      counts[segment.boundary[s]]++
      const part = prompt.firstOfSegment[s + 1]
      const label = part < prompt.firstOfSegment[s + 2] ? prompt.label[part] : -1
      if (label >= 0 && isCutLabel(strings[label])) byPrefixRule++
    }
  }
  const [drop, summary, trim, subagent, unknown] = counts
  return { boundaries: { drop, summary, trim, subagent, unknown }, byPrefixRule }
}
