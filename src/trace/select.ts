/** Some rollouts of a batch as a batch of their own. */
import { type Batch, FLOAT_COLUMNS, type TextColumn } from './batch.ts'
import { numberOf } from './step-rollouts.ts'

/** [from, to) of consecutive entries that are kept. */
type Ranges = readonly (readonly [from: number, to: number])[]

interface Column<T> {
  subarray(from: number, to: number): T
  slice(from: number, to: number): T
  set(part: T, at: number): void
}

/**
 * Groups are numbered anew in order of appearance; rows of the files and interned strings stay. Where the
 * rollouts follow each other, columns are views of the batch's own, else copies.
 *
 * @param rollouts ascending indices, at least one
 */
export function selectRollouts(batch: Batch, rollouts: ArrayLike<number>): Batch {
  const { rollout, segment, spans, prompt } = batch
  const { ownId } = rollout
  const kept = rangesOf(rollouts)
  const segments = within(kept, rollout.firstSegment)
  const positions = within(segments, segment.start)
  const spanRanges = within(segments, spans.firstOfSegment)
  const turns = turnRanges(spans.turn, spanRanges)
  const parts = within(segments, prompt.firstOfSegment)
  const firstSegment = offsets(rollout.firstSegment, kept)
  const start = offsets(segment.start, segments)
  const groups = new Map<number, number>()
  const group = Uint32Array.from(rollouts, (r) => numberOf(groups, rollout.group[r]))
  return {
    ...batch,
    // What was worked out belongs to the other columns.
    derived: undefined,
    rolloutCount: rollouts.length,
    segmentCount: start.length - 1,
    positionCount: start[start.length - 1],
    groupIds: [...groups.keys()].map((g) => batch.groupIds[g]),
    rollout: {
      id: Array.from(rollouts, (r) => rollout.id[r]),
      ...(ownId && { ownId: Array.from(rollouts, (r) => ownId[r]) }),
      group,
      firstSegment,
      outcome: gather(rollout.outcome, kept),
    },
    segment: {
      rollout: ownersOf(firstSegment),
      start,
      promptLength: gather(segment.promptLength, segments),
      ended: gather(segment.ended, segments),
      ...(segment.endedAssumed && { endedAssumed: gather(segment.endedAssumed, segments) }),
      boundary: gather(segment.boundary, segments),
      bootstrap: gather(segment.bootstrap, segments),
      flags: gather(segment.flags, segments),
      row: gather(segment.row, segments),
    },
    spans: {
      firstOfSegment: offsets(spans.firstOfSegment, segments),
      start: offsets(spans.start, spanRanges),
      kind: gather(spans.kind, spanRanges),
      turn: renumbered(gather(spans.turn, spanRanges)),
      turns: {
        tool: gather(spans.turns.tool, turns),
        stateKey: gather(spans.turns.stateKey, turns),
        status: gather(spans.turns.status, turns),
        reward: gather(spans.turns.reward, turns),
        value: gather(spans.turns.value, turns),
        latency: gather(spans.turns.latency, turns),
      },
    },
    prompt: {
      firstOfSegment: offsets(prompt.firstOfSegment, segments),
      length: gather(prompt.length, parts),
      label: gather(prompt.label, parts),
      ...(prompt.text && { text: texts(prompt.text, parts) }),
    },
    mask: gather(batch.mask, positions),
    columns: columnsOf(batch, positions),
    ...(batch.valuesPerCritic && {
      valuesPerCritic: batch.valuesPerCritic.map((column) => gather(column, positions)),
    }),
    ...(batch.versions && { versions: gather(batch.versions, positions) }),
    ...(batch.tokenIds && { tokenIds: gather(batch.tokenIds, positions) }),
    ...(batch.text && { text: texts(batch.text, positions) }),
  }
}

function columnsOf({ columns }: Batch, positions: Ranges): Batch['columns'] {
  return Object.fromEntries(
    FLOAT_COLUMNS.flatMap((name) => {
      const column = columns[name]
      return column ? [[name, gather(column, positions)]] : []
    }),
  )
}

function rangesOf(ascending: ArrayLike<number>): Ranges {
  const ranges: [number, number][] = []
  for (let i = 0; i < ascending.length; i++) {
    const last = ranges.at(-1)
    if (last && last[1] === ascending[i]) last[1]++
    else ranges.push([ascending[i], ascending[i] + 1])
  }
  return ranges
}

/** What entries own of the items that `offset` counts. */
const within = (ranges: Ranges, offset: Uint32Array): Ranges =>
  ranges.map(([from, to]) => [offset[from], offset[to]])

const sizeOf = (ranges: Ranges): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0)

function gather<T extends Column<T>>(column: T, ranges: Ranges): T {
  if (ranges.length === 1) return column.subarray(...ranges[0])
  const whole = column.slice(0, sizeOf(ranges))
  let at = 0
  for (const [from, to] of ranges) {
    whole.set(column.subarray(from, to), at)
    at += to - from
  }
  return whole
}

/** The turns behind ranges of spans. */
function turnRanges(turn: Int32Array, spans: Ranges): Ranges {
  return spans.map(([from, to]) => {
    const own = turn.subarray(from, to)
    const first = own.find((entry) => entry >= 0)
    const last = own.findLast((entry) => entry >= 0)
    return first === undefined || last === undefined ? [0, 0] : [first, last + 1]
  })
}

const renumbered = (turn: Int32Array): Int32Array => {
  let next = 0
  return turn.map((entry) => (entry < 0 ? -1 : next++))
}

/** Offsets of the kept entries, from 0. */
function offsets(column: Uint32Array, ranges: Ranges): Uint32Array {
  const moved = new Uint32Array(sizeOf(ranges) + 1)
  let entry = 0
  let at = 0
  for (const [from, to] of ranges) {
    for (let k = from; k < to; k++) moved[entry++] = at + column[k] - column[from]
    at += column[to] - column[from]
  }
  moved[entry] = at
  return moved
}

function ownersOf(first: Uint32Array): Uint32Array {
  const owners = new Uint32Array(first[first.length - 1])
  for (let r = 0; r + 1 < first.length; r++) owners.fill(r, first[r], first[r + 1])
  return owners
}

function texts({ bytes, offset }: TextColumn, pieces: Ranges): TextColumn {
  if (pieces.length === 1) {
    const [[from, to]] = pieces
    return { bytes, offset: offset.subarray(from, to + 1) }
  }
  return { bytes: gather(bytes, within(pieces, offset)), offset: offsets(offset, pieces) }
}
