import { describe, expect, it } from 'vitest'
import { ENDED } from '../../../src/trace/batch.ts'
import { bytesOf, load, marked, promptOf, refusal } from '../helpers.ts'

const system = { role: 'system', content: 'You fix code.' }
const user = (content: string) => ({ role: 'user', content })
const assistant = (content: string) => ({ role: 'assistant', content })
const traj = (trajectory: unknown, rest: object = {}) =>
  JSON.stringify({ trajectory, info: { exit_status: 'submitted' }, ...rest })

describe('SWE-agent', () => {
  it('cuts where an earlier observation was elided, and calls it trimmed', async () => {
    const { batch, turns } = await load(bytesOf('swe-agent', 'elided.traj'))
    expect(Array.from(turns)).toEqual([2, 1])
    expect(marked(batch, 0)).toBe(
      'Thought 1.\n```\ncmd1\n```[a long listing]Thought 2.\n```\ncmd2\n```',
    )
    expect(promptOf(batch, 1)[0]).toEqual(['prompt with rewritten context', 'You fix code.'])
    expect(promptOf(batch, 1)[3]).toEqual(['user', 'Old environment output: (1 lines omitted)'])
    expect(marked(batch, 1)).toContain('[patched][diff --git]')
  })

  it('reads steps without prompts behind the opening of the history', async () => {
    const { batch } = await load(bytesOf('swe-agent', 'attempts.traj'))
    expect(batch.groupIds).toEqual(['swe_main'])
    expect(promptOf(batch, 0).map(([, text]) => text)).toEqual([
      'You fix code.',
      'demo',
      'demo answer',
      'fix adder',
    ])
    expect(marked(batch, 0)).toBe(
      'Think 1\n```\ncmd1\n```[listing]Think 2\n```\ncmd2\n```[patched]',
    )
  })

  it('is not led astray by an answer that the next prompt tells in other words', async () => {
    const first = [system, user('go')]
    const steps = [
      { response: 'THINK\ncmd', action: 'cmd', observation: 'ok', query: first },
      {
        response: '',
        action: 'end',
        observation: '',
        query: [...first, assistant('cmd'), user('ok')],
      },
    ]
    const { batch, turns } = await load(traj(steps))
    expect(Array.from(turns)).toEqual([2])
    expect(marked(batch, 0)).toBe('THINK\ncmd[ok]end')
  })

  it('tells dropped messages from rewritten ones', async () => {
    const first = [system, user('go'), assistant('a'), user('b'), assistant('c'), user('d')]
    const steps = [
      { response: 'x', query: first },
      { response: 'y', query: [system, user('go'), user('d'), assistant('x'), user('e')] },
    ]
    const { batch } = await load(traj(steps))
    expect(batch.segmentCount).toBe(2)
    expect(promptOf(batch, 1)[0][0]).toBe('prompt after dropped context')
  })

  it('reads the command of a tool call beside the thought, and no forced submission as sampled', async () => {
    const { batch, turns } = await load(bytesOf('swe-agent', 'tools.traj'))
    expect(Array.from(turns)).toEqual([3])
    expect(marked(batch, 0)).toBe(
      'Let me look.\ncat adder.py[OBSERVATION:\ndef add]No call here.[Call one tool.]' +
        'sed -i s/2/1/ adder.py[edited][Exited (autosubmitted)]',
    )
  })

  it('reads the attempts of a run that has not chosen one yet', async () => {
    const { batch } = await load(bytesOf('swe-agent', 'running.traj'))
    expect(batch.groupIds).toEqual(['adder-7'])
    expect(batch.rolloutCount).toBe(2)
    expect(marked(batch, 1)).toBe('Run it.\nexit[ok]')
    expect(Array.from(batch.segment.ended, (e) => ENDED[e])).toEqual(['terminated', 'terminated'])
  })

  it.each<[string, object, number[], string[], number?]>([
    ['its number says', { info: { best_attempt_idx: 1 }, resolved: true }, [Number.NaN, 1], []],
    ['it repeats', { resolved: false }, [0, Number.NaN], []],
    ['it repeats, beside their own', { info: { reward: 1 } }, [1, 0.25], [], 0.25],
    ['nothing tells', { trajectory: [], resolved: true }, [Number.NaN, Number.NaN], ['no-attempt']],
  ])(
    'gives what is said of the run to the one attempt that %s',
    async (_, rest, want, codes, own) => {
      const record = JSON.parse(new TextDecoder().decode(bytesOf('swe-agent', 'attempts.traj')))
      if (own !== undefined) record.attempts[1].info.reward = own
      const { batch, diagnostics } = await load(JSON.stringify({ ...record, ...rest }))
      expect([...batch.rollout.outcome]).toEqual(want)
      expect(diagnostics.map((d) => d.code)).toEqual(codes)
    },
  )

  it('says what is wrong with a damaged file', async () => {
    const cut = new TextDecoder().decode(bytesOf('swe-agent', 'elided.traj')).slice(0, 900)
    expect((await refusal(cut)).text).toContain('truncated')
    expect((await refusal(traj([]))).text).toContain('no turn of the agent')
  })
})
