import { describe, expect, it } from 'vitest'
import { approximateTokens } from '../../../src/formats/approximate.ts'
import { readTrace } from '../../../src/formats/read.ts'
import { splitUid } from '../../../src/formats/verl-jsonl.ts'
import { blob, bytesOf, lines, load, marked, promptOf } from '../helpers.ts'

const row = (uid: string | undefined, output: string, rest: object = {}) => ({
  input: 'user\nGo.\nassistant\n',
  output,
  gts: null,
  score: 1,
  step: 1,
  ...(uid !== undefined && { uid }),
  ...rest,
})

describe('verl', () => {
  it('counts a score once per session and drops padding rows', async () => {
    const { batch } = await load(bytesOf('verl-jsonl', 'v1.jsonl'))
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0])
    expect(batch.groupIds).toHaveLength(1)
    expect(promptOf(batch, 0)).toEqual([['prompt', 'user\nFix the adder.']])
  })

  it('orders segments by number: _2 before _10', async () => {
    const { batch } = await load(bytesOf('verl-jsonl', 'order.jsonl'))
    const texts = Array.from({ length: 11 }, (_, s) => marked(batch, s))
    expect(texts).toEqual(Array.from({ length: 11 }, (_, i) => `part ${i}`))
  })

  it('splits a uid from the right', () => {
    expect(splitUid('a_b_3_10')).toEqual({ prompt: 'a_b', session: 3, index: 10 })
    expect(splitUid('plain')).toEqual({ prompt: 'plain', session: 0, index: 0 })
    expect(splitUid('a_b_c')).toEqual({ prompt: 'a_b_c', session: 0, index: 0 })
  })

  it('takes rows of one prompt and step for a group where there is no uid', async () => {
    const { batch } = await load(bytesOf('verl-jsonl', 'legacy.jsonl'))
    expect(Array.from(batch.rollout.group)).toEqual([0, 0, 1])
  })

  it('joins legacy rows of one request_id in file order', async () => {
    const text = lines(
      row(undefined, 'one', { request_id: 'r' }),
      row(undefined, 'two', { request_id: 'r' }),
    )
    const { batch } = await load(text)
    expect(batch.rolloutCount).toBe(1)
    expect([marked(batch, 0), marked(batch, 1)]).toEqual(['one', 'two'])
  })

  it('keeps the same uid of two steps apart', async () => {
    const inputs = [1, 2].map((step) => ({
      name: `${step}.jsonl`,
      data: blob(lines(row('q_0_0', 'x', { step }), row('q_0_1', 'y', { step }))),
    }))
    const result = await readTrace(inputs, () => {})
    if (!result.ok) throw new Error('refused')
    expect(result.value.batch.rollout.id).toEqual(['q_0', 'step 2 q_0'])
    expect(result.value.batch.segmentCount).toBe(4)
    expect(result.value.batch.groupIds).toEqual(['q', 'step 2 q'])
  })

  it('leaves a session out whose outputs have gaps or different scores', async () => {
    const gap = [row('g_0_0', 'x'), row('g_0_2', 'y')]
    const differ = [row('d_0_0', 'x'), row('d_0_1', 'y', { score: 0 })]
    const { batch, diagnostics } = await load(lines(...gap, ...differ, row('o_0_0', 'z')))
    expect(batch.rollout.id).toEqual(['o_0'])
    expect(diagnostics.map((d) => [d.code, d.line])).toEqual([
      ['reward-mismatch', 4],
      ['segment-gap', 2],
    ])
  })

  it.each([
    ['a b', 'a b'],
    ['x<tool_response>r</tool_response>y', 'x[<tool_response>r</tool_response>]y'],
    ['x<information>r</information>y', 'x[<information>r</information>]y'],
    ['x<observation>cut', 'x[<observation>cut]'],
    ['call\nuser\nresult\nassistant\nanswer', 'call[\nuser\nresult\nassistant\n]answer'],
    ['call\nuser\nassistant\nanswer', 'call[\nuser\nassistant\n]answer'],
    ['the\nuser\nis right', 'the\nuser\nis right'],
    [
      'c<|im_end|>\n<|im_start|>tool\nr<|im_end|>\n<|im_start|>assistant\na',
      'c<|im_end|>\n[<|im_start|>tool\nr<|im_end|>\n<|im_start|>assistant\n]a',
    ],
    [
      'c\nuser\n<tool_response>\nr\n</tool_response>\nassistant\na',
      'c[\nuser\n<tool_response>\nr\n</tool_response>\nassistant\n]a',
    ],
  ])('tells observations in %j', async (output, expected) => {
    const { batch } = await load(lines(row('q_0_0', output)))
    expect(marked(batch, 0)).toBe(expected)
    expect(batch.maskDerived).toBe(true)
  })

  it('reads a megabyte of role headers that never end in linear time', async () => {
    const before = performance.now()
    await load(lines(row('q_0_0', '\nuser\n'.repeat(200_000))))
    expect(performance.now() - before).toBeLessThan(5000)
  })
})

describe('approximate tokens', () => {
  it.each([
    ['Hello world, 12345!', ['Hello', ' world', ',', ' 123', '45', '!']],
    ['a  b\n\nc', ['a', ' ', ' b', '\n\n', 'c']],
    ['强化学习 RL', ['强', '化', '学', '习', ' RL']],
    ['x == y; // déjà', ['x', ' ', '==', ' y', ';', ' ', '//', ' déjà']],
    ['👍👍!', ['👍👍', '!']],
    ['', []],
  ])('splits %j', (text, pieces) => {
    expect(approximateTokens(text)).toEqual(pieces)
  })

  it('loses nothing, whatever the text', () => {
    let seed = 1
    const next = () => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
      return seed >>> 8
    }
    for (let i = 0; i < 300; i++) {
      const codes = Array.from({ length: 40 }, () => next() % (i % 2 ? 128 : 0x10000))
      const text = String.fromCharCode(...codes)
      expect(approximateTokens(text).join('')).toBe(text)
    }
  })
})
