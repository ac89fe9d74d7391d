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

/** Sorted, disjoint intervals of positions, each of one of `parts` kinds. */
export interface Intervals {
  readonly count: number
  readonly start: (index: number) => number
  readonly end: (index: number) => number
  readonly part: (index: number) => number
  readonly parts: number
}

/** What is drawn between two x: one interval, or what the intervals of a pixel column amount to. */
export interface Stretch {
  readonly x0: number
  readonly x1: number
  /** The interval, where it is a pixel wide at least. */
  readonly index?: number
  /**
   * Else where each part ends on a scale of 0..steps, part after part: the first has [0, tops[0]). The rest up
   * to `steps` is in no interval. A share is rounded, but never down to nothing nor up to the whole.
   */
  readonly tops: readonly number[]
}

/**
 * Visible stretches, at most two a pixel column however many tokens it holds; equal columns are one. O(intervals in
 * sight).
 *
 * @param end x where the segment ends
 */
export function visibleStretches(
  intervals: Intervals,
  steps: number,
  axis: PositionAxis,
  end: number,
): Stretch[] {
  const { count, parts } = intervals
  const out: Stretch[] = []
  /** Pixels of each part in the column from `from` to before `until`. */
  const widths = new Float64Array(parts)
  let from = Number.NEGATIVE_INFINITY
  let until = Number.NEGATIVE_INFINITY
  const push = (stretch: Stretch): void => {
    const last = out.at(-1)
    const isSame =
      last?.index === undefined &&
      stretch.index === undefined &&
      stretch.x0 === last?.x1 &&
      stretch.tops.every((top, part) => top === last.tops[part])
    if (isSame && last) out[out.length - 1] = { ...last, x1: stretch.x1 }
    else out.push(stretch)
  }
  const close = (at: number): void => {
    const x1 = Math.min(until, at)
    if (x1 > from) push({ x0: from, x1, tops: topsOf(widths, x1 - from, steps) })
    widths.fill(0)
    until = Number.NEGATIVE_INFINITY
  }
  for (let i = firstIndex(count, (k) => intervals.end(k) > axis.from); i < count; i++) {
    if (intervals.start(i) >= axis.to) break
    let x0 = Math.max(axis.left, xOf(axis, intervals.start(i)))
    const x1 = Math.min(axis.right, xOf(axis, intervals.end(i)))
    const part = intervals.part(i)
    if (x1 - x0 >= 1) {
      close(x0)
      const tops = Array.from({ length: parts }, (_, p) => (p < part ? 0 : steps))
      push({ x0, x1, index: i, tops })
      continue
    }
    while (x0 < x1) {
      if (x0 >= until) {
        close(x0)
        from = Math.max(Math.floor(x0), out.at(-1)?.x1 ?? axis.left)
        until = Math.floor(x0) + 1
      }
      const to = Math.min(x1, until)
      widths[part] += to - x0
      x0 = to
    }
  }
  close(end)
  return out
}

function topsOf(widths: Float64Array, width: number, steps: number): readonly number[] {
  let sum = 0
  return Array.from(widths, (own) => {
    const before = sum
    sum += own
    const share = sum / width
    // Sums of widths are off by some ulps.
    if (share > 1 - 1e-6) return steps
    return share < 1e-6
      ? 0
      : Math.max(before === 0 ? 1 : 0, Math.min(steps - 1, Math.round(share * steps)))
  })
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
