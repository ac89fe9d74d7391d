/** Two columns of advantages against each other: what differs, where most, and the picture of one rollout. */
import { addsTokens, summarise } from '../engine/summaries.ts'
import type { Batch, FloatColumn } from '../trace/batch.ts'
import type { AdvantageComparison, TokenRun } from './conventions-view.ts'
import { placeOf } from './place.ts'

/** A smaller difference than this part of the largest advantage is rounding. */
const SAME = 1e-9
/** Longer lists would not be read; more rows would not be seen. */
const MAX_TOP = 8
export const MAX_STRIPS = 40

export interface Columns {
  readonly a: FloatColumn
  readonly b: FloatColumn
  /** Largest |advantage| of both. */
  readonly scale: number
  /** What still counts as the same number. */
  readonly tolerance: number
}

/** @param a, b advantages per position */
export function columnsOf({ mask }: Batch, a: FloatColumn, b: FloatColumn): Columns {
  let scale = 0
  for (let p = 0; p < a.length; p++) {
    if (mask[p] === 0) continue
    const [x, y] = [Math.abs(a[p]), Math.abs(b[p])]
    if (x > scale && x < Number.POSITIVE_INFINITY) scale = x
    if (y > scale && y < Number.POSITIVE_INFINITY) scale = y
  }
  return { a, b, scale, tolerance: scale * SAME }
}

/** Largest |B − A| and how many action tokens differ. */
export function changeOf(
  { mask }: Batch,
  { a, b, tolerance }: Columns,
): { readonly largest: number; readonly tokens: number } {
  let largest = 0
  let tokens = 0
  for (let p = 0; p < a.length; p++) {
    if (mask[p] === 0) continue
    const change = Math.abs(b[p] - a[p])
    if (!(change > tolerance)) continue
    tokens++
    if (change > largest) largest = change
  }
  return { largest, tokens }
}

type Tallies = Pick<
  AdvantageComparison,
  'tokens' | 'differing' | 'rollouts' | 'differingRollouts' | 'flips' | 'largest' | 'scale'
>

export function tallyColumns(batch: Batch, columns: Columns): Tallies {
  const { a, b, scale, tolerance } = columns
  const { mask, rollout, segment } = batch
  let [tokens, differing, rollouts, differingRollouts, flips] = [0, 0, 0, 0, 0]
  let most = tolerance
  let at = -1
  for (let r = 0; r < batch.rolloutCount; r++) {
    const before = { tokens, differing }
    const end = segment.start[rollout.firstSegment[r + 1]]
    for (let p = segment.start[rollout.firstSegment[r]]; p < end; p++) {
      if (mask[p] === 0) continue
      tokens++
      const change = Math.abs(b[p] - a[p])
      if (!(change > tolerance)) continue
      differing++
      if (a[p] * b[p] < 0 && Math.min(Math.abs(a[p]), Math.abs(b[p])) > tolerance) flips++
      if (change > most) {
        most = change
        at = p
      }
    }
    if (tokens > before.tokens) rollouts++
    if (differing > before.differing) differingRollouts++
  }
  const largest = at < 0 ? undefined : runAround(batch, columns, at)
  return { tokens, differing, rollouts, differingRollouts, flips, largest, scale }
}

/** The neighbours of a token that have the same two numbers. */
function runAround(batch: Batch, columns: Columns, position: number): TokenRun {
  const place = placeOf(batch, position)
  const segment = batch.rollout.firstSegment[place.rollout] + place.segment
  const start = batch.segment.start[segment]
  const alike = (p: number): boolean => isAlike(batch, columns, p, position)
  let from = position
  while (from > start && alike(from - 1)) from--
  let last = position
  while (last + 1 < batch.segment.start[segment + 1] && alike(last + 1)) last++
  return runOf(batch, columns, segment, from, last)
}

const isAlike = (batch: Batch, { a, b, tolerance }: Columns, p: number, q: number): boolean =>
  batch.mask[p] === 1 && Math.abs(a[p] - a[q]) <= tolerance && Math.abs(b[p] - b[q]) <= tolerance

function runOf(
  batch: Batch,
  { a, b }: Columns,
  segment: number,
  from: number,
  last: number,
): TokenRun {
  const start = batch.segment.start[segment]
  const rollout = batch.segment.rollout[segment]
  return {
    rollout,
    segment: segment - batch.rollout.firstSegment[rollout],
    position: from - start,
    last: last - start,
    a: a[from],
    b: b[from],
  }
}

/** One rollout: strips of what differs, and its largest differences. */
export function ownOf(
  batch: Batch,
  columns: Columns,
  rollout: number,
  pixels: number,
): AdvantageComparison['own'] {
  const { a, b, tolerance } = columns
  const { mask, segment } = batch
  const first = batch.rollout.firstSegment[rollout]
  const end = batch.rollout.firstSegment[rollout + 1]
  let [tokens, differing, extent, longest] = [0, 0, 0, 0]
  const withDifference: number[] = []
  const best: number[] = []
  for (let s = first; s < end; s++) {
    longest = Math.max(longest, segment.start[s + 1] - segment.start[s])
    const before = differing
    // Neighbours differ by nearly the same: the largest of each stretch of actions stands for it.
    let most = 0
    let at = -1
    for (let p = segment.start[s]; p < segment.start[s + 1]; p++) {
      if (mask[p] === 0) {
        if (at >= 0) best.push(at)
        most = 0
        at = -1
        continue
      }
      tokens++
      const change = Math.abs(b[p] - a[p])
      if (!(change > tolerance)) continue
      differing++
      extent = Math.max(extent, change)
      if (change > most) {
        most = change
        at = p
      }
    }
    if (at >= 0) best.push(at)
    if (differing > before) withDifference.push(s)
  }
  const shown = end - first <= MAX_STRIPS ? range(first, end) : withDifference.slice(0, MAX_STRIPS)
  const strips = shown.map((s) => {
    const offset = segment.start[s]
    const length = segment.start[s + 1] - offset
    const numbers = new Float64Array(length)
    for (let p = 0; p < length; p++) {
      const change = b[offset + p] - a[offset + p]
      numbers[p] = Math.abs(change) > tolerance ? change : Number.NaN
    }
    const changes = { numbers, first: 0, mask, offset }
    const [to, columns] = [longest, pixels].map((n) => Math.max(1, n))
    const difference = summarise(addsTokens(changes), length, 0, to, columns)
    return { segment: s - first, length, difference }
  })
  const top = best
    .sort((p, q) => Math.abs(b[q] - a[q]) - Math.abs(b[p] - a[p]))
    .slice(0, MAX_TOP)
    .map((p) => runAround(batch, columns, p))
  return { tokens, differing, longest, extent, strips, segments: end - first, top }
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, i) => from + i)
