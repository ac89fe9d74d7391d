import { describe, expect, it } from 'vitest'
import { countTokens, PIECE, splitTokens, TokenTexts } from '../../../src/formats/approximate.ts'
import { readTrace } from '../../../src/formats/read.ts'
import { splitUid } from '../../../src/formats/verl-rows.ts'
import { BOUNDARIES, FLAG } from '../../../src/trace/batch.ts'
import { blob, bytesOf, lines, load, marked, piecesOf, promptOf, refusal } from '../helpers.ts'

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
    expect(splitUid('plain')).toBeUndefined()
    expect(splitUid('a_b_3')).toBeUndefined()
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
    expect(diagnostics.map((d) => [d.code, d.line, d.field])).toEqual([
      ['reward-mismatch', 4, 'score'],
      ['segment-gap', 2, 'uid'],
    ])
    const [score, uid] = diagnostics.map((d) => d.message)
    expect(score).toContain('`score` is 0 but an earlier row of the rollout has 1')
    expect(uid).toContain('the index that `uid` ends in jumps to 2 although 1 is missing')
    expect(uid).toContain('`{prompt uid}_{session}_{index}`')
    expect(score + uid).not.toMatch(/`reward`|segment_index/)
  })

  it('takes every row of a plain uid for a rollout of that prompt, in file order', async () => {
    const rows = [0, 1, 0.5, 0].map((score) => row('q', `got ${score}`, { score }))
    const { batch, diagnostics } = await load(lines(rows[0], row('other', 'x'), ...rows.slice(1)))
    expect(diagnostics).toEqual([])
    expect(batch.rollout.id).toEqual(['q_0', 'other_0', 'q_1', 'q_2', 'q_3'])
    expect(Array.from(batch.rollout.group)).toEqual([0, 1, 0, 0, 0])
    expect(batch.groupIds).toEqual(['q', 'other'])
    expect(Array.from(batch.rollout.outcome)).toEqual([0, 1, 1, 0.5, 0])
    expect(batch.segmentCount).toBe(5)
  })

  it('counts plain uids by step, also integers above 2^53, and beside V1 keys', async () => {
    const integer = '{"input":"i","output":"o","score":1,"step":1,"uid":9007199254740993}'
    const { batch, diagnostics } = await load(
      [
        lines(row('q', 'a'), row('q', 'b'), row('q', 'c', { step: 2 }), row('q', 'd')),
        integer,
        integer,
        lines(row('k_0_0', 'a'), row('k_0_1', 'b'), row('k', 'c'), row('padded', 'd')),
        lines(row('pad0f_3_0', 'filler')),
      ].join('\n'),
    )
    expect(diagnostics).toEqual([])
    const big = '9007199254740993'
    const ids = ['q_0', 'q_1', 'step 2 q_0', 'q_2', `${big}_0`, `${big}_1`]
    expect(batch.rollout.id).toEqual([...ids, 'k_0', 'k_1', 'padded_0'])
    expect(batch.groupIds).toEqual(['q', 'step 2 q', big, 'k', 'padded'])
  })

  it('says how a uid is read where a prompt uid ends in two numbers', async () => {
    const { text } = await refusal(lines(row('math_7_0', 'a'), row('math_7_0', 'b')))
    expect(text).toContain('the index that `uid` ends in is 0 on two rows of the rollout')
    expect(text).toContain('a `uid` without these two numbers is a prompt')
  })

  it('keeps a legacy request together when its later prompt is a condensed one', async () => {
    const rows = ['Go.', 'Go. Summary: half done.'].map((input, i) =>
      row(undefined, `part ${i}`, { input, request_id: 'r' }),
    )
    const { batch, diagnostics } = await load(lines(...rows, row(undefined, 'x', { input: 'Go.' })))
    expect(diagnostics).toEqual([])
    expect(Array.from(batch.rollout.firstSegment)).toEqual([0, 2, 3])
    expect(Array.from(batch.rollout.group)).toEqual([0, 0])
  })

  it('leaves the session of a broken line out, in the step that the line shows', async () => {
    const broken = '{"uid": "q_0_1", "step": 2, "input": "i", "output": oops}'
    const two = (step: number) => row('q_0_0', 'a', { step })
    const { batch, diagnostics } = await load(
      `${lines(two(1), two(2))}\n${broken}\n${lines(two(3))}`,
    )
    expect(batch.rollout.id).toEqual(['q_0', 'step 3 q_0'])
    expect(diagnostics.map((d) => [d.code, d.line])).toEqual([['bad-json', 3]])
  })

  it('follows the segment numbers of forks that write their compactions into the rows', async () => {
    const part = (n: number, last: boolean) =>
      row('q', `part ${n}`, {
        gen_uid: 'g-40',
        segment_index: n,
        num_segments: 2,
        is_last_segment: last,
        mask_rollout: last,
      })
    const { batch, unknownColumns } = await load(
      lines(part(1, true), part(0, false), row('q', 'x')),
    )
    expect(batch.rollout.id).toEqual(['g-40', 'q_0'])
    expect([marked(batch, 0), marked(batch, 1)]).toEqual(['part 0', 'part 1'])
    expect(BOUNDARIES[batch.segment.boundary[0]]).toBe('summary')
    expect(batch.groupIds).toEqual(['q'])
    expect(Array.from(batch.segment.flags)).toEqual([0, FLAG.drop, 0])
    expect(unknownColumns).toEqual([])
  })

  it('reads a validation dump: many columns, the last output’s score on all, padding between', async () => {
    const { batch, turns, diagnostics, unknownColumns, steps } = await load(
      bytesOf('verl-jsonl', 'validation.jsonl'),
    )
    expect(diagnostics).toEqual([])
    expect(batch.rollout.id).toEqual(['7c_0', '7c_1', '9d_0'])
    expect(batch.groupIds).toEqual(['7c', '9d'])
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0.25, 1])
    expect(Array.from(batch.rollout.firstSegment)).toEqual([0, 3, 4, 5])
    expect(Array.from(turns)).toEqual([1, 1, 1, 1, 1])
    expect(Array.from(steps ?? [])).toEqual([20, 20, 20])
    expect(unknownColumns).toEqual(['reward', 'acc', 'pred', 'num_turns'])
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
    [
      'c<|im_end|>\n\n<interpreter>\nr\n</interpreter>\n\n<|im_start|>assistant\na',
      'c<|im_end|>\n\n[<interpreter>\nr\n</interpreter>\n\n<|im_start|>assistant\n]a',
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
    expect(piecesOf(splitTokens(text))).toEqual(pieces)
    expect(countTokens(text)).toBe(pieces.length)
  })

  it('splits any text as the expression says', () => {
    let seed = 1
    const next = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
      return (seed >>> 8) % below
    }
    const odd = 'aZé́09٣  \t\u00a0\u3000\r\n!!—’中カ한👍\ud800\u0000'
    const alphabets = [
      () => next(128),
      () => next(0x10000),
      () => odd.charCodeAt(next(odd.length)),
      () => (next(6) === 0 ? odd.charCodeAt(next(odd.length)) : 32 + next(3) * 33),
    ]
    const expression = new RegExp(PIECE, 'gu')
    for (let i = 0; i < 2000; i++) {
      const codes = Array.from({ length: 1 + next(40) }, alphabets[i % alphabets.length])
      const text = String.fromCharCode(...codes)
      expect(piecesOf(splitTokens(text))).toEqual(text.match(expression) ?? [])
    }
  })

  it('cuts a run of millions instead of giving up', () => {
    for (const letter of ['ก', '😀']) {
      const pieces = piecesOf(splitTokens(`a${letter.repeat(6_000_000 / letter.length)} b`))
      expect(pieces.length).toBeLessThan(20)
      expect(pieces.at(-1)).toBe(' b')
      expect(pieces.some((piece) => /[\ud800-\udbff]$/.test(piece))).toBe(false)
    }
  })

  it('splits texts that follow one another each on its own', () => {
    const tokens = new TokenTexts()
    tokens.add('two wor', 1)
    tokens.add('', 1)
    tokens.add('ds here', 0)
    const { response_mask, response_pieces } = tokens.columns()
    expect(piecesOf(response_pieces)).toEqual(['two', ' wor', 'ds', ' here'])
    expect(Array.from(response_mask)).toEqual([1, 1, 0, 0])
  })
})
