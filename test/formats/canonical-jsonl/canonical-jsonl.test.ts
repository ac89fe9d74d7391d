import { describe, expect, it } from 'vitest'
import { bytesOf, column, lines, load, promptOf, refusal } from '../helpers.ts'

const row = (rollout_id: unknown, rest: object = {}) => ({
  rollout_id,
  response_mask: [1, 1],
  ...rest,
})

describe('canonical rows', () => {
  it('keeps values as the file has them, in float64', async () => {
    const { batch } = await load(lines(row('a', { values: [0.1, 1e-17], rewards: [0, 1] })))
    expect(batch.columns.values).toBeInstanceOf(Float64Array)
    expect(column(batch, 'values')).toEqual([0.1, 1e-17])
  })

  it('keeps integer ids above 2^53 exactly and apart', async () => {
    const text =
      '{"rollout_id": 9007199254740993, "group_id": -9007199254740995, "response_mask": [1]}\n' +
      '{"rollout_id": 9007199254740992, "group_id": -9007199254740995, "response_mask": [1]}'
    const { batch } = await load(text)
    expect(batch.rollout.id).toEqual(['9007199254740993', '9007199254740992'])
    expect(batch.groupIds).toEqual(['-9007199254740995'])
  })

  it('takes 5 and "5" for the same rollout', async () => {
    const { batch } = await load(lines(row(5), row('5')))
    expect(batch.rolloutCount).toBe(1)
    expect(batch.segmentCount).toBe(2)
  })

  it('fills what rows leave out: NaN values, own groups, ended, outcome', async () => {
    const { batch, has } = await load(
      lines(row('a', { values: [1, 2] }), row('a'), row('b', { rewards: [1, 2], group_id: 'a' })),
    )
    expect(column(batch, 'values')).toEqual([1, 2, NaN, NaN, NaN, NaN])
    expect(Array.from(batch.rollout.group)).toEqual([0, 1])
    expect(Array.from(batch.segment.ended)).toEqual([3, 0, 0])
    expect(Array.from(batch.rollout.outcome)).toEqual([NaN, 3])
    expect(has).toMatchObject({ values: true, rewards: true, token_ids: false, mask: true })
  })

  it('counts a reward once that stands on every row', async () => {
    const { batch } = await load(lines(row('a', { reward: 2 }), row('a', { reward: 2 })))
    expect(Array.from(batch.rollout.outcome)).toEqual([2])
  })

  it('uses the mean of an ensemble and keeps every critic', async () => {
    const { batch } = await load(
      lines(
        row('a', {
          values_per_critic: [
            [1, 2],
            [3, 6],
          ],
        }),
      ),
    )
    expect(column(batch, 'values')).toEqual([2, 4])
    expect(batch.valuesPerCritic?.map((c) => Array.from(c))).toEqual([
      [1, 2],
      [3, 6],
    ])
  })

  it('lists unknown columns and survives a __proto__ key', async () => {
    const text = '{"rollout_id":"a","response_mask":[1],"__proto__":{"x":1},"extra":[[[]]]}'
    const { unknownColumns } = await load(text)
    expect(unknownColumns).toEqual(['__proto__', 'extra'])
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  it('reads NaN and Infinity outside strings only', async () => {
    const text =
      '{"rollout_id":"a","response_mask":[1],"note":NaN,"more":[-Infinity,Infinity]}\n' +
      '{"rollout_id":"b","response_mask":[1],"values":[NaN]}\n' +
      '{"rollout_id":"NaN, Infinity","response_mask":[1],"note":NaN}'
    const { batch, diagnostics } = await load(text)
    expect(batch.rollout.id).toEqual(['a', 'NaN, Infinity'])
    expect(diagnostics).toMatchObject([{ code: 'non-finite', line: 2, field: 'values' }])
  })

  it('counts blank lines, ignores a byte order mark and CRLF, keeps U+2028 inside a string', async () => {
    const rows = [row('a\u2028b'), row('c', { values: [1] })].map((r) => JSON.stringify(r))
    const { batch, diagnostics } = await load(`\ufeff${rows[0]}\r\n\r\n\r\n${rows[1]}\r\n\r\n`)
    expect(batch.rollout.id).toEqual(['a\u2028b'])
    expect(diagnostics).toMatchObject([{ line: 4, code: 'bad-length' }])
  })

  it('reads invalid UTF-8 as U+FFFD with a warning', async () => {
    const text = new TextEncoder().encode(lines(row('a?b')))
    text[text.indexOf(0x3f)] = 0xff
    const { batch, diagnostics } = await load(text)
    expect(batch.rollout.id).toEqual(['a\ufffdb'])
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'bad-utf8', line: 1 }])
  })

  it('warns about a last line that was cut, and keeps the rest', async () => {
    const { batch, diagnostics } = await load(`${lines(row('a'))}\n{"rollout_id":"b","resp`)
    expect(batch.rollout.id).toEqual(['a'])
    expect(diagnostics).toMatchObject([{ severity: 'warning', line: 2 }])
    expect(diagnostics[0].message).toContain('JSON ends inside a string (file truncated?)')
  })

  it('leaves a rollout out when one of its lines is broken, not the others', async () => {
    const { batch, diagnostics } = await load(
      `${lines(row('a'))}\n{"rollout_id": "a", oops}\n${lines(row('b'))}`,
    )
    expect(batch.rollout.id).toEqual(['b'])
    expect(diagnostics).toMatchObject([{ severity: 'error', code: 'bad-json', line: 2 }])
  })

  it('says how deep a line is nested, and reads the others', async () => {
    const deep = `{"rollout_id":"d","response_mask":[1],"x":${'['.repeat(300)}${']'.repeat(300)}}`
    const { batch, diagnostics } = await load(`${deep}\n${lines(row('a'))}`)
    expect(batch.rollout.id).toEqual(['a'])
    expect(diagnostics[0].message).toContain('nested deeper than 200 levels (301)')
  })

  it('names file, line and column of rows of another format', async () => {
    const { diagnostics } = await load(lines(row('a'), { input: 'x', output: 'y', step: 1 }), 'mix')
    expect(diagnostics).toMatchObject([{ file: 'mix', line: 2, severity: 'error' }])
  })

  it('reads a row that is written over many lines, and a truncated array', async () => {
    expect((await load(JSON.stringify(row('a'), undefined, 2))).batch.rolloutCount).toBe(1)
    const cut = await load(
      `[${JSON.stringify(row('a'))},\n${JSON.stringify(row('b')).slice(0, -5)}`,
    )
    expect(cut.batch.rollout.id).toEqual(['a'])
    expect(cut.diagnostics).toMatchObject([{ severity: 'warning', code: 'truncated', line: 2 }])
  })

  it('gives the document of a share file, and its labelled prompt parts', async () => {
    const trace = await load(bytesOf('canonical-jsonl', 'share.json'))
    expect(trace.document).toEqual({ gamma: 0.9 })
    expect(promptOf(trace.batch, 0)).toEqual([
      ['sys', ''],
      ['user_q', 'why'],
    ])
    expect(trace.batch.segment.promptLength[0]).toBe(5)
  })

  it('refuses a share file of a newer version with a reason', async () => {
    const { text } = await refusal(JSON.stringify({ segue: 2, rows: [] }))
    expect(text).toContain('newer Segue (share version 2)')
  })

  it.each([
    [
      'turns that overlap',
      {
        turns: [
          { start: 0, end: 2, kind: 'action' },
          { start: 1, end: 2, kind: 'action' },
        ],
      },
      'turns',
    ],
    [
      'turns that are not sorted',
      {
        turns: [
          { start: 1, end: 2, kind: 'action' },
          { start: 0, end: 1, kind: 'action' },
        ],
      },
      'turns',
    ],
    ['a turn of an unknown kind', { turns: [{ start: 0, end: 1, kind: 'dream' }] }, 'turns'],
    ['a mask that is no list', { response_mask: 'x' }, 'response_mask'],
    ['a mask entry true', { response_mask: [true, 1] }, 'response_mask'],
    ['values with a text', { values: [1, '2'] }, 'values'],
    ['a token id that is no integer', { response_ids: [1, 2.5] }, 'response_ids'],
    ['an unknown way to end', { ended: 'exploded' }, 'ended'],
    ['a reward that is a text', { reward: '1' }, 'reward'],
    ['critics of different lengths', { values_per_critic: [[1, 2], [1]] }, 'values_per_critic'],
    ['a negative segment_index', { segment_index: -1 }, 'segment_index'],
    ['an id that is a list', { rollout_id: [1] }, 'rollout_id'],
    ['two groups', { group_id: 'h' }, 'group_id'],
  ])('leaves a rollout with %s out and says why', async (_, rest, field) => {
    const bad = { ...row('bad', { group_id: 'g' }), ...rest }
    const { batch, diagnostics } = await load(lines(row('bad', { group_id: 'g' }), row('ok'), bad))
    const lost = field === 'rollout_id' ? [] : ['bad']
    expect(batch.rollout.id).toEqual(['bad', 'ok'].filter((id) => !lost.includes(id)))
    expect(diagnostics).toMatchObject([{ severity: 'error', line: 3, field }])
  })
})
