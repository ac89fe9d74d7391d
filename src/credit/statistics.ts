/** Count, mean, spread and extrema of advantages over action tokens. */
import type { FloatColumn } from '../trace/batch.ts'

export interface AdvantageStatistics {
  /** Action tokens. */
  readonly count: number
  readonly mean: number
  /** Population standard deviation. */
  readonly std: number
  readonly min: number
  readonly max: number
}

export const NOTHING: AdvantageStatistics = { count: 0, mean: 0, std: 0, min: 0, max: 0 }

/** What is known of a part of the tokens; parts are joined without losing digits (Chan et al., 1979). */
export interface Moments {
  count: number
  mean: number
  /** Σ (x − mean)². */
  squares: number
  min: number
  max: number
}

const noMoments = (): Moments => ({
  count: 0,
  mean: 0,
  squares: 0,
  min: Number.POSITIVE_INFINITY,
  max: Number.NEGATIVE_INFINITY,
})

function join(into: Moments, part: Readonly<Moments>): void {
  if (part.count === 0) return
  const count = into.count + part.count
  const apart = part.mean - into.mean
  into.squares += part.squares + apart * apart * ((into.count * part.count) / count)
  into.mean += apart * (part.count / count)
  into.count = count
  if (part.min < into.min) into.min = part.min
  if (part.max > into.max) into.max = part.max
}

/** Statistics of the parts together. */
export function statisticsOfParts(parts: readonly Readonly<Moments>[]): AdvantageStatistics {
  const all = noMoments()
  for (const part of parts) join(all, part)
  return finish(all)
}

const finish = ({ count, mean, squares, min, max }: Moments): AdvantageStatistics =>
  count === 0 ? NOTHING : { count, mean, std: Math.sqrt(squares / count), min, max }

/** Two passes over a block stay in the processor's cache: one read of memory instead of two. */
const BLOCK = 4096

/** Statistics of `column` over positions with mask 1. */
export const statisticsOf = (mask: Uint8Array, column: FloatColumn): AdvantageStatistics =>
  weightedStatistics({ numbers: column, weight: mask, without: 0, scaled: undefined })

/** Numbers that stand for action tokens. */
export interface Weighted {
  readonly numbers: FloatColumn
  /** Tokens of each number; undefined: one each. */
  readonly weight: ArrayLike<number> | undefined
  /** Tokens that have no number: they count as 0. */
  readonly without: number
  /** Stretches [start[i], start[i + 1]) whose numbers count times factor[i] ≥ 0; undefined: times 1. */
  readonly scaled:
    | { readonly start: ArrayLike<number>; readonly factor: ArrayLike<number> }
    | undefined
}

export function weightedStatistics(of: Weighted): AdvantageStatistics {
  const all = momentsOfAll(of)
  if (!isOverflow(all)) return finish(all)
  const shrunk = finish(momentsOfAll({ ...of, numbers: of.numbers.map((x) => x * SHRINK) }))
  const { count, min, max } = all
  return { count, mean: shrunk.mean / SHRINK, std: shrunk.std / SHRINK, min, max }
}

/** Makes the squares of the largest doubles summable; a power of two loses no digits. */
const SHRINK = 2 ** -600

/** Sums left the range, the numbers themselves did not. */
const isOverflow = ({ squares, min, max }: Moments): boolean =>
  !Number.isFinite(squares) && Number.isFinite(min) && Number.isFinite(max)

function momentsOfAll(of: Weighted): Moments {
  const all = noMoments()
  if (of.scaled) {
    const { start, factor } = of.scaled
    for (let i = 0; i < factor.length; i++) {
      const part = noMoments()
      addStretch(part, of, start[i], start[i + 1])
      join(all, scale(part, factor[i]))
    }
  } else addStretch(all, of, 0, of.numbers.length)
  join(all, { count: of.without, mean: 0, squares: 0, min: 0, max: 0 })
  return all
}

function addStretch(into: Moments, { numbers, weight }: Weighted, start: number, end: number) {
  for (let from = start; from < end; from += BLOCK) {
    const to = Math.min(end, from + BLOCK)
    join(into, weight ? momentsOf(numbers, weight, from, to) : plainMoments(numbers, from, to))
  }
}

const scale = ({ count, mean, squares, min, max }: Moments, factor: number): Moments => ({
  count,
  mean: mean * factor,
  squares: squares * factor * factor,
  min: min * factor,
  max: max * factor,
})

function plainMoments(numbers: FloatColumn, from: number, to: number): Moments {
  let sum = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let i = from; i < to; i++) {
    const x = numbers[i]
    sum += x
    if (x < min) min = x
    if (x > max) max = x
  }
  const mean = sum / (to - from)
  let squares = 0
  for (let i = from; i < to; i++) {
    const apart = numbers[i] - mean
    squares += apart * apart
  }
  return { count: to - from, mean, squares, min, max }
}

function momentsOf(
  numbers: FloatColumn,
  weight: ArrayLike<number>,
  from: number,
  to: number,
): Moments {
  const moments = noMoments()
  let sum = 0
  for (let i = from; i < to; i++) {
    const w = weight[i]
    if (w === 0) continue
    const x = numbers[i]
    moments.count += w
    sum += w * x
    if (x < moments.min) moments.min = x
    if (x > moments.max) moments.max = x
  }
  if (moments.count === 0) return moments
  moments.mean = sum / moments.count
  for (let i = from; i < to; i++) {
    if (weight[i] === 0) continue
    const apart = numbers[i] - moments.mean
    moments.squares += weight[i] * apart * apart
  }
  return moments
}
