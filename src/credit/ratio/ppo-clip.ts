/** Importance ratios from the log-prob columns present, and the PPO clip rule on them (methods.md §5). */
import type { Batch, FloatColumnName } from '../../trace/batch.ts'

export interface RatioPair {
  readonly numerator: FloatColumnName
  readonly denominator: FloatColumnName
}

/** π_θ/π_old where both stand, else the next best pair of two different policies; undefined = none. */
const PAIRS: readonly RatioPair[] = [
  { numerator: 'log_probs', denominator: 'old_log_probs' },
  { numerator: 'log_probs', denominator: 'rollout_log_probs' },
  { numerator: 'old_log_probs', denominator: 'rollout_log_probs' },
]

export const ratioPair = (batch: Batch): RatioPair | undefined =>
  PAIRS.find((pair) => batch.columns[pair.numerator] && batch.columns[pair.denominator])

/** r = exp(numerator − denominator) per position, NaN where either is absent; undefined = no pair. */
export function ratioColumn(batch: Batch): Float64Array | undefined {
  const pair = ratioPair(batch)
  const numerator = pair && batch.columns[pair.numerator]
  const denominator = pair && batch.columns[pair.denominator]
  if (!numerator || !denominator) return undefined
  return Float64Array.from(numerator, (x, p) => Math.exp(x - denominator[p]))
}

/** Whether PPO's clipped objective has no gradient there: A > 0 and r > 1+ε_high, or A < 0 and r < 1−ε_low. */
export const isClipped = (
  ratio: number,
  advantage: number,
  epsLow: number,
  epsHigh: number,
): boolean => (advantage > 0 && ratio > 1 + epsHigh) || (advantage < 0 && ratio < 1 - epsLow)
