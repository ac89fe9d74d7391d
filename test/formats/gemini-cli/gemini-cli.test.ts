import { describe, expect, it } from 'vitest'
import { bytesOf, lines, load, marked, promptOf, refusal } from '../helpers.ts'

const header = { sessionId: 'g', projectHash: 'p' }
const says = (id: string, type: string, content: string) => ({ id, type, content })

describe('Gemini CLI', () => {
  it('sees a compression where the history is set to a snapshot', async () => {
    const { batch, diagnostics } = await load(bytesOf('gemini-cli', 'compressed.jsonl'))
    expect(marked(batch, 0)).toBe(
      'Plan: look first\nReading.\n{"name":"read_file","arguments":{"path":"adder.py"}}[def add]',
    )
    expect(promptOf(batch, 1)).toEqual([
      ['summary', '<state_snapshot>adder.py adds twice</state_snapshot>'],
      ['preserved', 'Got it.'],
      ['user', 'go on, please'],
    ])
    expect(marked(batch, 1)).toBe('Fixed.')
    expect(diagnostics.map((d) => d.message)).toEqual([
      'trace, line 13: messages that Segue does not know were skipped: hologram (1).',
    ])
  })

  it('lets a rewind remove messages and compressions without a cut', async () => {
    const { batch } = await load(bytesOf('gemini-cli', 'rewound.jsonl'))
    expect([0, 1].map((s) => marked(batch, s))).toEqual(['Three.[more]Four.', 'Five.'])
    expect(promptOf(batch, 1)).toEqual([['user', 'more']])
  })

  it('takes a history that only grew for no compression', async () => {
    const first = [says('1', 'user', 'go'), says('2', 'gemini', 'one')]
    const grown = { $set: { messages: [...first, says('3', 'gemini', 'two')] } }
    const { batch, turns } = await load(lines(header, ...first, grown))
    expect(Array.from(turns)).toEqual([2])
    expect(marked(batch, 0)).toBe('onetwo')
  })

  it('says what is wrong with a damaged file', async () => {
    const text = lines(header, says('1', 'user', 'go'), says('2', 'gemini', 'one'))
    expect((await load(`${text}\n{"id":"3","ty`)).diagnostics.map((d) => d.code)).toEqual([
      'truncated',
    ])
    expect((await refusal(lines({ ...header, kind: 'subagent' }))).text).toContain("a sub-agent's")
    expect((await refusal(lines(header, says('1', 'user', 'go')))).text).toContain('no turn')
    const foreign = await load(`${text}\n42`)
    expect(foreign.diagnostics.map((d) => [d.code, d.line])).toEqual([['foreign-row', 4]])
  })
})
