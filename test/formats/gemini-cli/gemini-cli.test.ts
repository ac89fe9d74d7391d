import { describe, expect, it } from 'vitest'
import { BOUNDARIES } from '../../../src/trace/batch.ts'
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

  it('tells a history that is only synchronised from one that was changed', async () => {
    const { batch, turns, diagnostics } = await load(bytesOf('gemini-cli', 'synced.jsonl'))
    expect(Array.from(turns)).toEqual([3, 1, 1])
    expect(Array.from(batch.segment.boundary, (b) => BOUNDARIES[b]).slice(0, 2)).toEqual([
      'trim',
      'summary',
    ])
    const read = (path: string) => JSON.stringify({ name: 'read_file', arguments: { path } })
    expect(marked(batch, 0)).toBe(
      `Plan: read both files\n${read('a.py')}\n${read('b.py')}[def add][import a]It adds twice.` +
        '[Change it, then test.]Changed.',
    )
    expect(promptOf(batch, 1)).toEqual([
      ['user', 'Fix the adder.'],
      ['preserved', `Plan: read both files\n${read('a.py')}\n${read('b.py')}`],
      ['tool', '[output cleared]'],
      ['tool', 'import a'],
      ['preserved', 'It adds twice.'],
      ['user', 'Change it, then test.'],
      ['preserved', 'Changed.'],
    ])
    expect(marked(batch, 1)).toBe('Tested.')
    expect(promptOf(batch, 2)).toEqual([
      ['summary', '<state_snapshot>The adder is fixed and tested.</state_snapshot>'],
      ['preserved', 'Got it. Thanks for the additional context!'],
      ['user', 'Now document it.'],
    ])
    expect(marked(batch, 2)).toBe('Documented.')
    expect(diagnostics).toEqual([])
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
