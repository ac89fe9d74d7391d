/** Rollouts that the file flags as overlong (methods.md §3.4). */
import { type Batch, FLAG } from '../../trace/batch.ts'
import type { Options } from '../options.ts'

export const masksOverlong = ({ overlong }: Options): boolean =>
  overlong === 'mask' || overlong === 'mask-and-drop-from-statistics'

export const dropsOverlong = ({ overlong }: Options): boolean =>
  overlong === 'mask-and-drop-from-statistics'

/** 1 for every rollout with a row flagged `overlong`: the limit was hit by the rollout, not by that row alone. */
export function overlongRollouts(batch: Batch): Uint8Array {
  const overlong = new Uint8Array(batch.rolloutCount)
  for (let s = 0; s < batch.segmentCount; s++) {
    if (batch.segment.flags[s] & FLAG.overlong) overlong[batch.segment.rollout[s]] = 1
  }
  return overlong
}
