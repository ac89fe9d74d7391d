/** Per-token columns reduced to pixel columns: what the page draws instead of tokens. */
import type { FloatColumn } from '../trace/batch.ts'

export interface Series {
  readonly min: Float64Array
  readonly max: Float64Array
  readonly mean: Float64Array
}

const allocate = (columns: number): Series => ({
  min: new Float64Array(columns).fill(Number.NaN),
  max: new Float64Array(columns).fill(Number.NaN),
  mean: new Float64Array(columns).fill(Number.NaN),
})

/**
 * min / max / mean of `at(index)` per pixel column of [from, to). NaN entries are passed over, and infinities, which have no place on an axis; a column
 * without any stays NaN. A column narrower than one token shows the token under it.
 * @param length tokens that exist; columns beyond it stay NaN
 */
export function summarise(
  at: (index: number) => number,
  length: number,
  from: number,
  to: number,
  columns: number,
): Series {
  const series = allocate(columns)
  const width = (to - from) / columns
  for (let c = 0; c < columns; c++) {
    const first = Math.max(0, Math.floor(from + c * width))
    const end = Math.min(length, Math.max(first + 1, Math.floor(from + (c + 1) * width)))
    let count = 0
    let sum = 0
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    for (let i = first; i < end; i++) {
      const x = at(i)
      if (!Number.isFinite(x)) continue
      count++
      sum += x
      if (x < min) min = x
      if (x > max) max = x
    }
    if (count === 0) continue
    series.min[c] = min
    series.max[c] = max
    series.mean[c] = Number.isFinite(sum) ? sum / count : meanOfLarge(at, first, end, count)
  }
  return series
}

/** Where the sum leaves the range of doubles, the mean does not. */
function meanOfLarge(
  at: (index: number) => number,
  from: number,
  to: number,
  count: number,
): number {
  let mean = 0
  for (let i = from; i < to; i++) {
    const x = at(i)
    if (Number.isFinite(x)) mean += x / count
  }
  return mean
}

/** Reads an action-token column; NaN at masked positions, so that they leave no mark. */
export const masked =
  (column: FloatColumn, mask: Uint8Array, offset: number) =>
  (i: number): number =>
    mask[offset + i] === 1 ? column[offset + i] : Number.NaN
