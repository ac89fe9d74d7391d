/** A plausible critic for the samples: drifts from a prior towards what the rollout turns out to be worth. */
import type { Random } from './random.ts'

export interface CriticShape {
  /** Value before the first token. */
  readonly prior: number
  /** Value just before the end. */
  readonly final: number
  /** Amplitude of a slow, mean-reverting error. */
  readonly wobble: number
}

/**
 * Values of `length` consecutive states from progress `from` to `to` (both in [0, 1] of the rollout).
 * @returns values rounded to 3 decimals, so that a share link stays short
 */
export function criticValues(
  shape: CriticShape,
  from: number,
  to: number,
  length: number,
  random: Random,
): readonly number[] {
  let error = shape.wobble * random.normal()
  return Array.from({ length }, (_, i) => {
    const progress = from + ((to - from) * i) / Math.max(1, length)
    // Ornstein-Uhlenbeck with a correlation length of about 20 tokens.
    error = 0.95 * error + 0.31 * shape.wobble * random.normal()
    const value = shape.prior + (shape.final - shape.prior) * progress ** 1.5 + error
    return Math.round(value * 1000) / 1000
  })
}
