import { describe, expect, it } from 'vitest'
import { bytesOf, lines, load, marked, promptOf, refusal } from '../helpers.ts'

describe('chat rows', () => {
  it('reads every row as a rollout of one segment', async () => {
    const { batch, diagnostics } = await load(bytesOf('openai-chat', 'plain.jsonl'))
    expect(batch.rollout.id).toEqual(['row 1', 'second'])
    expect(marked(batch, 0)).toBe('read({"path": "adder.py"})[def add]Fixed.')
    expect(diagnostics.map((d) => d.message)).toEqual([
      'trace, line 2: messages that Segue does not know were skipped: alien (1).',
    ])
  })

  it('does not take an answer of weight 0 for an action', async () => {
    const { batch } = await load(bytesOf('openai-chat', 'plain.jsonl'))
    expect(promptOf(batch, 1)).toEqual([
      ['user', '2+2?'],
      ['preserved', '5'],
      ['user', 'no'],
    ])
    expect(marked(batch, 1)).toBe('4')
  })

  it('keeps rows with one id apart and large ids exact', async () => {
    const row = { id: 'a', messages: [{ role: 'assistant', content: 'x' }] }
    expect((await load(lines(row, row))).batch.rollout.id).toEqual(['a', 'a (2)'])
    const { batch } = await load(bytesOf('openai-chat', 'array.json'))
    expect(batch.rollout.id).toEqual(['9007199254740993'])
  })

  it('reads ShareGPT roles, and says which rows have no answer', async () => {
    const { batch, diagnostics } = await load(bytesOf('sharegpt', 'plain.jsonl'))
    expect(marked(batch, 0)).toBe('Reading.[def add]Fixed.')
    expect(diagnostics.map((d) => [d.line, d.severity])).toEqual([[2, 'error']])
    const { batch: other } = await load(bytesOf('sharegpt', 'array.json'))
    expect(marked(other, 0)).toBe('hello[x]')
  })

  it('names rows that are no list of messages', async () => {
    const row = { messages: [{ role: 'assistant', content: 'x' }] }
    const { diagnostics } = await load(`${lines(row, { messages: 'x' })}\n{"messages": [{`)
    expect(diagnostics.map((d) => [d.code, d.line])).toEqual([
      ['foreign-row', 2],
      ['truncated', 3],
    ])
    expect((await refusal(lines({ messages: [{ role: 'user', content: 'x' }] }))).text).toContain(
      '"row 1": no turn of the agent',
    )
  })
})
