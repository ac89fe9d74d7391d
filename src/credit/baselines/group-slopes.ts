/**
 * How a group's advantages change with its outcomes: derivatives along a direction, in closed form, by the
 * formulas of group-statistics.ts. Nothing is read off a difference of advantages, whose rounding would look
 * like a small derivative.
 */
import { allEqual } from './equal.ts'
import { type GroupNorm, mean, scaleOf, standardDeviation } from './group-statistics.ts'

/** Change of the outcomes, one entry per member: 1 where it is the outcome that is raised. */
export type Direction = readonly number[]

/** Unit roundoff of a double. */
const ROUNDOFF = 2 ** -53

const dot = (xs: readonly number[], ys: readonly number[]): number =>
  xs.reduce((sum, x, i) => sum + x * ys[i], 0)

/** Of x − mean(x). Among equals too: who leaves them is told apart at once. */
export function centredSlopes(direction: Direction): readonly number[] {
  const center = mean(direction)
  return direction.map((c) => c - center)
}

/** Of n/(n − 1)·(x − mean(x)), at least two. */
export function leaveOneOutSlopes(direction: Direction): readonly number[] {
  const factor = direction.length / (direction.length - 1)
  return centredSlopes(direction).map((c) => factor * c)
}

/**
 * Of (x − mean(x)) / (σ + ε). With d the centred outcomes, c the centred direction and c∥ its part along d,
 * dσ/σ = d·c/|d|², so
 *
 *   dA = (c − c∥)/(σ + ε) + c∥·ε/(σ + ε)²
 *
 * The first term is 0 where the others have one outcome: A then is the same whatever R is. It is a
 * difference; each d is off by at most (n + 1)·u·max|x| and each sum of n terms by n·u of its size,
 * hence what is below n·u·(1 + max|x|/max|d|) of the terms, times 8 for their number, is 0.
 *
 * Among equals σ = 0 and 0 stands: without ε, A jumps from −1 to +1 there and has no derivative; with ε it has one, as
 * large as c/ε.
 */
export function spreadSlopes(
  outcomes: readonly number[],
  direction: Direction,
  ddof: number,
  eps: number,
): readonly number[] {
  const scale = scaleOf(outcomes)
  const xs = scale === 1 ? outcomes : outcomes.map((x) => x * scale)
  const sigma = standardDeviation(xs, ddof)
  if (sigma === 0) return outcomes.map(() => 0)
  const center = mean(xs)
  const largest = xs.reduce((most, x) => Math.max(most, Math.abs(x - center)), 0)
  // In units of the largest, so that squares neither overflow nor vanish.
  const d = xs.map((x) => (x - center) / largest)
  const c = centredSlopes(direction)
  const along = dot(d, c) / dot(d, d)
  const magnitude = xs.reduce((most, x) => Math.max(most, Math.abs(x)), 0)
  const noise = 8 * xs.length * ROUNDOFF * (1 + magnitude / largest)
  const divisor = sigma + eps * scale
  return c.map((own, i) => {
    const parallel = along * d[i]
    const rest = own - parallel
    const isNoise = Math.abs(rest) <= noise * (Math.abs(own) + Math.abs(along))
    const slope = ((isNoise ? 0 : rest) + (parallel * eps * scale) / divisor) / (divisor / scale)
    return Number.isFinite(slope) ? slope : 0
  })
}

/** Of `groupAdvantages` for every std but `leave-one-out`; O(n). */
export function groupSlopes(
  outcomes: readonly number[],
  direction: Direction,
  norm: GroupNorm,
): readonly number[] {
  if (outcomes.length === 1) return norm.singleton === 'raw' ? direction : [0]
  if (norm.std === 'none') return centredSlopes(direction)
  return spreadSlopes(outcomes, direction, norm.std === 'sample' ? 1 : 0, norm.eps)
}

/**
 * Of one member under NeMo-RL's leave-one-out: (x − mean of the others) / (s of the others + ε), not divided
 * where s is 0. Moves with the others where they move too (segments as samples).
 */
export function leaveOneOutSlope(
  outcomes: readonly number[],
  direction: Direction,
  eps: number,
  at: number,
): number {
  const others = outcomes.toSpliced(at, 1)
  const moves = direction.toSpliced(at, 1)
  const change = direction[at] - mean(moves)
  const spread = standardDeviation(others, 1)
  // Others that part from each other as soon as one is moved have no derivative, as above.
  if (spread === 0) return allEqual(moves) ? change : 0
  const center = mean(others)
  const distance = (outcomes[at] - center) / spread
  const spreadChange =
    dot(
      others.map((x) => (x - center) / spread),
      moves,
    ) /
    (others.length - 1)
  const slope = change - distance * spreadChange * (spread / (spread + eps))
  return slope / (spread + eps)
}
