/** Words for how a rollout ended, by code of ENDED. */
import { ENDED, type Ended } from '../../trace/batch.ts'

const SHORT = {
  terminated: 'shortTerminated',
  truncated: 'shortTruncated',
  error: 'shortError',
  condensed: 'shortCondensed',
  unknown: 'shortUnknown',
} as const satisfies Record<Ended, string>

export const endedKey = (code: number): Ended => ENDED[code] ?? 'unknown'
export const endedShortKey = (code: number) => SHORT[endedKey(code)]
