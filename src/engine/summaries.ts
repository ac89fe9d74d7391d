/** Per-token columns reduced to pixel columns: what the page draws instead of tokens. */
import type { FloatColumn } from '../trace/batch.ts'

/**
 * Tokens of the smallest block of pyramid.ts. With three doubles and a count each, all levels are a sixteenth
 * of a float32 column.
 */
export const BLOCK = 128

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

/** What is known of some tokens. */
export interface Tally {
  count: number
  sum: number
  /** The same sum, times SMALL. */
  small: number
  min: number
  max: number
}

export const newTally = (): Tally => clear({ count: 0, sum: 0, small: 0, min: 0, max: 0 })

export function clear(tally: Tally): Tally {
  tally.count = 0
  tally.sum = 0
  tally.small = 0
  tally.min = Number.POSITIVE_INFINITY
  tally.max = Number.NEGATIVE_INFINITY
  return tally
}

/** Adds positions [first, end) of a segment to a tally. */
export type Adds = (first: number, end: number, into: Tally) => void

/**
 * Reads every token. What is not finite has no place on an axis and is passed over. In a difference a number that
 * leaves no mark counts as 0, unless neither leaves one.
 */
export function addsTokens(tokens: Tokens, minus?: Tokens): Adds {
  const whole = { tokens, minus: minus ?? tokens, isDifference: minus !== undefined }
  return (first, end, into) => addTokens(whole, first, end, into)
}

interface TwoColumns {
  readonly tokens: Tokens
  readonly minus: Tokens
  readonly isDifference: boolean
}

function addTokens(
  { tokens, minus, isDifference }: TwoColumns,
  first: number,
  end: number,
  into: Tally,
) {
  // Locals: what a closure holds is looked up for each of a million tokens.
  const { numbers, mask, offset } = tokens
  const { numbers: other, mask: otherMask } = minus
  const shift = tokens.first - offset
  const otherShift = minus.first - offset
  const stop = offset + end
  let { count, sum, small, min, max } = into
  for (let p = offset + first; p < stop; p++) {
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
  into.count = count
  into.sum = sum
  into.small = small
  into.min = min
  into.max = max
}

/**
 * min / max / mean per pixel column of positions [from, to) of a segment; a column without any mark stays NaN, one
 * narrower than a token shows the token under it.
 * @param length positions of the segment; columns beyond it stay NaN
 * @param room where the result is to stand
 */
export function summarise(
  adds: Adds,
  length: number,
  from: number,
  to: number,
  columns: number,
  room: Room = roomFor(1, columns),
): Series {
  const series = room(columns)
  const tally = newTally()
  for (let c = 0; c < columns; c++) {
    const { first, end } = columnRange(c, length, from, to, columns)
    if (first >= end) continue
    adds(first, end, clear(tally))
    if (tally.count === 0) continue
    series.min[c] = tally.min
    series.max[c] = tally.max
    series.mean[c] = meanOf(tally.sum, tally.small, tally.count)
  }
  return series
}

/** Makes the largest doubles summable; a power of two loses no digits of theirs. */
export const SMALL = 2 ** -64

/** @param small the sum of what `sum` is of, times SMALL: where the sum leaves the range of doubles, the mean does not */
export const meanOf = (sum: number, small: number, count: number): number =>
  Number.isFinite(sum) ? sum / count : small / count / SMALL
