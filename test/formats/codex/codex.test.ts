import { describe, expect, it } from 'vitest'
import { bytesOf, lines, load, marked, promptOf, refusal } from '../helpers.ts'

const line = (type: string, payload: object) => ({ timestamp: 't', type, payload })
const says = (role: string, text: string) =>
  line('response_item', { type: 'message', role, content: [{ type: 'text', text }] })
const event = (type: string, rest: object = {}) => line('event_msg', { type, ...rest })
const meta = line('session_meta', { id: 'c' })

describe('Codex', () => {
  it('reads one sampling call per run of what the model wrote', async () => {
    const { batch, turns } = await load(bytesOf('codex', 'compaction.jsonl'))
    expect(Array.from(turns)).toEqual([4, 2])
    expect(marked(batch, 0)).toContain('[# routes.py')
    expect(promptOf(batch, 1).map(([label]) => label)).toEqual(['summary', 'user'])
  })

  it('shows that a remote summary is encrypted, and counts what is written twice once', async () => {
    const { batch } = await load(bytesOf('codex', 'remote.jsonl'))
    expect(promptOf(batch, 1)).toEqual([
      ['preserved', 'fix adder'],
      ['summary', '[encrypted summary]'],
    ])
    expect(marked(batch, 1)).toBe(
      '{"name":"apply_patch","arguments":"*** Begin Patch"}[Done!]Fixed.[and a test]' +
        '{"name":"shell","arguments":"{\\"command\\": \\"pytest\\"}"}[1 passed]All green.',
    )
  })

  it('removes what was rolled back, with the compaction in it', async () => {
    const { batch } = await load(bytesOf('codex', 'rolled-back.jsonl'))
    expect(marked(batch, 0)).not.toContain('awk')
    const window = line('compacted', { message: 'Short.', window_number: 1 })
    const again = [meta, says('user', 'go'), says('assistant', 'one'), says('user', 'more'), window]
    const back = [event('thread_rolled_back', { num_turns: 1 }), window, says('assistant', 'two')]
    expect((await load(lines(...again, ...back))).batch.segmentCount).toBe(2)
  })

  it('takes the event for a cut only where no record tells of the compaction', async () => {
    const turn = [meta, says('user', 'go'), says('assistant', 'one')]
    const rest = [event('context_compacted'), says('assistant', 'two')]
    expect((await load(lines(...turn, ...rest))).batch.segmentCount).toBe(2)
    const record = line('compacted', { message: 'Short.' })
    const late = [record, says('assistant', 'two'), event('context_compacted')]
    const { batch } = await load(lines(...turn, ...late, says('assistant', 'three')))
    expect(batch.segmentCount).toBe(2)
  })

  it('tells what a thread inherited, heard from other agents or only delivered from what it sampled', async () => {
    const at = (ordinal: number, record: object, rest: object = {}) => ({
      ...record,
      ordinal,
      ...rest,
    })
    const child = { id: 'child', subagent_history_start_ordinal: 4 }
    const talk = (rest: object) => line('inter_agent_communication', { author: '/lead', ...rest })
    const delivered = { delivered_assistant_message: 'codex:code-mode-delivery:v1:complete' }
    const { batch, diagnostics } = await load(
      lines(
        at(0, line('session_meta', child)),
        at(1, line('session_meta', { id: 'parent' })),
        at(2, says('user', 'go')),
        at(3, says('assistant', 'sampled by the parent')),
        at(4, talk({ content: 'Look at rows.py.', trigger_turn: true })),
        at(5, line('inter_agent_communication_metadata', { trigger_turn: true })),
        at(6, says('assistant', 'Looking.')),
        at(7, says('assistant', 'Looking.'), { metadata: delivered }),
        at(8, talk({ content: '', encrypted_content: 'AAAA' })),
        at(9, line('retained_context', { type: 'verified_answer' })),
        at(10, says('assistant', 'Found it.')),
        at(11, says('assistant', 'copied'), { metadata: { inherited_user_message: true } }),
      ),
    )
    expect(batch.rollout.id).toEqual(['child'])
    expect(promptOf(batch, 0)).toEqual([
      ['user', 'go'],
      ['preserved', 'sampled by the parent'],
      ['agent', 'Look at rows.py.'],
    ])
    expect(marked(batch, 0)).toBe('Looking.[[encrypted message]]Found it.[copied]')
    expect(diagnostics).toEqual([])
  })

  it('says where a thread begins that another file holds', async () => {
    const base = { thread_id: 'old', end_ordinal_exclusive: 12, end_byte_offset: 900 }
    const { diagnostics } = await load(
      lines(line('session_meta', { id: 'c', history_base: base }), says('assistant', 'one')),
    )
    expect(diagnostics.map((d) => [d.code, d.line])).toEqual([['continued-session', 1]])
    expect(diagnostics[0].message).toContain('"old"')
  })

  it('keeps compactions apart whose windows are numbered anew', async () => {
    const cut = (message: string, window_number: number) =>
      line('compacted', { message, window_number })
    const go = [meta, says('user', 'go'), says('assistant', 'one')]
    const first = [cut('First.', 1), cut('First.', 1), says('assistant', 'two')]
    const anew = [cut('Of the fork.', 1), says('assistant', 'three')]
    expect((await load(lines(...go, ...first, ...anew))).batch.segmentCount).toBe(3)
  })

  it('keeps the rest of a rollout with broken lines, and says so', async () => {
    const { batch, diagnostics } = await load(bytesOf('hostile', '12-unknown-types.jsonl'))
    expect(marked(batch, 0)).toBe('Reading.[hologram]Done.')
    expect(diagnostics.map((d) => [d.line, d.severity])).toEqual([
      [5, 'error'],
      [6, 'error'],
      [7, 'error'],
      [3, 'warning'],
    ])
    expect(diagnostics[3].skipped).toEqual([{ type: 'quantum_state', count: 1 }])
    const cut = `${lines(meta, says('user', 'go'), says('assistant', 'one'))}\n{"type":"resp`
    expect((await load(cut)).diagnostics.map((d) => d.code)).toEqual(['truncated'])
  })

  it('reads early rollouts, whose lines have no envelope', async () => {
    const { batch, diagnostics } = await load(bytesOf('codex', 'early.jsonl'))
    expect(batch.rollout.id).toEqual(['0c9d3b54-2f0e-4d0c-8c52-5b1f2d6a7e90'])
    expect(promptOf(batch, 0).map(([label]) => label)).toEqual(['user', 'user'])
    const shown = marked(batch, 0)
    expect(shown.startsWith('**Running the tests**\n{"name":"shell"')).toBe(true)
    expect(shown).toContain('[{"output":"1 failed, 6 passed')
    expect(shown.endsWith(']The test read one field too few; it passes now.')).toBe(true)
    expect(diagnostics).toEqual([])
  })

  it('goes on in a rollout that a later version resumed', async () => {
    const early = [
      { id: 'e', timestamp: 't', instructions: null },
      { record_type: 'state' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'one' }] },
    ]
    const later = [line('compacted', { message: 'Short.' }), says('assistant', 'two')]
    const { batch } = await load(lines(...early, ...later))
    expect(batch.rollout.id).toEqual(['e'])
    expect([0, 1].map((s) => marked(batch, s))).toEqual(['one', 'two'])
    const unknown = [{ record_type: 'epoch' }, { type: 'hologram', data: 'x' }]
    const { diagnostics } = await load(lines(...early, ...unknown))
    expect(diagnostics.map((d) => d.skipped)).toEqual([
      [
        { type: 'record_type epoch', count: 1 },
        { type: 'response_item hologram', count: 1 },
      ],
    ])
  })

  it('reads a session saved as one document, its summary as context and no notice as either', async () => {
    const { batch, diagnostics } = await load(bytesOf('codex', 'early.json'))
    expect(promptOf(batch, 0)).toEqual([
      ['summary', 'The parser drops the last field of a row; tests/test_rows.py shows it.'],
      ['user', 'Now fix it.'],
    ])
    const shown = marked(batch, 0)
    expect(shown).toContain('{"name":"local_shell","arguments":{"type":"exec"')
    expect(shown).not.toContain('Rate limit')
    expect(shown).not.toContain('drops the last field')
    expect(diagnostics.map((d) => [d.code, d.severity])).toEqual([['continued-session', 'warning']])
  })

  it('says which item of a saved session is broken, and keeps the others', async () => {
    const saved = (...items: unknown[]) => lines({ session: { timestamp: 't', id: 's' }, items })
    const one = {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'one' }],
    }
    const { batch, diagnostics } = await load(saved(one, 42, { role: 'user' }, one))
    expect(batch.rollout.id).toEqual(['s'])
    expect(diagnostics.map((d) => d.message)).toEqual([
      'trace, line 1: items[1] is no object with a `type`; it is left out.',
      'trace, line 1: items[2] is no object with a `type`; it is left out.',
    ])
    expect((await refusal(saved())).text).toContain('session "s": no turn of the agent is in it')
  })

  it('says that a rollout without a turn of the agent has nothing to show', async () => {
    const { text } = await refusal(lines(meta, says('user', 'go')))
    expect(text).toContain('session "c": no turn of the agent is in it')
  })
})
