import { type Batch, ENDED_CODE, type Ended } from '../../trace/batch.ts'
import type { ChoiceSpec } from '../options.ts'
import type { RolloutRule, RuleChoice } from '../post-rule.ts'
import { needsEnding, needsTruncated } from '../unavailable.ts'

interface Variant extends RuleChoice {
  /** Endings that are masked. */
  readonly masked: readonly Ended[]
}

const BADLY: readonly Ended[] = ['truncated', 'error']
const NOT_TERMINATED: readonly Ended[] = [...BADLY, 'condensed', 'unknown']

const VARIANTS: readonly Variant[] = [
  { value: 'truncated', label: 'truncated', masked: ['truncated'], unavailable: needsTruncated },
  {
    value: 'error',
    label: 'error',
    masked: ['error'],
    unavailable: needsEnding(['error'], 'No rollout of this trace ends in an error.'),
  },
  {
    value: 'truncated-or-error',
    label: 'truncated or error',
    masked: BADLY,
    unavailable: needsEnding(BADLY, 'No rollout of this trace ends truncated or in an error.'),
  },
  {
    value: 'not-terminated',
    label: 'all but terminated',
    masked: NOT_TERMINATED,
    unavailable: needsEnding(NOT_TERMINATED, 'Every rollout of this trace terminated.'),
  },
]

const ENDED_STATISTICS: ChoiceSpec = {
  kind: 'choice',
  name: 'endedStatistics',
  help: 'Whether outcomes of rollouts masked by their ending count in group statistics; DeepSWE leaves it open.',
  default: 'keep',
  choices: [
    { value: 'keep', label: 'counted' },
    { value: 'drop', label: 'left out' },
  ],
}

/**
 * Compact filtering: rollouts are masked by how they ended, because a rollout that ran out of context, time or
 * turns shows no finished attempt (methods.md §2.3, §3.4).
 */
export const compactFiltering: RolloutRule = {
  kind: 'keeping',
  unit: 'rollouts',
  id: 'compact-filtering',
  label: 'compact filtering',
  variants: VARIANTS,
  tex: [String.raw`m_t \leftarrow m_t \cdot \mathbf{1}[e_i \notin E]`],
  symbols: ['lossMask', 'rolloutOfToken', 'ending', 'maskedEndings'],
  source: 'Compact filtering, DeepSWE',
  pitfalls: [
    'Only the end of the last segment counts: a rollout that was condensed on its way and then finished is kept.',
    'DeepSWE does not say whether masked outcomes stay in the statistics: 1, 0, 1, 0 with the last one masked gives 1, −1, 1, 0 if they do, else 0.707, −1.414, 0.707, 0.',
    '“All but terminated” also masks what the file calls `unknown`; a row without `ended` counts as terminated and is kept.',
  ],
  needs: ['endings'],
  options: [ENDED_STATISTICS],
  masks: (batch, { maskEnded }) =>
    endedAs(batch, VARIANTS.find(({ value }) => value === maskEnded)?.masked ?? []),
  leavesStatistics: ({ endedStatistics }) => endedStatistics === 'drop',
}

/** 1 for every rollout whose last segment ended in one of these ways. */
function endedAs(batch: Batch, endings: readonly Ended[]): Uint8Array {
  const codes = endings.map((ending): number => ENDED_CODE[ending])
  const { firstSegment } = batch.rollout
  return Uint8Array.from({ length: batch.rolloutCount }, (_, r) =>
    codes.includes(batch.segment.ended[firstSegment[r + 1] - 1]) ? 1 : 0,
  )
}
