/** From the builder's columns in order of arrival to the Batch's columns in order of rollouts. */
import {
  type Batch,
  BOUNDARIES,
  ENDED_CODE,
  FLOAT_COLUMNS,
  type FloatColumn,
  type FloatColumnName,
  KIND,
  type PromptParts,
  type TextColumn,
} from './batch.ts'
import { type BuilderStore, ENDED_ABSENT } from './builder-store.ts'
import type { Grow } from './grow.ts'
import { buildSpans } from './spans.ts'

interface AssembleInput {
  readonly store: BuilderStore
  /** Stored rows in batch order. */
  readonly order: Uint32Array
  /** Kept rollouts (indices into ids, groups, rewards) in batch order. */
  readonly rollouts: Uint32Array
  readonly ids: readonly string[]
  readonly groups: readonly (string | undefined)[]
  /** Training step by rollout id, of those that have one. */
  readonly steps: ReadonlyMap<string, number>
  /** The id in the file by rollout id, where the two differ. */
  readonly ownIds: ReadonlyMap<string, string>
  readonly rewards: Float64Array
  /** 1: a row of the rollout has `rewards`. */
  readonly recorded: Uint8Array
  readonly approximate: boolean
  readonly maskDerived: boolean
}

/** Copies a range list: piece k of the result is [from[k], to[k]) of the source. */
interface Pick {
  /** Everything stays where it is. */
  readonly all: boolean
  readonly total: number
  readonly from: Uint32Array
  readonly to: Uint32Array
}

export function assemble(input: AssembleInput): {
  readonly batch: Batch
  readonly turns: Uint32Array
} {
  const { store, order, rollouts, ownIds } = input
  const segmentCount = order.length
  const positions = pick(order, store.positionEnd.data, store.mask.length)
  const start = new Uint32Array(segmentCount + 1)
  for (let s = 0; s < segmentCount; s++) {
    start[s + 1] = start[s] + positions.to[s] - positions.from[s]
  }
  const arrived = store.mask.length
  const mask = gather(store.mask.take(), positions)
  const columns: Partial<Record<FloatColumnName, FloatColumn>> = {}
  for (const name of FLOAT_COLUMNS) {
    const grown = store.floats.get(name)
    store.floats.delete(name)
    const column = grown && gather(grown.take(arrived), positions)
    if (column && recorded(column, start)) columns[name] = column
  }
  const critics = store.critics
    .splice(0)
    .map((critic) => gather(critic.take(arrived), positions))
    .filter((column) => recorded(column, start))
  const versions = integers(store.versions, arrived, positions)
  const tokenIds = integers(store.tokenIds, arrived, positions)
  const text = gatherText(store.text.take(arrived), positions)

  const segment = segmentColumns(input, start)
  const { spans, turns } = buildSpans(store, {
    mask,
    start,
    order,
    opening: (s, end) => openingKind({ segment, start, tokenIds }, s, end),
  })
  const grouping = groupRollouts(input)
  const firstSegment = new Uint32Array(rollouts.length + 1)
  for (let s = 0; s < segmentCount; s++) firstSegment[segment.rollout[s] + 1] = s + 1

  const id = Array.from(rollouts, (r) => input.ids[r])
  const isRenamed = id.some((name) => ownIds.has(name))

  const batch: Batch = {
    rolloutCount: rollouts.length,
    segmentCount,
    positionCount: mask.length,
    groupIds: grouping.groupIds,
    rollout: {
      id,
      ...(isRenamed && { ownId: id.map((name) => ownIds.get(name) ?? name) }),
      group: grouping.group,
      firstSegment,
      outcome: outcomes(input, firstSegment, start, columns.rewards),
    },
    segment,
    spans,
    prompt: promptParts(store, order),
    mask,
    columns,
    ...(critics.length > 0 && { valuesPerCritic: critics }),
    ...(versions && { versions }),
    ...(tokenIds && { tokenIds }),
    ...(text && { text }),
    strings: store.strings,
    approximate: input.approximate,
    maskDerived: input.maskDerived,
  }
  return { batch, turns }
}

interface Opened {
  readonly segment: Batch['segment']
  readonly start: Uint32Array
  readonly tokenIds: Int32Array | undefined
}

/** One id may be alike by chance: a tag that opens or ends every message. */
const FEWEST_COPIED = 2

/** What a mask-0 run from a segment's start to `end` is where the file does not say. */
function openingKind({ segment, start, tokenIds }: Opened, s: number, end: number): number {
  const { rollout, boundary } = segment
  if (s === 0 || rollout[s] !== rollout[s - 1]) return KIND.observation
  if (boundary[s - 1] === BOUNDARIES.indexOf('summary')) return KIND.summary
  const from = start[s]
  const n = end - from
  const repeats = (at: number): boolean => {
    if (!tokenIds || at < start[s - 1]) return false
    for (let i = 0; i < n; i++) {
      if (tokenIds[at + i] < 0 || tokenIds[at + i] !== tokenIds[from + i]) return false
    }
    return true
  }
  const isCopied =
    n >= FEWEST_COPIED && n <= from - start[s - 1] && (repeats(start[s - 1]) || repeats(from - n))
  return isCopied ? KIND.skeleton : KIND.prompt
}

function segmentColumns(input: AssembleInput, start: Uint32Array): Batch['segment'] {
  const { store, order, rollouts, ids } = input
  const renumber = new Uint32Array(ids.length)
  for (let r = 0; r < rollouts.length; r++) renumber[rollouts[r]] = r
  const rollout = order.map((row) => renumber[store.rollout.data[row]])
  const ended = new Uint8Array(order.length)
  const assumed = new Uint8Array(order.length)
  for (let s = 0; s < order.length; s++) {
    const given = store.ended.data[order[s]]
    const successor = s + 1 < order.length && rollout[s + 1] === rollout[s]
    if (given === ENDED_ABSENT || (successor && given === ENDED_CODE.unknown)) assumed[s] = 1
    const otherwise = successor ? ENDED_CODE.condensed : ENDED_CODE.terminated
    ended[s] = assumed[s] === 1 ? otherwise : given
  }
  return {
    rollout,
    start,
    ...(assumed.includes(1) && { endedAssumed: assumed }),
    promptLength: order.map((row) => store.promptLength.data[row]),
    ended,
    boundary: Uint8Array.from(order, (row) => store.boundary.data[row]),
    bootstrap: Float64Array.from(order, (row) => store.bootstrap.data[row]),
    flags: Uint8Array.from(order, (row) => store.flags.data[row]),
    row: order.map((row) => store.row.data[row]),
  }
}

/** `reward` counts once; else the sum of `rewards` over all positions; else NaN. */
function outcomes(
  input: AssembleInput,
  firstSegment: Uint32Array,
  start: Uint32Array,
  rewards: FloatColumn | undefined,
): Float64Array {
  return Float64Array.from(input.rollouts, (r, i) => {
    const reward = input.rewards[r]
    if (!Number.isNaN(reward)) return reward
    let sum = input.recorded[r] === 1 ? 0 : Number.NaN
    if (!rewards) return sum
    for (let p = start[firstSegment[i]]; p < start[firstSegment[i + 1]]; p++) {
      // NaN = that row has no `rewards`.
      if (!Number.isNaN(rewards[p])) sum = Number.isNaN(sum) ? rewards[p] : sum + rewards[p]
    }
    return sum
  })
}

/**
 * Groups in order of first appearance. A rollout without a group id gets a group of its own that
 * bears the rollout's id; groups are compared by index, so an equal name elsewhere does not merge.
 * Trainers take a baseline within a step and number their prompts anew in the next one: an id that comes in several
 * steps is a group of its own in each.
 */
function groupRollouts(input: AssembleInput): { groupIds: string[]; group: Uint32Array } {
  const groupIds: string[] = []
  const ofStep = new Map<number | undefined, Map<string, number>>()
  const group = Uint32Array.from(input.rollouts, (r) => {
    const id = input.groups[r]
    if (id === undefined) return groupIds.push(input.ids[r]) - 1
    const step = input.steps.get(input.ids[r])
    const index = ofStep.get(step) ?? new Map<string, number>()
    ofStep.set(step, index)
    const known = index.get(id)
    if (known !== undefined) return known
    index.set(id, groupIds.length)
    return groupIds.push(id) - 1
  })
  return { groupIds, group }
}

function promptParts(store: BuilderStore, order: Uint32Array): PromptParts {
  const arrived = store.partLength.length
  const parts = pick(order, store.partEnd.data, arrived)
  const firstOfSegment = new Uint32Array(order.length + 1)
  for (let s = 0; s < order.length; s++) {
    firstOfSegment[s + 1] = firstOfSegment[s] + parts.to[s] - parts.from[s]
  }
  const text = gatherText(store.partText.take(arrived), parts)
  return {
    firstOfSegment,
    length: gather(store.partLength.take(), parts),
    label: gather(store.partLabel.take(), parts),
    ...(text && { text }),
  }
}

function pick(order: Uint32Array, end: Uint32Array, count: number): Pick {
  const from = order.map((row) => (row === 0 ? 0 : end[row - 1]))
  const to = order.map((row) => end[row])
  let total = 0
  let all = true
  for (let k = 0; k < order.length; k++) {
    if (from[k] !== total) all = false
    total += to[k] - from[k]
  }
  return { all: all && total === count, total, from, to }
}

function gather<T extends Uint8Array | Uint32Array | Int32Array | FloatColumn>(
  source: T,
  { all, total, from, to }: Pick,
): T {
  if (all) return source
  const result = new (source.constructor as new (length: number) => T)(total)
  let at = 0
  for (let k = 0; k < from.length; k++) {
    result.set(source.subarray(from[k], to[k]), at)
    at += to[k] - from[k]
  }
  return result
}

function gatherText(source: TextColumn | undefined, picked: Pick): TextColumn | undefined {
  if (!source || picked.all) return source
  const offset = new Uint32Array(picked.total + 1)
  let size = 0
  let n = 0
  for (let k = 0; k < picked.from.length; k++) {
    for (let i = picked.from[k]; i < picked.to[k]; i++) {
      size += source.offset[i + 1] - source.offset[i]
      offset[++n] = size
    }
  }
  if (size === 0) return undefined
  const bytes = new Uint8Array(size)
  let at = 0
  for (let k = 0; k < picked.from.length; k++) {
    const piece = source.bytes.subarray(source.offset[picked.from[k]], source.offset[picked.to[k]])
    bytes.set(piece, at)
    at += piece.length
  }
  return { bytes, offset }
}

/** An integer column with -1 where a row lacks it, undefined if all rows do. */
function integers(column: Grow<Int32Array>, count: number, picked: Pick): Int32Array | undefined {
  if (column.length === 0) return undefined
  column.pad(count, -1)
  const values = gather(column.take(), picked)
  return values.some((x) => x !== -1) ? values : undefined
}

/** Whether any segment records the column: its first position is then not NaN. */
function recorded(column: FloatColumn, start: Uint32Array): boolean {
  for (let s = 0; s + 1 < start.length; s++) {
    if (start[s] < start[s + 1] && !Number.isNaN(column[start[s]])) return true
  }
  return false
}
