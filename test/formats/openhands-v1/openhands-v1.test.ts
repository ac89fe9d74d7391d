import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { bytesOf, inputsOf, lines, load, marked, promptOf, refusal } from '../helpers.ts'

const ids = Array.from({ length: 3 }, (_, i) => ({
  kind: 'TokenEvent',
  id: `${i}`,
  source: 'agent',
}))

describe('OpenHands V1', () => {
  it('reads a folder of events in the order of their numbers, with the id beside it', async () => {
    const inputs = inputsOf('openhands-v1', 'conversation').toReversed()
    const result = await readTrace(inputs, () => {})
    if (!result.ok) throw new Error('refused')
    const { batch, turns, diagnostics } = result.value
    expect(batch.rollout.id).toEqual(['conv-1'])
    expect(Array.from(turns)).toEqual([1, 2])
    expect(promptOf(batch, 1)).toEqual([
      ['system', 'You fix code.'],
      ['user', 'fix adder'],
      ['summary', 'adder.py adds twice'],
    ])
    expect(diagnostics.map((d) => [d.code, d.file])).toEqual([
      ['unknown-type', 'events/event-00010-e10.json'],
    ])
  })

  it('takes exact positions from token events', async () => {
    const { batch } = await load(bytesOf('openhands-v1', 'tokens.jsonl'))
    expect(Array.from(batch.tokenIds ?? [])).toEqual([4, 5, 6, 7, 7, 8, 8])
    expect(Array.from(batch.mask)).toEqual([1, 1, 1, 0, 0, 1, 1])
    expect(Array.from(batch.segment.start)).toEqual([0, 2, 7])
    expect(batch.approximate).toBe(false)
  })

  it('counts tokens from the text where token events do not fit the calls', async () => {
    const text = new TextDecoder().decode(bytesOf('openhands-v1', 'tokens.jsonl'))
    const { batch, diagnostics } = await load(`${text}${lines(...ids)}`)
    expect(batch.approximate).toBe(true)
    expect(diagnostics.map((d) => d.code)).toEqual(['partial-token-ids'])
  })

  it('tells a drop from a summary and how it ended', async () => {
    const { batch } = await load(bytesOf('openhands-v1', 'array.json'))
    expect(marked(batch, 1)).toBe('Fixed.[thanks]')
    expect(promptOf(batch, 1).map(([label]) => label)).toEqual(['system', 'user'])
  })

  it('says what is wrong with a damaged file', async () => {
    const whole = new TextDecoder().decode(bytesOf('openhands-v1', 'tokens.jsonl'))
    const broken = await load(whole.replace('"ObservationEvent", "id"', '"ObservationEvent", id'))
    expect(broken.diagnostics.map((d) => [d.line, d.severity])).toEqual([[5, 'error']])
    const state = { id: 'c', agent: {}, workspace: {} }
    expect((await refusal(JSON.stringify(state))).text).toContain('no usable rollout')
  })
})
