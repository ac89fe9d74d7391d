/** The estimators, in the order the page lists them. Adding one: one file, one line here. */
import { gigpo } from './baselines/gigpo.ts'
import { grpo } from './baselines/grpo.ts'
import { litePpo } from './baselines/lite-ppo.ts'
import { reinforcePpBaseline } from './baselines/reinforce-pp-baseline.ts'
import { rloo } from './baselines/rloo.ts'
import { turnGrpo } from './baselines/turn-grpo.ts'
import type { Estimator } from './estimator.ts'
import { bilevelGae } from './estimators/bilevel-gae.ts'
import { chunkReturn } from './estimators/chunk-return.ts'
import { compactionGae } from './estimators/compaction-gae.ts'
import { concatGae } from './estimators/concat-gae.ts'
import { crossSegmentGae } from './estimators/cross-segment-gae.ts'
import { discountedReturn } from './estimators/discounted-return.ts'
import { perSegmentGae } from './estimators/per-segment-gae.ts'
import { reinforcePp } from './estimators/reinforce-pp.ts'
import { turnGae } from './estimators/turn-gae.ts'
import type { OptionSpec } from './options.ts'
import { POST_OPTIONS } from './post-registry.ts'

export const ESTIMATORS: readonly Estimator[] = [
  perSegmentGae,
  crossSegmentGae,
  concatGae,
  compactionGae,
  turnGae,
  bilevelGae,
  discountedReturn,
  chunkReturn,
  grpo,
  rloo,
  litePpo,
  reinforcePp,
  reinforcePpBaseline,
  gigpo,
  turnGrpo,
]

export const estimatorOf = (id: string): Estimator | undefined =>
  ESTIMATORS.find((estimator) => estimator.id === id)

/** Every option of an estimator: its own, then the post-processing that all share. */
export const optionsOf = (estimator: Estimator): readonly OptionSpec[] => [
  ...estimator.options,
  ...POST_OPTIONS,
]
