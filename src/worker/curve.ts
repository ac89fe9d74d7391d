/** A column of a rollout's action tokens in time order, as pixel columns: one walk, whatever the rollout's length. */
import { meanOf, type Room, type Series, SMALL } from '../engine/summaries.ts'
import type { Batch, FloatColumn } from '../trace/batch.ts'

interface Walk {
  readonly batch: Batch
  /** Segments [from, to). */
  readonly from: number
  readonly to: number
  /** Their action tokens. */
  readonly tokens: number
  /** At most one per token. */
  readonly columns: number
  /** Where the result is to stand. */
  readonly room: Room
}

export interface WalkedColumn {
  readonly series: Series
  /** Least and largest of each segment; NaN: it has no action token. */
  readonly ranges: Float64Array
}

/** What is neither finite nor drawn, a NaN or an infinity, counts in no column; infinities count in the ranges. */
export function walkActions(column: FloatColumn, walk: Walk): WalkedColumn {
  const { batch, from, to, tokens, columns, room } = walk
  const { mask } = batch
  const { start } = batch.segment
  const series = room(columns)
  const ranges = new Float64Array(2 * (to - from)).fill(Number.NaN)
  const stopOf = (c: number): number => Math.floor(((c + 1) * tokens) / columns)
  let c = 0
  let stop = stopOf(0)
  let rank = 0
  let count = 0
  let sum = 0
  let small = 0
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let s = from; s < to; s++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const before = rank
    const end = start[s + 1]
    for (let p = start[s]; p < end; p++) {
      if (mask[p] === 0) continue
      const x = column[p]
      if (x < low) low = x
      if (x > high) high = x
      if (Number.isFinite(x)) {
        count++
        sum += x
        small += x * SMALL
        if (x < min) min = x
        if (x > max) max = x
      }
      if (++rank < stop) continue
      if (count > 0) {
        series.min[c] = min
        series.max[c] = max
        series.mean[c] = meanOf(sum, small, count)
      }
      stop = stopOf(++c)
      count = 0
      sum = 0
      small = 0
      min = Number.POSITIVE_INFINITY
      max = Number.NEGATIVE_INFINITY
    }
    if (rank === before) continue
    ranges[2 * (s - from)] = low
    ranges[2 * (s - from) + 1] = high
  }
  return { series, ranges }
}

/** Of both columns and of their difference, over action tokens [from, to). */
export function largestMagnitude(
  mask: Uint8Array,
  a: FloatColumn,
  b: FloatColumn,
  from: number,
  to: number,
): number {
  let largest = 0
  for (let p = from; p < to; p++) {
    if (mask[p] === 0) continue
    const x = a[p]
    const y = b[p]
    largest = Math.max(largest, Math.abs(x), Math.abs(y), Math.abs(y - x))
  }
  return largest
}
