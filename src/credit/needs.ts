/** What a trace should have for an estimator or a rule to mean something; absent data is not an error (rules 2, 11, 20). */
import { type Batch, ENDED_CODE, FLAG, type FloatColumnName } from '../trace/batch.ts'

const hasColumn = (name: FloatColumnName) => (batch: Batch) => batch.columns[name] !== undefined

const hasFlag = (flag: keyof typeof FLAG) => (batch: Batch) =>
  batch.segment.flags.some((bits) => (bits & FLAG[flag]) !== 0)

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
  turns: (batch: Batch) => batch.spans.turns.tool.length > 0,
  turnRewards: (batch: Batch) => !batch.spans.turns.reward.every(Number.isNaN),
  stateKeys: (batch: Batch) => batch.spans.turns.stateKey.some((key) => key >= 0),
  /** Values of several critics. */
  ensemble: (batch: Batch) => (batch.valuesPerCritic?.length ?? 0) > 1,
  waad: hasColumn('waad'),
  fai: hasColumn('fai'),
  oldLogProbs: hasColumn('old_log_probs'),
  rolloutLogProbs: hasColumn('rollout_log_probs'),
  overlongFlag: hasFlag('overlong'),
  dropFlag: hasFlag('drop'),
  /** A rollout whose last segment ended otherwise than terminated. */
  endings: ({ rollout: { firstSegment }, segment: { ended } }: Batch) =>
    firstSegment.some((first, r) => r > 0 && ended[first - 1] !== ENDED_CODE.terminated),
} as const satisfies Readonly<Record<string, (batch: Batch) => boolean>>

export type NeedId = keyof typeof SERVED

const NEED_IDS = Object.keys(SERVED).filter((id): id is NeedId => id in SERVED)

/** What cannot be done without at all, with the reason; everything else absent has a value that stands for it. */
const REASONS: Partial<Readonly<Record<NeedId, string>>> = {
  ensemble: 'The trace has no ensemble (`values_per_critic`).',
  waad: 'The trace has no column `waad`.',
  fai: 'The trace has no column `fai`.',
  oldLogProbs: 'The trace has no column `old_log_probs`.',
  rolloutLogProbs: 'The trace has no column `rollout_log_probs`.',
  overlongFlag: 'No row of this trace is flagged `overlong`.',
  dropFlag: 'No row of this trace is flagged `drop`.',
}

/** What of a batch decides whether a need is served: people type outcomes, and choose where values come from. */
const decides = (id: NeedId, { mask, columns, rollout }: Batch): object => {
  if (id === 'values') return columns.values ?? mask
  return id === 'outcome' ? rollout.outcome : mask
}

/** Every option of every estimator asks, of every batch and frame. */
const isServed = (id: NeedId, batch: Batch): boolean => {
  const serves = () => SERVED[id](batch)
  return batch.derived?.once(decides(id, batch), `serves ${id}`, serves) ?? serves()
}

/** Why the batch cannot serve something with these needs: the first it lacks and that nothing stands for. */
export function reasonAgainst(needs: readonly NeedId[], batch: Batch): string | undefined {
  const lacked = needs.find((id) => REASONS[id] !== undefined && !isServed(id, batch))
  return lacked && REASONS[lacked]
}

/** Needs that nothing in the batch serves. O(positions) where a column is all NaN, else O(rollouts). */
export const lackedBy = (batch: Batch): readonly NeedId[] =>
  NEED_IDS.filter((id) => !isServed(id, batch))
