/** Group-normalised advantages of scalar outcomes (trace-schema §3 rules 16 and 17; methods.md §1). */
import { allEqual } from './equal.ts'

export type StdConvention = 'population' | 'sample' | 'none' | 'leave-one-out'

export interface GroupNorm {
  readonly std: StdConvention
  /** Added to the standard deviation. */
  readonly eps: number
  /** What a group of one gets: 0 (TRL, slime, ROLL) or its outcome itself (verl). */
  readonly singleton: 'zero' | 'raw'
}

/** Beyond these magnitudes sums and squares are taken of scaled numbers. */
const EXTREME = { small: 1e-100, large: 1e100 } as const

/** A power of two that brings extreme numbers to about 1, so that none of their sums overflows; else 1. */
export function scaleOf(xs: readonly number[]): number {
  let largest = 0
  for (const x of xs) largest = Math.max(largest, Math.abs(x))
  if (largest === 0 || (largest > EXTREME.small && largest < EXTREME.large)) return 1
  // 2 ** ±1000 still leaves room on both sides of the smallest and the largest double.
  return 2 ** Math.min(1000, Math.max(-1000, -Math.floor(Math.log2(largest))))
}

const plainMean = (xs: readonly number[]): number => xs.reduce((sum, x) => sum + x, 0) / xs.length

export function mean(xs: readonly number[]): number {
  if (xs.length === 0) return 0
  const scale = scaleOf(xs)
  if (scale === 1) return plainMean(xs)
  const center = plainMean(xs.map((x) => x * scale)) / scale
  // Rounding must not carry the mean of the largest doubles beyond them.
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, center))
}

/**
 * Standard deviation with `ddof`; 0 where members are equal or too few. Members are scaled, and
 * deviations by the largest before they are squared, so that neither 5e-324 vanishes nor 1e308 overflows.
 *
 * @param counts how often each member counts; absent: once
 */
export function standardDeviation(
  xs: readonly number[],
  ddof: number,
  counts?: readonly number[],
): number {
  const scale = scaleOf(xs)
  return scale === 1
    ? plainDeviation(xs, ddof, counts)
    : plainDeviation(
        xs.map((x) => x * scale),
        ddof,
        counts,
      ) / scale
}

function plainDeviation(
  xs: readonly number[],
  ddof: number,
  counts: readonly number[] | undefined,
): number {
  let n = 0
  let sum = 0
  for (let i = 0; i < xs.length; i++) {
    const count = counts ? counts[i] : 1
    n += count
    sum += count * xs[i]
  }
  if (n <= ddof || allEqual(xs)) return 0
  const center = sum / n
  let largest = 0
  for (const x of xs) largest = Math.max(largest, Math.abs(x - center))
  let squares = 0
  for (let i = 0; i < xs.length; i++) {
    squares += (counts ? counts[i] : 1) * ((xs[i] - center) / largest) ** 2
  }
  return largest * Math.sqrt(squares / (n - ddof))
}

/** Advantage of every member of one group; O(n) but for leave-one-out (see there). */
export function groupAdvantages(outcomes: readonly number[], norm: GroupNorm): readonly number[] {
  if (outcomes.length === 1) return [norm.singleton === 'raw' ? outcomes[0] : 0]
  if (allEqual(outcomes)) return outcomes.map(() => 0)
  const scale = scaleOf(outcomes)
  if (scale === 1) return plainAdvantages(outcomes, norm)
  const scaled = outcomes.map((r) => r * scale)
  const advantages = plainAdvantages(scaled, { ...norm, eps: norm.eps * scale })
  // What is not divided by a spread keeps the outcomes' unit; leave-one-out does so member by member.
  if (norm.std === 'none') return advantages.map((a) => a / scale)
  if (norm.std !== 'leave-one-out') return advantages
  return advantages.map((a, i) => (isUndivided(scaled, i) ? a / scale : a))
}

/** Whether the others are equal, or one: leave-one-out then does not divide. */
const isUndivided = (outcomes: readonly number[], at: number): boolean =>
  outcomes.length === 2 || allEqual(outcomes.toSpliced(at, 1))

function plainAdvantages(outcomes: readonly number[], norm: GroupNorm): readonly number[] {
  if (norm.std === 'leave-one-out') return leaveOneOut(outcomes, norm.eps)
  const center = plainMean(outcomes)
  if (norm.std === 'none') return outcomes.map((r) => r - center)
  const divisor = standardDeviation(outcomes, norm.std === 'sample' ? 1 : 0) + norm.eps
  return outcomes.map((r) => (divisor === 0 ? 0 : (r - center) / divisor))
}

/** RLOO: outcome minus the mean of the others, 0 among equals; a group of one gets 0, or its outcome itself. */
export function rlooAdvantages(
  outcomes: readonly number[],
  singleton: GroupNorm['singleton'],
): readonly number[] {
  if (outcomes.length === 1) return [singleton === 'raw' ? outcomes[0] : 0]
  return allEqual(outcomes) ? outcomes.map(() => 0) : leaveOneOutCentred(outcomes)
}

/** Lite PPO: outcome minus the group's mean, over `divisor` (see litePpoDivisor); 0 among equals. */
export const litePpoAdvantages = (
  outcomes: readonly number[],
  divisor: number,
): readonly number[] => centredOutcomes(outcomes).map((d) => d / divisor)

/** Outcome minus the group's mean; exactly 0 among equals. */
export function centredOutcomes(outcomes: readonly number[]): readonly number[] {
  if (allEqual(outcomes)) return outcomes.map(() => 0)
  const center = mean(outcomes)
  return outcomes.map((r) => r - center)
}

/** Standard deviation of the whole batch's outcomes + ε; where all are equal infinite: advantage 0 whatever ε. */
export function litePpoDivisor(all: readonly number[], ddof: number, eps: number): number {
  const spread = standardDeviation(all, ddof)
  return spread === 0 ? Number.POSITIVE_INFINITY : spread + eps
}

/** Outcome minus the mean of the others. O(n), at least two. */
function leaveOneOutCentred(outcomes: readonly number[]): readonly number[] {
  const center = mean(outcomes)
  const factor = outcomes.length / (outcomes.length - 1)
  return outcomes.map((r) => factor * (r - center))
}

/**
 * NeMo-RL: mean and sample std of the others; not divided where that std is 0 or one other is left.
 * Members with the same outcome share their answer, so the cost is (distinct outcomes)²: real groups
 * have few. Above 2,048 distinct ones no single member moves the spread much, and the closed form
 * Q − d²·n/(n − 1) loses nothing to cancellation.
 */
function leaveOneOut(outcomes: readonly number[], eps: number): readonly number[] {
  const n = outcomes.length
  const counts = new Map<number, number>()
  for (const r of outcomes) counts.set(r, (counts.get(r) ?? 0) + 1)
  const values = [...counts.keys()]
  const weights = [...counts.values()]
  const center = mean(outcomes)
  const squares = outcomes.reduce((sum, r) => sum + (r - center) ** 2, 0)

  const spreadWithout = (r: number): number => {
    if (values.length > 2048) {
      return Math.sqrt(Math.max(0, squares - ((r - center) ** 2 * n) / (n - 1)) / (n - 2))
    }
    // Whoever is gone must not make equal ones look different.
    const own = values.indexOf(r)
    const isGone = weights[own] === 1
    const others = isGone ? values.toSpliced(own, 1) : values
    const left = isGone ? weights.toSpliced(own, 1) : weights.with(own, weights[own] - 1)
    return standardDeviation(others, 1, left)
  }
  const centred = leaveOneOutCentred(outcomes)
  const answers = new Map<number, number>()
  outcomes.forEach((r, i) => {
    if (answers.has(r)) return
    const spread = spreadWithout(r)
    answers.set(r, spread === 0 ? centred[i] : centred[i] / (spread + eps))
  })
  return outcomes.map((r) => answers.get(r) ?? 0)
}
