import { describe, expect, it } from 'vitest'
import { ENDED } from '../../../src/trace/batch.ts'
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

  it('shows answers that could not be parsed, and what was thought before one', async () => {
    const failed = await load(bytesOf('mini-swe-agent', 'failed.traj.json'))
    expect(Array.from(failed.turns)).toEqual([3])
    expect(marked(failed.batch, 0)).toBe(
      'First list the files.\nbash({"command": "ls"})[<returncode>0</returncode>]' +
        'Hm.\nWell, I would[No tool calls found.]Nothing to run.[Give one action.]',
    )
    const responses = await load(bytesOf('mini-swe-agent', 'responses.traj.json'))
    expect(marked(responses.batch, 0)).toContain('I think I am done.[Call the tool.]bash(')
  })

  it('tells a limit of the run from one of the service', async () => {
    const text = new TextDecoder().decode(bytesOf('mini-swe-agent', 'failed.traj.json'))
    const ended = async (status: string) => {
      const { batch } = await load(text.replaceAll('RepeatedFormatError', status))
      return ENDED[batch.segment.ended[0]]
    }
    expect(await ended('TimeExceeded')).toBe('truncated')
    expect(await ended('ContextWindowExceededError')).toBe('truncated')
    expect(await ended('OpenRouterRateLimitError')).toBe('error')
  })

  it('says what is wrong with a damaged file', async () => {
    const text = new TextDecoder().decode(bytesOf('mini-swe-agent', 'text.traj.json'))
    expect((await refusal(text.slice(0, 300))).text).toContain('truncated')
    const silent = text.replaceAll('"assistant"', '"user"')
    expect((await refusal(silent)).text).toContain('no turn of the agent')
  })
})
