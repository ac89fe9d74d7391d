/** Finding spans, mask runs and action tokens in a segment without touching every token. */
import type { RolloutDetail, SegmentView } from '../worker/api.ts'
import { type PositionAxis, xOf } from './axis.ts'

/** First index in 0..n for which `test` holds; `test` is false, …, false, true, …, true. */
export function firstIndex(n: number, test: (index: number) => boolean): number {
  let low = 0
  let high = n
  while (low < high) {
    const middle = (low + high) >> 1
    if (test(middle)) high = middle
    else low = middle + 1
  }
  return low
}

export interface Stretch<T> {
  readonly x0: number
  readonly x1: number
  readonly value: T
}

/** Spans narrower than a column are looked at up to this many a column; the rest cannot be seen. */
const SPANS_PER_COLUMN = 24

/**
 * Visible stretches of sorted, disjoint intervals, merged where they are narrower than a pixel; at most
 * two a pixel column, so the cost follows the width and not the number of tokens. Of several intervals
 * within one pixel the one with the largest `weight` is shown.
 */
export function visibleStretches<T>(
  n: number,
  bounds: (index: number) => readonly [number, number],
  value: (index: number) => T,
  axis: PositionAxis,
  weight: (value: T) => number = () => 0,
): Stretch<T>[] {
  const out: Stretch<T>[] = []
  const push = (x0: number, x1: number, v: T): void => {
    const last = out.at(-1)
    if (last && last.value === v && x0 - last.x1 < 0.01)
      out[out.length - 1] = { ...last, x1: Math.max(last.x1, x1) }
    else out.push({ x0, x1, value: v })
  }
  let i = firstIndex(n, (index) => bounds(index)[1] > axis.from)
  while (i < n) {
    const [start, end] = bounds(i)
    if (start >= axis.to) break
    const x0 = Math.max(axis.left, xOf(axis, start))
    const x1 = Math.min(axis.right, xOf(axis, end))
    if (x1 - x0 >= 1) {
      push(x0, x1, value(i))
      i++
      continue
    }
    const columnEnd = Math.min(axis.right, Math.floor(x0) + 1)
    const limit = axis.from + (columnEnd - axis.left) / axis.perToken
    const next = Math.max(
      i + 1,
      firstIndex(n, (index) => bounds(index)[1] > limit),
    )
    let best = value(i)
    // Odd: kinds usually alternate, and an even stride would see only one of them.
    const stride = Math.ceil((next - i) / SPANS_PER_COLUMN) | 1
    for (let j = i + stride; j < next; j += stride)
      if (weight(value(j)) > weight(best)) best = value(j)
    push(x0, Math.max(columnEnd, xOf(axis, bounds(next - 1)[1])), best)
    i = next
  }
  return out
}

/** [first, end) positions of the segment's first and last action token; undefined without one. */
export function actionBounds(segment: SegmentView): { first: number; end: number } | undefined {
  const runs = segment.maskRuns
  if (runs.length === 0) return undefined
  return { first: runs[0]!, end: runs[runs.length - 1]! }
}

/** Action tokens before each mask run, per segment, for index ↔ position look-ups. */
export interface ActionIndex {
  /** Rollout action index of the segment's first action token. */
  readonly segmentStart: readonly number[]
  /** Per segment: action tokens before mask run k, length runs + 1. */
  readonly before: readonly Uint32Array[]
  readonly total: number
}

export function actionIndex(detail: RolloutDetail): ActionIndex {
  let total = 0
  const segmentStart: number[] = []
  const before = detail.segments.map((segment) => {
    segmentStart.push(total)
    const runs = segment.maskRuns.length / 2
    const sums = new Uint32Array(runs + 1)
    for (let k = 0; k < runs; k++)
      sums[k + 1] = sums[k]! + segment.maskRuns[2 * k + 1]! - segment.maskRuns[2 * k]!
    total += sums[runs]!
    return sums
  })
  return { segmentStart, before, total }
}

export interface TokenPlace {
  readonly segment: number
  readonly position: number
}

/** Place of the rollout's k-th action token. */
export function placeOfAction(
  detail: RolloutDetail,
  index: ActionIndex,
  action: number,
): TokenPlace | undefined {
  if (action < 0 || action >= index.total) return undefined
  const n = index.segmentStart.length
  // The last segment that starts at or before `action`; segments without action tokens start where
  // the next one does and lose.
  const segment = firstIndex(n, (s) => index.segmentStart[s]! > action) - 1
  const before = index.before[segment]!
  const local = action - index.segmentStart[segment]!
  const run = firstIndex(before.length, (k) => before[k]! > local) - 1
  const position = detail.segments[segment]!.maskRuns[2 * run]! + local - before[run]!
  return { segment, position }
}

/** Rollout action index of a token, or undefined if it is no action token. */
export function actionOfPlace(
  detail: RolloutDetail,
  index: ActionIndex,
  place: TokenPlace,
): number | undefined {
  const runs = detail.segments[place.segment]?.maskRuns
  if (!runs) return undefined
  const run = firstIndex(runs.length / 2, (k) => runs[2 * k + 1]! > place.position)
  const start = runs[2 * run]
  if (start === undefined || place.position < start) return undefined
  return (
    index.segmentStart[place.segment]! + index.before[place.segment]![run]! + place.position - start
  )
}

/** Action tokens of a segment before a position, from the rollout's first one on. */
function actionsBefore(detail: RolloutDetail, index: ActionIndex, place: TokenPlace): number {
  const runs = detail.segments[place.segment]!.maskRuns
  const run = firstIndex(runs.length / 2, (k) => runs[2 * k + 1]! > place.position)
  const start = runs[2 * run] ?? place.position
  const inside = Math.max(0, place.position - start)
  return index.segmentStart[place.segment]! + index.before[place.segment]![run]! + inside
}

/** The action tokens that positions [from, to) of every segment hold, as spans of the rollout's index. */
export const actionsInRange = (
  detail: RolloutDetail,
  index: ActionIndex,
  range: { readonly from: number; readonly to: number },
): { readonly from: number; readonly end: number }[] =>
  detail.segments.map((_, segment) => ({
    from: actionsBefore(detail, index, { segment, position: range.from }),
    end: actionsBefore(detail, index, { segment, position: range.to }),
  }))
