/** The second sample: four rollouts on one bug, rewards 1, 0, 1, 1, no condensation. */
import type { CanonicalRow, TurnRow } from '../trace/rows.ts'
import { criticValues } from './critic.ts'
import { piecesOfLength } from './pieces.ts'
import { createRandom } from './random.ts'

const PROMPT =
  'Fix parse_date in utils/dates.py: the test suite fails for inputs with a time zone. Run the tests before you submit. Change as little as possible. '
const READ =
  'I read the function and its tests first. cat utils/dates.py && cat tests/test_dates.py '
const FILES =
  'def parse_date(text):\n    match = PATTERN.match(text)\n    if match is None:\n        raise ValueError(text)\n    year, month, day = match.groups()[:3]\n    return date(int(year), int(month), int(day))\n\ndef test_zone():\n    assert parse_date("2024-03-01T10:00:00+02:00") == date(2024, 3, 1)\n'
const PATCH =
  'The pattern stops at the zone. I extend it with an optional group and convert to UTC before taking the date, then run the tests. '
const TESTS =
  'tests/test_dates.py ........F..\n1 failed, 10 passed in 0.31s\nE   AssertionError: date(2024, 2, 29) == date(2024, 3, 1)\n'
const SUBMIT = 'The date must stay local. I drop the conversion and submit. '

/** Kind, length in tokens and text of each stretch of the response. */
const TURNS: readonly (readonly [TurnRow['kind'], number, string, string | undefined])[] = [
  ['action', 30, READ, 'bash'],
  ['observation', 900, FILES, undefined],
  ['action', 150, PATCH, 'edit'],
  ['observation', 300, TESTS, undefined],
  ['action', 20, SUBMIT, 'submit'],
]

const REWARDS = [1, 0, 1, 1] as const

export function bugSample(): readonly CanonicalRow[] {
  return REWARDS.map((reward, i) => {
    const random = createRandom(100 + i)
    const tokens: string[] = []
    const mask: number[] = []
    const values: number[] = []
    const turns: TurnRow[] = []
    const shape = { prior: 0.6, final: reward === 1 ? 0.92 : 0.25, wobble: 0.03 }
    const total = TURNS.length
    TURNS.forEach(([kind, length, text, tool], turn) => {
      const start = tokens.length
      tokens.push(...piecesOfLength(text, length))
      mask.push(...Array.from({ length }, () => (kind === 'action' ? 1 : 0)))
      values.push(...criticValues(shape, turn / total, (turn + 1) / total, length, random))
      turns.push({ start, end: tokens.length, kind, ...(tool === undefined ? {} : { tool }) })
    })
    return {
      rollout_id: `bug-${i}`,
      group_id: 'parse-date',
      segment_index: 0,
      prompt_parts: [{ label: 'issue', length: 400, text: piecesOfLength(PROMPT, 400).join('') }],
      response_mask: mask,
      response_tokens: tokens,
      turns,
      values,
      reward,
      ended: 'terminated',
    }
  })
}
