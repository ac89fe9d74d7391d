/** Which two log-prob columns a ratio compares, and the PPO clip rule (methods.md §5). */
import type { LogProbColumn } from './rule.ts'

export interface RatioPair {
  readonly numerator: LogProbColumn
  readonly denominator: LogProbColumn
}

/** π_θ/π_old where both stand, else the next best pair of two different policies; undefined = none. */
const PAIRS: readonly RatioPair[] = [
  { numerator: 'log_probs', denominator: 'old_log_probs' },
  { numerator: 'log_probs', denominator: 'rollout_log_probs' },
  { numerator: 'old_log_probs', denominator: 'rollout_log_probs' },
]

export const ratioPair = (present: readonly LogProbColumn[]): RatioPair | undefined =>
  PAIRS.find((pair) => present.includes(pair.numerator) && present.includes(pair.denominator))

/** Whether PPO's clipped objective has no gradient there: A > 0 and r > 1+ε_high, or A < 0 and r < 1−ε_low. */
export const isClipped = (
  ratio: number,
  advantage: number,
  epsLow: number,
  epsHigh: number,
): boolean => (advantage > 0 && ratio > 1 + epsHigh) || (advantage < 0 && ratio < 1 - epsLow)
