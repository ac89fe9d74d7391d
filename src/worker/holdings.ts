/** What a trace records, counted by rollout: the card that says what a file holds. */
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
  /** Rollouts that have it for all their segments; of turns and what they carry, for one at least. */
  readonly rollouts: Readonly<Record<HoldingId, number>>
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

function segmentTests({ columns, tokenIds, versions, text }: Batch) {
  return {
    token_ids: integers(tokenIds),
    text:
      text && (({ segment: { start } }, s) => text.offset[start[s]] < text.offset[start[s + 1]]),
    rewards: floats(columns.rewards),
    values: floats(columns.values),
    log_probs: floats(columns.log_probs),
    old_log_probs: floats(columns.old_log_probs),
    rollout_log_probs: floats(columns.rollout_log_probs),
    versions: integers(versions),
    advantages: floats(columns.advantages),
    returns: floats(columns.returns),
  } as const satisfies Partial<Record<HoldingId, SegmentTest | undefined>>
}

/**
 * O(segments), and O(positions) where ids or versions are partly absent.
 *
 * @param withoutMask rollouts whose mask was derived
 */
export function holdingsOf(
  batch: Batch,
  withoutMask = batch.maskDerived ? batch.rolloutCount : 0,
): Holdings {
  const { rollout, segment, spans, rolloutCount } = batch
  const { firstSegment } = rollout
  const every = (test: SegmentTest | undefined): number => {
    let count = 0
    for (let r = 0; test && r < rolloutCount; r++) {
      let s = firstSegment[r]
      const end = firstSegment[r + 1]
      while (s < end && (segment.start[s] === segment.start[s + 1] || test(batch, s))) s++
      if (s === end) count++
    }
    return count
  }
  /** Rollouts with a turn of that kind. */
  const some = (has: (turn: number) => boolean): number => {
    if (spans.turns.tool.length === 0) return 0
    let count = 0
    for (let r = 0; r < rolloutCount; r++) {
      const end = spans.firstOfSegment[firstSegment[r + 1]]
      let k = spans.firstOfSegment[firstSegment[r]]
      while (k < end && !(spans.turn[k] >= 0 && has(spans.turn[k]))) k++
      if (k < end) count++
    }
    return count
  }
  const tests = segmentTests(batch)
  const ofSegments = Object.entries(tests).map(([id, test]) => [id, every(test)])
  return {
    rollouts: {
      ...(Object.fromEntries(ofSegments) as Record<keyof typeof tests, number>),
      mask: rolloutCount - withoutMask,
      outcome: rollout.outcome.reduce((n, outcome) => n + (Number.isNaN(outcome) ? 0 : 1), 0),
      turns: some(() => true),
      turn_rewards: some((turn) => !Number.isNaN(spans.turns.reward[turn])),
      state_keys: some((turn) => spans.turns.stateKey[turn] >= 0),
    },
    critics: batch.valuesPerCritic?.length ?? 0,
    ...cutsOf(batch),
  }
}

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
