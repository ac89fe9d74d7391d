import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { BOUNDARIES, ENDED } from '../../../src/trace/batch.ts'
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

  it('keeps a summary until a condensation forgets it, and shows one only where it has a place', async () => {
    const says = (id: string, source: string, text: string) => ({
      kind: 'MessageEvent',
      id,
      source,
      llm_message: {
        role: source === 'agent' ? 'assistant' : 'user',
        content: [{ type: 'text', text }],
      },
    })
    const condensation = (id: string, ids: string[], rest: object) => ({
      kind: 'Condensation',
      id,
      source: 'environment',
      forgotten_event_ids: ids,
      ...rest,
    })
    const events = [
      {
        kind: 'SystemPromptEvent',
        id: 's',
        source: 'agent',
        system_prompt: { type: 'text', text: 'You fix code.' },
        dynamic_context: { type: 'text', text: 'The repository is rows.' },
      },
      says('u', 'user', 'go'),
      says('a1', 'agent', 'one'),
      condensation('c1', ['a1'], { summary: 'First.', summary_offset: 2 }),
      says('a2', 'agent', 'two'),
      condensation('c2', ['a2'], { summary: 'Second.', summary_offset: 3 }),
      says('a3', 'agent', 'three'),
      condensation('c3', ['c1-summary', 'c2-summary', 'a3'], { summary: 'Never shown.' }),
      says('a4', 'agent', 'four'),
      { kind: 'HookExecutionEvent', id: 'h', source: 'hook' },
      { kind: 'ConversationIterationLimitEvent', id: 'l', iteration: 4, max_iterations: 4 },
    ]
    const { batch, diagnostics } = await load(lines(...events))
    const start = ['You fix code.\nThe repository is rows.', 'go']
    const prompts = [0, 1, 2, 3].map((s) => promptOf(batch, s).map(([, text]) => text))
    expect(prompts).toEqual([start, [...start, 'First.'], [...start, 'First.', 'Second.'], start])
    expect(Array.from(batch.segment.boundary, (b) => BOUNDARIES[b]).slice(0, 3)).toEqual([
      'summary',
      'summary',
      'drop',
    ])
    expect(ENDED[batch.segment.ended[3]]).toBe('truncated')
    expect(diagnostics).toEqual([])
    const rate = {
      kind: 'ConversationErrorEvent',
      id: 'r',
      code: 'LLMRateLimitError',
      detail: 'slow down',
    }
    const stopped = await load(lines(...events.slice(0, 3), rate))
    expect(ENDED[stopped.batch.segment.ended[0]]).toBe('error')
  })

  it('says what is wrong with a damaged file', async () => {
    const whole = new TextDecoder().decode(bytesOf('openhands-v1', 'tokens.jsonl'))
    const broken = await load(whole.replace('"ObservationEvent", "id"', '"ObservationEvent", id'))
    expect(broken.diagnostics.map((d) => [d.line, d.severity])).toEqual([[5, 'error']])
    const state = { id: 'c', agent: {}, workspace: {} }
    expect((await refusal(JSON.stringify(state))).text).toContain('no usable rollout')
  })
})
