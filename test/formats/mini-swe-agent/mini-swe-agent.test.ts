import { describe, expect, it } from 'vitest'
import { bytesOf, load, marked, refusal } from '../helpers.ts'

describe('mini-swe-agent', () => {
  it('reads one segment, whatever shape the messages have', async () => {
    const { batch, diagnostics } = await load(bytesOf('mini-swe-agent', 'tools.traj.json'))
    expect(marked(batch, 0)).toBe(
      'Look.\nbash({"command": "ls"})[adder.py]Read.\nbash({"command": "cat adder.py"})[def add]',
    )
    expect(diagnostics.map((d) => d.message)).toEqual([
      'trace, line 1: messages that Segue does not know were skipped: hologram (1).',
    ])
  })

  it('says what is wrong with a damaged file', async () => {
    const text = new TextDecoder().decode(bytesOf('mini-swe-agent', 'text.traj.json'))
    expect((await refusal(text.slice(0, 300))).text).toContain('truncated')
    const silent = text.replaceAll('"assistant"', '"user"')
    expect((await refusal(silent)).text).toContain('no turn of the agent')
  })
})
