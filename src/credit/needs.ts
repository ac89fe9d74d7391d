/** What a trace should have for an estimator to mean something; absent data is not an error (rules 2, 11, 20). */
import type { Batch } from '../trace/batch.ts'

/** By need: whether the batch has it at all. */
const SERVED = {
  values: (batch: Batch) =>
    batch.columns.values !== undefined && !batch.columns.values.every(Number.isNaN),
  outcome: (batch: Batch) => !batch.rollout.outcome.every(Number.isNaN),
  /** Several rollouts of one prompt. */
  group: (batch: Batch) => batch.groupIds.length < batch.rolloutCount,
  /** A rollout of several segments. */
  cuts: (batch: Batch) => batch.segmentCount > batch.rolloutCount,
  /** `turns` of the file; without them every run of action tokens is one. */
  turns: (batch: Batch) => batch.spans.declared.some((declared) => declared === 1),
  turnRewards: (batch: Batch) => !batch.spans.reward.every(Number.isNaN),
  stateKeys: (batch: Batch) => batch.spans.stateKey.some((key) => key >= 0),
} as const satisfies Readonly<Record<string, (batch: Batch) => boolean>>

export type NeedId = keyof typeof SERVED

const NEED_IDS = Object.keys(SERVED).filter((id): id is NeedId => id in SERVED)

/** Needs that nothing in the batch serves. O(positions) where a column is all NaN, else O(rollouts). */
export const lackedBy = (batch: Batch): readonly NeedId[] =>
  NEED_IDS.filter((id) => !SERVED[id](batch))
