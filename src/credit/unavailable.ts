/** Why a trace cannot serve a choice: reasons that several options share. */
import { type Batch, ENDED_CODE, type Ended } from '../trace/batch.ts'

type Reason = (batch: Batch) => string | undefined

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
