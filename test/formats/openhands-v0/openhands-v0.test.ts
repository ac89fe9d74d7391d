import { describe, expect, it } from 'vitest'
import { bytesOf, lines, load, marked, promptOf, refusal } from '../helpers.ts'

describe('OpenHands V0', () => {
  it('forgets a range with both of its ends and puts the summary at its offset', async () => {
    const { batch } = await load(bytesOf('openhands-v0', 'range.json'))
    expect(promptOf(batch, 1)).toEqual([
      ['user', 'fix adder'],
      ['summary', 'adder.py adds twice'],
    ])
    expect(marked(batch, 1)).toBe('{"name":"finish","arguments":{"outputs":{}}}')
  })

  it('keeps what was not forgotten, condensation after condensation', async () => {
    const { batch, turns } = await load(bytesOf('openhands-v0', 'output.jsonl'))
    expect(Array.from(turns)).toEqual([1, 1, 1, 1])
    expect(promptOf(batch, 1).map(([label]) => label)).toEqual([
      'system',
      'user',
      'preserved',
      'tool',
    ])
    expect(promptOf(batch, 2)).toEqual([
      ['system', 'You fix code.'],
      ['user', 'fix adder'],
      ['summary', 'Patched.'],
    ])
  })

  it('counts one turn for the actions of one response', async () => {
    const { batch } = await load(bytesOf('openhands-v0', 'output.jsonl'))
    expect(marked(batch, 0)).toBe(
      'Look at both.\n' +
        '{"name":"execute_bash","arguments":"{\\"command\\": \\"ls\\"}"}\n' +
        '{"name":"execute_bash","arguments":"{\\"command\\": \\"cat adder.py\\"}"}' +
        '[adder.py][def add]',
    )
  })

  it('makes no cut where nothing was forgotten, and groups attempts of one instance', async () => {
    const run = { id: 1, source: 'agent', action: 'run', args: { command: 'ls' } }
    const nothing = { id: 2, source: 'agent', action: 'condensation', args: { pruned: [] } }
    const row = { instance_id: 7, history: [run, nothing, { ...run, id: 3 }], test_result: 0.5 }
    const { batch } = await load(lines(row, row))
    expect(batch.rollout.id).toEqual(['7', '7 (2)'])
    expect(batch.groupIds).toEqual(['7'])
    expect(batch.segmentCount).toBe(2)
    expect(Array.from(batch.rollout.outcome)).toEqual([0.5, 0.5])
  })

  it('says what is wrong with a damaged file', async () => {
    const whole = new TextDecoder().decode(bytesOf('openhands-v0', 'range.json'))
    const { diagnostics } = await load(whole.slice(0, 900))
    expect(diagnostics.map((d) => [d.code, d.severity])).toEqual([['truncated', 'warning']])
    const alone = [{ id: 0, source: 'user', action: 'message', args: { content: 'hi' } }]
    expect((await refusal(JSON.stringify(alone))).text).toContain('no turn of the agent')
  })
})
