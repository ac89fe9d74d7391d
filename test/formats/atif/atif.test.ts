import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { bytesOf, column, inputsOf, load, marked, promptOf, refusal } from '../helpers.ts'

const open = async (inputs: ReturnType<typeof inputsOf>) => {
  const result = await readTrace(inputs, () => {})
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const trajectory = (steps: unknown, rest: object = {}) =>
  JSON.stringify({ schema_version: 'ATIF-v1.5', session_id: 's', agent: {}, steps, ...rest })
const agent = (metrics?: object) => ({ step_id: 2, source: 'agent', message: 'x', metrics })

describe('ATIF', () => {
  it('takes positions from the token ids, an observation being what the next prompt adds', async () => {
    const { batch } = await load(bytesOf('atif', 'management.json'))
    expect(Array.from(batch.tokenIds ?? [])).toEqual([21, 22, 90, 23, 31, 32])
    expect(Array.from(batch.mask)).toEqual([1, 1, 0, 1, 1, 1])
    expect(column(batch, 'rollout_log_probs')).toEqual([-0.2, -0.4, 0, -0.5, -0.3, -0.2])
    expect(marked(batch, 0)).toBe(
      'reading\n{"name":"cat","arguments":{"path":"adder.py"}}[def add...]again',
    )
    expect(promptOf(batch, 1)).toEqual([['summary', 'Context compacted: adder.py adds twice.']])
    expect(batch.approximate).toBe(false)
  })

  it('joins continuations, leaves summarisers out and finds the reward of each trial', async () => {
    const { batch, turns, diagnostics } = await open(inputsOf('atif', 'trial'))
    expect(batch.rollout.id).toEqual(['s3', 's4'])
    expect(batch.groupIds).toEqual(['adder'])
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0])
    expect(Array.from(turns)).toEqual([2, 2, 2])
    expect(promptOf(batch, 1)).toEqual([
      ['user', 'fix adder'],
      ['user', 'It adds twice.'],
    ])
    expect(diagnostics).toEqual([])
  })

  it('says which file is missing', async () => {
    const [first] = inputsOf('atif', 'trial').filter((f) =>
      f.name.endsWith('1/agent/trajectory.json'),
    )
    expect((await open([first])).diagnostics.map((d) => d.code)).toEqual(['continued-elsewhere'])
    const results = inputsOf('atif', 'trial').filter((f) => f.name.endsWith('result.json'))
    const lone = await open([first, ...results.map((r) => ({ ...r, name: 'result.json' }))])
    expect(lone.diagnostics.map((d) => d.code)).toEqual([
      'continued-elsewhere',
      'unmatched-result',
      'unmatched-result',
    ])
    const later = inputsOf('atif', 'trial').filter((f) => f.name.includes('cont-1'))
    expect((await open(later)).diagnostics.map((d) => d.code)).toEqual(['continued-session'])
    const part = inputsOf('atif', 'summarization').filter((f) => f.name.includes('questions'))
    const read = await readTrace(part, () => {})
    expect(JSON.stringify(read)).toContain("a sub-agent's trajectory")
  })

  it('keeps appended context in one segment and counts steps of unknown sources', async () => {
    const { batch, diagnostics } = await load(bytesOf('atif', 'pruned.json'))
    expect(marked(batch, 0)).toContain('[def add][A reminder.]Edit.[ok]')
    expect(promptOf(batch, 1)).toEqual([
      ['preserved', ''],
      ['agent', 'Run hook.'],
    ])
    expect(diagnostics.map((d) => d.code)).toEqual(['unknown-type', 'partial-token-ids'])
  })

  it('leaves a rollout out whose log-probs do not fit its tokens', async () => {
    const metrics = { prompt_token_ids: [1], completion_token_ids: [2, 3], logprobs: [-1] }
    const { text } = await refusal(trajectory([agent(metrics)]))
    expect(text).toContain('`logprobs` of step 2 has 1 entries but `completion_token_ids` has 2')
    const bad = { ...metrics, logprobs: [-1, null] }
    expect((await refusal(trajectory([agent(bad)]))).text).toContain('`logprobs`[1] of step 2')
  })

  it('says what is wrong with a damaged file', async () => {
    expect((await refusal(trajectory('none'))).text).toContain('`steps` is no list')
    expect((await refusal(trajectory([7]))).text).toContain('`steps`[0] is no object')
    expect((await refusal(trajectory([]))).text).toContain('no turn of the agent')
    const cut = new TextDecoder().decode(bytesOf('atif', 'management.json')).slice(0, 400)
    expect((await refusal(cut)).text).toContain('truncated')
  })
})
