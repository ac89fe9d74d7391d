/** The conventions that make advantages of one group's outcomes, to stand side by side (methods.md §1). */
import type { Options } from '../options.ts'
import {
  type GroupNorm,
  groupAdvantages,
  litePpoAdvantages,
  mean,
  rlooAdvantages,
  type StdConvention,
  standardDeviation,
} from './group-statistics.ts'

/** A `std` of `grpo` (`none` is Dr.GRPO, `leave-one-out` NeMo-RL's), or an estimator of its own. */
export type GroupConvention = StdConvention | 'rloo' | 'lite-ppo'

export const GROUP_CONVENTIONS: readonly GroupConvention[] = [
  'population',
  'sample',
  'none',
  'leave-one-out',
  'rloo',
  'lite-ppo',
]

/** The convention that an estimator follows exactly, up to ε; undefined: none of them. */
export function conventionOf(estimator: string, options: Options): GroupConvention | undefined {
  if (estimator === 'rloo' || estimator === 'lite-ppo') return estimator
  if (estimator !== 'grpo') return undefined
  return GROUP_CONVENTIONS.find((convention) => convention === options.std)
}

export interface ConventionResult {
  /** What is subtracted; undefined: another number for every member, from the others. */
  readonly baseline: number | undefined
  /** What is divided by, 0 where all outcomes are equal; undefined as above. */
  readonly divisor: number | undefined
  /** Of every outcome. */
  readonly advantages: readonly number[]
}

/**
 * @param outcomes of one group, at least one
 * @param batchDivisor of Lite PPO, see litePpoDivisor
 * @param singleton what a group of one gets; Lite PPO knows no such choice
 */
export function conventionResult(
  convention: GroupConvention,
  outcomes: readonly number[],
  batchDivisor: number,
  singleton: GroupNorm['singleton'] = 'zero',
): ConventionResult {
  const center = mean(outcomes)
  switch (convention) {
    case 'rloo':
      return {
        baseline: undefined,
        divisor: 1,
        advantages: rlooAdvantages(outcomes, singleton),
      }
    case 'lite-ppo':
      return {
        baseline: center,
        divisor: Number.isFinite(batchDivisor) ? batchDivisor : 0,
        advantages: litePpoAdvantages(outcomes, batchDivisor),
      }
    default: {
      const advantages = groupAdvantages(outcomes, { std: convention, eps: 0, singleton })
      if (convention === 'leave-one-out') {
        return { baseline: undefined, divisor: undefined, advantages }
      }
      const ddof = convention === 'sample' ? 1 : 0
      const divisor = convention === 'none' ? 1 : standardDeviation(outcomes, ddof)
      return { baseline: center, divisor, advantages }
    }
  }
}
