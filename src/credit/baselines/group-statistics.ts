/** Group-normalised advantages of scalar outcomes (trace-schema §3 rules 16 and 17; methods.md §1). */
export type StdConvention = 'population' | 'sample' | 'none' | 'leave-one-out'

export interface GroupNorm {
  readonly std: StdConvention
  /** Added to the standard deviation. */
  readonly eps: number
  /** What a group of one gets: 0 (TRL, slime, ROLL) or its outcome itself (verl). */
  readonly singleton: 'zero' | 'raw'
}

/** Members equal within this relative distance count as equal: std 0, advantage 0 whatever eps. */
const EQUAL_WITHIN = 1e-12

export function mean(xs: readonly number[]): number {
  return xs.length === 0 ? 0 : xs.reduce((sum, x) => sum + x, 0) / xs.length
}

/** Whether all members are equal within 1e-12 of the largest magnitude. */
export function allEqual(xs: readonly number[]): boolean {
  const low = Math.min(...xs)
  const high = Math.max(...xs)
  return high - low <= EQUAL_WITHIN * Math.max(Math.abs(low), Math.abs(high))
}

/**
 * Standard deviation with `ddof`; 0 where members are equal or too few. Deviations are scaled by the
 * largest before they are squared, so that outcomes of 1e-200 or 1e200 neither vanish nor overflow.
 */
export function standardDeviation(xs: readonly number[], ddof: number): number {
  if (xs.length <= ddof || allEqual(xs)) return 0
  const center = mean(xs)
  const largest = Math.max(...xs.map((x) => Math.abs(x - center)))
  const squares = xs.reduce((sum, x) => sum + ((x - center) / largest) ** 2, 0)
  return largest * Math.sqrt(squares / (xs.length - ddof))
}

/** Advantage of every member of one group. */
export function groupAdvantages(outcomes: readonly number[], norm: GroupNorm): readonly number[] {
  if (outcomes.length === 1) return [norm.singleton === 'raw' ? outcomes[0] : 0]
  if (allEqual(outcomes)) return outcomes.map(() => 0)
  if (norm.std === 'leave-one-out')
    return outcomes.map((_, i) => leaveOneOut(outcomes, i, norm.eps))
  const center = mean(outcomes)
  if (norm.std === 'none') return outcomes.map((r) => r - center)
  const divisor = standardDeviation(outcomes, norm.std === 'sample' ? 1 : 0) + norm.eps
  return outcomes.map((r) => (divisor === 0 ? 0 : (r - center) / divisor))
}

/** NeMo-RL: mean and sample std of the others; not divided where that std is 0 or one other is left. */
function leaveOneOut(outcomes: readonly number[], i: number, eps: number): number {
  const others = outcomes.filter((_, j) => j !== i)
  const centred = outcomes[i] - mean(others)
  const spread = standardDeviation(others, 1)
  return spread === 0 ? centred : centred / (spread + eps)
}
