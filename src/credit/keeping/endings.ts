/**
 * Compact filtering: rollouts are masked by how they ended, because a rollout that ran out of context,
 * time or turns shows no finished attempt (DeepSWE; methods.md §2.3, §3.4). What counts is `ended` of
 * the last segment.
 */
import { type Batch, ENDED_CODE, type Ended } from '../../trace/batch.ts'
import type { ChoiceSpec, OptionSpec, Options } from '../options.ts'
import { needsEnding, needsTruncated } from '../unavailable.ts'

const NOT_TERMINATED: readonly Ended[] = ['truncated', 'error', 'condensed', 'unknown']

/** Endings that are masked, by value of the option. */
const MASKED: Readonly<Record<string, readonly Ended[]>> = {
  truncated: ['truncated'],
  error: ['error'],
  'truncated-or-error': ['truncated', 'error'],
  'not-terminated': NOT_TERMINATED,
}

const MASK_ENDED: ChoiceSpec = {
  kind: 'choice',
  name: 'maskEnded',
  help: 'Compact filtering: mask whole rollouts by how their last segment ended; truncated stands for context, length, time and turn limits.',
  default: 'none',
  choices: [
    { value: 'none', label: 'none' },
    { value: 'truncated', label: 'truncated', unavailable: needsTruncated },
    {
      value: 'error',
      label: 'error',
      unavailable: needsEnding(['error'], 'No rollout of this trace ends in an error.'),
    },
    {
      value: 'truncated-or-error',
      label: 'truncated or error',
      unavailable: needsEnding(
        ['truncated', 'error'],
        'No rollout of this trace ends truncated or in an error.',
      ),
    },
    {
      value: 'not-terminated',
      label: 'all but terminated',
      unavailable: needsEnding(NOT_TERMINATED, 'Every rollout of this trace terminated.'),
    },
  ],
}

export const ENDING_OPTIONS: readonly OptionSpec[] = [
  MASK_ENDED,
  {
    kind: 'choice',
    name: 'endedStatistics',
    help: 'Whether outcomes of rollouts masked by their ending count in group statistics; DeepSWE leaves it open.',
    default: 'keep',
    choices: [
      { value: 'keep', label: 'counted' },
      { value: 'drop', label: 'left out' },
    ],
    when: { option: 'maskEnded', is: Object.keys(MASKED) },
  },
]

/** 1 for every rollout that `maskEnded` masks. */
export function maskedByEnding(batch: Batch, options: Options): Uint8Array {
  const masked = new Uint8Array(batch.rolloutCount)
  const codes = (MASKED[String(options.maskEnded)] ?? []).map((ending) => ENDED_CODE[ending])
  for (let r = 0; codes.length > 0 && r < batch.rolloutCount; r++) {
    const last = batch.rollout.firstSegment[r + 1] - 1
    if (codes.some((code) => code === batch.segment.ended[last])) masked[r] = 1
  }
  return masked
}
