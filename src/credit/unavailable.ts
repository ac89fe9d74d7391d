/** Why a trace cannot serve a choice: reasons that several options share. */
import { type Batch, ENDED_CODE, type Ended, FLAG, type FloatColumnName } from '../trace/batch.ts'

type Reason = (batch: Batch) => string | undefined

/** The first of the columns that the trace lacks. */
export const needsColumns =
  (...columns: readonly FloatColumnName[]): Reason =>
  (batch) => {
    const missing = columns.find((column) => batch.columns[column] === undefined)
    return missing && `The trace has no column \`${missing}\`.`
  }

export const needsFlag =
  (flag: keyof typeof FLAG): Reason =>
  (batch) =>
    batch.segment.flags.some((bits) => (bits & FLAG[flag]) !== 0)
      ? undefined
      : `No row of this trace is flagged \`${flag}\`.`

export const needsEnsemble: Reason = (batch) =>
  (batch.valuesPerCritic?.length ?? 0) > 1
    ? undefined
    : 'The trace has no ensemble (`values_per_critic`).'

/** Some rollout's last segment ended in one of these ways. */
export const needsEnding =
  (endings: readonly Ended[], otherwise: string): Reason =>
  (batch) => {
    for (let r = 0; r < batch.rolloutCount; r++) {
      const code = batch.segment.ended[batch.rollout.firstSegment[r + 1] - 1]
      if (endings.some((ending) => ENDED_CODE[ending] === code)) return undefined
    }
    return otherwise
  }

export const needsTruncated: Reason = needsEnding(
  ['truncated'],
  'No rollout of this trace ends truncated.',
)
