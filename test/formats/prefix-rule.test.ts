import { describe, expect, it } from 'vitest'
import { messageColumns, messageOf, messagesOf } from '../../src/formats/messages.ts'
import { compareMessages, compareTokens, cutOf, segmentsOf } from '../../src/formats/prefix-rule.ts'
import { callSegments } from '../../src/formats/token-calls.ts'
import type { Fault } from '../../src/formats/types.ts'
import { piecesOf } from './helpers.ts'

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

describe('prefix rule on tokens', () => {
  it('continues a segment whose prompt extends all that was seen and said', () => {
    expect(compareTokens([1, 2, 3], [1, 2, 3, 9], [2, 3])).toEqual({ kind: 'extends', from: 3 })
    expect(compareTokens([], [1], [])).toEqual({ kind: 'extends', from: 0 })
  })

  it('cuts where the answer is gone, however short it was', () => {
    const cut = { kind: 'cut', reason: 'drop', boundary: 'unknown', at: 2 }
    expect(compareTokens([11, 12, 21, 22], [11, 12, 23], [2, 4])).toEqual(cut)
    // Two tokens of an observation and the whole answer before it.
    expect(compareTokens([11, 12, 21, 22, 90, 23], [11, 12, 23, 31], [2, 4])).toEqual(cut)
  })

  it('tells dropped from rewritten context by what stands before the kept end', () => {
    const before = [...range(0, 20), ...range(100, 160), ...range(200, 230)]
    const joints = [20, 160 - 80, 100]
    const dropped = [...range(0, 20), ...range(200, 230), 7, 8]
    expect(compareTokens(before, dropped, joints)).toMatchObject({
      reason: 'drop',
      boundary: 'drop',
      at: 20,
    })
    const replaced = [...range(0, 20), 901, 902, 903, ...range(200, 230), 7, 8]
    expect(compareTokens(before, replaced, joints)).toMatchObject({ reason: 'rewrite', at: 20 })
    const gone = [...range(0, 20), 901, 902, 903]
    expect(compareTokens(before, gone, joints)).toMatchObject({ reason: 'drop', at: 20 })
  })

  it('flags a few differing tokens at a joint as drift', () => {
    const before = range(0, 60)
    // Tokens 38 and 39, the last ones of the answer [20, 40), became one.
    const merged = [...range(0, 38), 999, ...range(40, 60), 70, 71]
    expect(compareTokens(before, merged, [20, 40])).toEqual({
      kind: 'drift',
      from: 59,
      tokens: 2,
      at: 38,
    })
    // The stop token that ended the answer is not repeated.
    expect(compareTokens(before, [...range(0, 59), 70], [20, 60])).toMatchObject({
      kind: 'drift',
      from: 59,
    })
  })

  it('cuts where tokens differ far from every joint', () => {
    const other = [...range(0, 30), 999, ...range(31, 80), 5]
    const joint = compareTokens(range(0, 80), other, [5, 60])
    expect(joint).toEqual({ kind: 'cut', reason: 'retokenisation', boundary: 'unknown', at: 30 })
  })

  it('stays linear on long runs of equal tokens', () => {
    const before = performance.now()
    const long = new Int32Array(400_000).fill(3)
    const other = new Int32Array(500_000).fill(3)
    other[10] = 4
    expect(compareTokens(long, other, range(5000, 5100)).kind).toBe('cut')
    expect(performance.now() - before).toBeLessThan(2000)
  })
})

const say = (...texts: string[]) =>
  texts.map((text) => {
    const [role, content] = text.split(':')
    return messageOf({
      role: { s: 'system', u: 'user', a: 'assistant', t: 'tool' }[role],
      content,
    })!
  })

describe('prefix rule on messages', () => {
  const before = say('s:x', 'u:task', 'a:one', 't:result', 'a:two')

  it.each([
    [say('s:x', 'u:task', 'a:one', 't:result', 'a:two', 't:more'), { kind: 'extends', from: 5 }],
    [say('s:x', 'u:task', 'a:two', 't:more'), { reason: 'drop', boundary: 'drop', at: 2 }],
    [
      say('s:x', 'u:task', 'a:one', 't:elided', 'a:two', 't:more'),
      { reason: 'rewrite', boundary: 'trim', at: 3 },
    ],
    [
      say('s:x', 'u:task', 'u:summary', 'a:two', 't:more'),
      { reason: 'rewrite', boundary: 'unknown', at: 2 },
    ],
    [say('s:x', 'u:task and what was done'), { reason: 'drop', boundary: 'unknown', at: 1 }],
  ])('%#', (next, expected) => {
    expect(compareMessages(before, next)).toMatchObject(expected)
  })

  it('ignores caching marks, parts instead of strings, white space and reasoning', () => {
    const parts = [{ type: 'text', text: 'hello', cache_control: { type: 'ephemeral' } }]
    const a = messageOf({ role: 'assistant', content: parts, reasoning_content: 'hm' })
    expect(a).toEqual(messageOf({ role: 'assistant', content: 'hello\n' }))
    const calls = [{ id: '1', function: { name: 'ls', arguments: '{}' } }]
    const b = messageOf({ role: 'assistant', content: null, tool_calls: calls })
    expect(b).toEqual({ role: 'assistant', text: '', calls: ['ls({})'], tools: ['ls'] })
    expect(messagesOf([1, { from: 'gpt', value: 'x' }, null]).map((m) => m.role)).toEqual([
      'assistant',
    ])
  })
})

describe('segments of calls', () => {
  it('hands every cut to the segment that it starts', () => {
    const segments = segmentsOf([[1], [1, 2], [7], [7, 8]], (a, b) => compareTokens(a, b, []))
    expect(segments.map((s) => s.length)).toEqual([2, 2])
    expect(segments.map((s) => cutOf(s)?.reason)).toEqual([undefined, 'drop'])
  })

  it('puts what a prompt adds between two answers as observation', () => {
    const faults: Fault[] = []
    const [one, two, ...rest] = callSegments(
      [
        { prompt: [11, 12], response: [21, 22], logProbs: [-0.2, -0.4], line: 1 },
        { prompt: [11, 12, 21, 22, 90], response: [23], logProbs: [-0.1], line: 2 },
        { prompt: [11, 12, 50], response: [31, 32], logProbs: [-0.3, -0.2], line: 3 },
      ],
      (fault) => faults.push(fault),
    )
    expect(rest).toEqual([])
    expect(faults).toEqual([])
    expect(one).toMatchObject({ boundary: 'unknown', calls: 2, line: 1 })
    expect(one.columns).toMatchObject({
      response_ids: [21, 22, 90, 23],
      response_mask: [1, 1, 0, 1],
      rollout_log_probs: [-0.2, -0.4, 0, -0.1],
      prompt_length: 2,
    })
    expect(two).toMatchObject({ boundary: undefined, calls: 1, line: 3 })
    expect(two.columns).toMatchObject({ response_ids: [31, 32], response_mask: [1, 1] })
    expect(two.columns.prompt_parts).toEqual([{ label: 'prompt after dropped context', length: 3 }])
  })

  it('names drift and keeps the segment whole', () => {
    const faults: Fault[] = []
    const answer = range(100, 120)
    const drifted = [...range(0, 9), ...range(100, 118), 999, 7]
    const segments = callSegments(
      [
        { prompt: range(0, 9), response: answer, line: 1 },
        { prompt: drifted, response: [8], line: 2 },
      ],
      (fault) => faults.push(fault),
    )
    expect(segments).toHaveLength(1)
    expect(faults).toMatchObject([{ code: 'token-drift', line: 2 }])
    expect(segments[0].columns.response_ids).toEqual([...answer, 999, 7, 8])
  })

  it('makes the same of messages: prompt, action, observation', () => {
    const columns = messageColumns(say('s:x', 'u:go on', 'a:I look', 't:there', 'a:done'))
    expect(columns.calls).toBe(2)
    expect(columns.response_pieces && piecesOf(columns.response_pieces)).toEqual([
      'I',
      ' look',
      'there',
      'done',
    ])
    expect(Array.from(columns.response_mask)).toEqual([1, 1, 0, 1])
    expect(columns.prompt_parts?.map((p) => p.label)).toEqual(['system', 'user'])
  })
})
