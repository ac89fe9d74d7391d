/** Per-token columns reduced to pixel columns: what the page draws instead of tokens. */
import type { FloatColumn } from '../trace/batch.ts'

export interface Series {
  readonly min: Float64Array
  readonly max: Float64Array
  readonly mean: Float64Array
}

/** Columns without a mark. */
export const allocate = (columns: number): Series => ({
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
  for (let c = 0; c < columns; c++) {
    const { first, end } = columnRange(c, length, from, to, columns)
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

/** Indices under a pixel column. The last one ends at `to` exactly, where most rewards stand. */
function columnRange(c: number, length: number, from: number, to: number, columns: number) {
  const span = to - from
  const first = Math.max(0, Math.floor(from + (c * span) / columns))
  const end = Math.max(first + 1, Math.floor(from + ((c + 1) * span) / columns))
  return { first, end: Math.min(length, end) }
}

/** One segment's numbers by position, from `offset` on; those with mask 0 leave no mark. */
export interface Tokens {
  readonly numbers: FloatColumn
  readonly mask: Uint8Array
  readonly offset: number
}

/**
 * `summarise` of a column, or of its difference to another, without a call for each of a million tokens. In a
 * difference a number that leaves no mark counts as 0, unless neither leaves one.
 */
export function summariseTokens(
  tokens: Tokens,
  minus: Tokens | undefined,
  length: number,
  from: number,
  to: number,
  columns: number,
): Series {
  const { numbers, mask, offset } = tokens
  const other = minus?.numbers ?? numbers
  const otherMask = minus?.mask ?? mask
  const isDifference = minus !== undefined
  const series = allocate(columns)
  for (let c = 0; c < columns; c++) {
    const { first, end } = columnRange(c, length, from, to, columns)
    let count = 0
    let sum = 0
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    for (let p = offset + first; p < offset + end; p++) {
      if (mask[p] === 0 && otherMask[p] === 0) continue
      let x = mask[p] === 0 ? 0 : numbers[p]
      if (isDifference && otherMask[p] === 1) x -= other[p]
      if (!Number.isFinite(x)) continue
      count++
      sum += x
      if (x < min) min = x
      if (x > max) max = x
    }
    if (count === 0) continue
    series.min[c] = min
    series.max[c] = max
    if (Number.isFinite(sum)) series.mean[c] = sum / count
    else {
      // Where the sum leaves the range of doubles, the mean does not.
      const marks = (i: number): number => mask[offset + i] | otherMask[offset + i]
      const at = (i: number): number =>
        (mask[offset + i] === 0 ? 0 : numbers[offset + i]) -
        (isDifference && otherMask[offset + i] === 1 ? other[offset + i] : 0)
      series.mean[c] = meanOfLarge((i) => (marks(i) === 0 ? Number.NaN : at(i)), first, end, count)
    }
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
