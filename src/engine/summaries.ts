/** Per-token columns reduced to pixel columns: what the page draws instead of tokens. */
import type { FloatColumn } from '../trace/batch.ts'

export interface Series {
  readonly min: Float64Array
  readonly max: Float64Array
  readonly mean: Float64Array
}

/** Columns without a mark. */
export type Room = (columns: number) => Series

/** For `count` series of so many columns, in one piece: a message moves it as one. */
export function roomFor(count: number, columns: number): Room {
  const whole = new Float64Array(3 * count * columns).fill(Number.NaN)
  let next = 0
  const take = (length: number): Float64Array => {
    next += length
    return whole.subarray(next - length, next)
  }
  return (length) => ({ min: take(length), max: take(length), mean: take(length) })
}

/** Indices under a pixel column. The last one ends at `to` exactly, where most rewards stand. */
function columnRange(c: number, length: number, from: number, to: number, columns: number) {
  const span = to - from
  const first = Math.max(0, Math.floor(from + (c * span) / columns))
  const end = Math.max(first + 1, Math.floor(from + ((c + 1) * span) / columns))
  return { first, end: Math.min(length, end) }
}

/** One segment's numbers; those with mask 0 leave no mark. */
export interface Tokens {
  /** By position, the segment's from `first` on. */
  readonly numbers: FloatColumn
  readonly first: number
  /** By position, the segment's from `offset` on. */
  readonly mask: Uint8Array
  readonly offset: number
}

/**
 * min / max / mean per pixel column of positions [from, to) of a segment, or of what they are above another column.
 * What is not finite has no place on an axis and is passed over; a column without any mark stays NaN, one
 * narrower than a token shows the token under it. In a difference a number that leaves no mark counts as 0,
 * unless neither leaves one.
 * @param length positions of the segment; columns beyond it stay NaN
 * @param room where the result is to stand
 */
export function summariseTokens(
  tokens: Tokens,
  minus: Tokens | undefined,
  length: number,
  from: number,
  to: number,
  columns: number,
  room: Room = roomFor(1, columns),
): Series {
  const { numbers, mask, offset } = tokens
  const shift = tokens.first - offset
  const other = minus?.numbers ?? numbers
  const otherMask = minus?.mask ?? mask
  const otherShift = minus ? minus.first - offset : 0
  const isDifference = minus !== undefined
  const series = room(columns)
  for (let c = 0; c < columns; c++) {
    const { first, end } = columnRange(c, length, from, to, columns)
    let count = 0
    let sum = 0
    let small = 0
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    // No call for each of a million tokens.
    for (let p = offset + first; p < offset + end; p++) {
      if (mask[p] === 0 && otherMask[p] === 0) continue
      let x = mask[p] === 0 ? 0 : numbers[p + shift]
      if (isDifference && otherMask[p] === 1) x -= other[p + otherShift]
      if (!Number.isFinite(x)) continue
      count++
      sum += x
      small += x * SMALL
      if (x < min) min = x
      if (x > max) max = x
    }
    if (count === 0) continue
    series.min[c] = min
    series.max[c] = max
    series.mean[c] = meanOf(sum, small, count)
  }
  return series
}

/** Makes the largest doubles summable; a power of two loses no digits of theirs. */
export const SMALL = 2 ** -64

/** @param small the sum of what `sum` is of, times SMALL: where the sum leaves the range of doubles, the mean does not */
export const meanOf = (sum: number, small: number, count: number): number =>
  Number.isFinite(sum) ? sum / count : small / count / SMALL
