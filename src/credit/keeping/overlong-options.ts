/** What is done about overlong responses: masked by the file's flag, or penalised by their length (methods.md §3.4). */
import { type Batch, FLAG } from '../../trace/batch.ts'
import type { OptionSpec, Options } from '../options.ts'
import { needsFlag } from '../unavailable.ts'

const PENALTIES = ['soft-penalty', 'linear-penalty'] as const

export const OVERLONG_OPTIONS: readonly OptionSpec[] = [
  {
    kind: 'choice',
    name: 'overlong',
    help: 'Rollouts flagged `overlong`: keep them, mask them, or also leave them out of group statistics. Or no mask but a penalty on the outcome by action tokens of the rollout: DAPO’s, not below −1, or AReaL’s, without a floor.',
    default: 'keep',
    choices: [
      { value: 'keep', label: 'keep' },
      { value: 'mask', label: 'mask', unavailable: needsFlag('overlong') },
      {
        value: 'mask-and-drop-from-statistics',
        label: 'mask and drop from statistics',
        unavailable: needsFlag('overlong'),
      },
      {
        value: 'soft-penalty',
        label: 'soft penalty (DAPO)',
        tex: [
          String.raw`R \leftarrow R + \max\Big( -1, \min\Big( 0, \frac{L_{\max} - L_{\mathrm{cache}} - n}{L_{\mathrm{cache}}} \Big) \Big)`,
        ],
      },
      {
        value: 'linear-penalty',
        label: 'linear penalty (AReaL)',
        tex: [
          String.raw`R \leftarrow R + \min\Big( 0, \frac{L_{\max} - L_{\mathrm{cache}} - n}{L_{\mathrm{cache}}} \Big)`,
        ],
      },
    ],
  },
  {
    kind: 'number',
    name: 'lMax',
    symbol: String.raw`L_{\max}`,
    help: 'Longest response L_max; at this length the penalty is −1.',
    default: 20480,
    min: 1,
    max: 1e9,
    step: 1,
    integer: true,
    when: { option: 'overlong', is: PENALTIES },
  },
  {
    kind: 'number',
    name: 'lCache',
    symbol: String.raw`L_{\mathrm{cache}}`,
    help: 'L_cache: over the last so many tokens before L_max the penalty grows from 0 to −1.',
    default: 4096,
    min: 1,
    max: 1e9,
    step: 1,
    integer: true,
    when: { option: 'overlong', is: PENALTIES },
  },
]

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
