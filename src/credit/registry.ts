/** The estimators, in the order the page lists them. Adding one: one file, one line here. */
import { grpo } from './baselines/grpo.ts'
import type { Estimator } from './estimator.ts'
import { compactionGae } from './estimators/compaction-gae.ts'
import { concatGae } from './estimators/concat-gae.ts'
import { crossSegmentGae } from './estimators/cross-segment-gae.ts'
import { perSegmentGae } from './estimators/per-segment-gae.ts'
import { POST_OPTIONS } from './gae-options.ts'
import type { OptionSpec } from './options.ts'

export const ESTIMATORS: readonly Estimator[] = [
  perSegmentGae,
  crossSegmentGae,
  concatGae,
  compactionGae,
  grpo,
]

export const estimatorOf = (id: string): Estimator | undefined =>
  ESTIMATORS.find((estimator) => estimator.id === id)

/** Every option of an estimator: its own, then the post-processing that all share. */
export const optionsOf = (estimator: Estimator): readonly OptionSpec[] => [
  ...estimator.options,
  ...POST_OPTIONS,
]
