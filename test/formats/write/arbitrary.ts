/** Rows with every column that a canonical trace can have, some rows without some of them. */
import fc from 'fast-check'
import { BOUNDARIES, ENDED, FLOAT_COLUMNS, TURN_KINDS } from '../../../src/trace/batch.ts'
import type { CanonicalRow, TurnRow } from '../../../src/trace/rows.ts'

/** Of a size whose sums are finite. */
const number = fc.double({ min: -1e300, max: 1e300, noNaN: true })
const int32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
/** With what files and numpy treat specially; no NUL at its end, which numpy drops. */
const text = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom(
      '',
      ' ',
      '\n',
      '"',
      "'",
      '{"a":1}',
      '会 😀',
      '__proto__',
      'null',
      'NaN',
      '\ufeffx',
    ),
  )
  .filter((one) => !one.endsWith('\0'))
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const turns = (length: number): fc.Arbitrary<readonly TurnRow[] | undefined> =>
  optional(
    fc
      .uniqueArray(fc.integer({ min: 0, max: length }), { maxLength: 5 })
      .map((cuts) => cuts.toSorted((a, b) => a - b))
      .chain((cuts) =>
        fc.tuple(
          ...cuts.slice(1).map((end, k) =>
            fc.record(
              {
                start: fc.constant(cuts[k]),
                end: fc.constant(end),
                kind: fc.constantFrom(...TURN_KINDS),
                tool: text,
                state_key: text,
                status: text,
                reward: number,
                value: number,
                latency_ms: number,
              },
              { requiredKeys: ['start', 'end', 'kind'] },
            ),
          ),
        ),
      ),
  )

const segment = fc.integer({ min: 0, max: 5 }).chain((length) => {
  const list = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: length, maxLength: length })
  const floats = Object.fromEntries(FLOAT_COLUMNS.map((name) => [name, optional(list(number))]))
  return fc.record({
    response_mask: list(fc.constantFrom(0, 1)),
    ...floats,
    // Their mean is the value, and must be finite too.
    values_per_critic: optional(
      fc.array(list(fc.double({ min: -1e9, max: 1e9, noNaN: true })), {
        minLength: 1,
        maxLength: 3,
      }),
    ),
    response_ids: optional(list(int32)),
    policy_versions: optional(list(fc.integer({ min: -1, max: 9 }))),
    response_tokens: optional(list(text)),
    turns: turns(length),
    flags: optional(fc.subarray(['drop', 'overlong'])),
    boundary: optional(fc.constantFrom(...BOUNDARIES)),
    ended: optional(fc.constantFrom(...ENDED)),
    bootstrap_value: optional(number),
    prompt_parts: optional(
      fc.array(
        fc.record(
          { length: fc.integer({ min: 1, max: 9 }), label: text, text },
          { requiredKeys: ['length'] },
        ),
        {
          maxLength: 3,
        },
      ),
    ),
  }) as fc.Arbitrary<Omit<CanonicalRow, 'rollout_id'>>
})

/** 1 to 4 rollouts of 1 to 3 segments; ids above 2^53 and of several scripts. */
export const allRows: fc.Arbitrary<readonly CanonicalRow[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.oneof(
        fc.constantFrom('9007199254740993', '-12', 'x,y'),
        text.filter((t) => t !== ''),
      ),
      group: optional(text.filter((t) => t !== '')),
      reward: optional(number),
      segments: fc.array(segment, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4, selector: ({ id }) => id },
  )
  .map((rollouts) =>
    rollouts.flatMap(({ id, group, reward, segments }) =>
      segments.map((row, s) => ({
        rollout_id: id,
        segment_index: s,
        ...(group !== undefined && { group_id: group }),
        ...(reward !== undefined && { reward }),
        ...row,
      })),
    ),
  )
