import { describe, expect, it } from 'vitest'
import { reportOf } from '../../../src/formats/report.ts'
import { bytesOf, load, marked, promptOf, read, refusal } from '../helpers.ts'

const log = (samples: unknown) => JSON.stringify({ version: 2, eval: { task: 't' }, samples })

describe('Inspect', () => {
  it('counts no failed attempt, in zstd members', async () => {
    const { batch, turns } = await load(bytesOf('inspect-ai', 'retry-zstd.eval'))
    expect(batch.rollout.id).toEqual(['1_epoch_1'])
    expect(Array.from(turns)).toEqual([1])
    expect(marked(batch, 0)).toBe('ok')
  })

  it('cuts at compactions, leaves graders and helpers out and resolves pool and attachments', async () => {
    const { batch, turns } = await load(bytesOf('inspect-ai', 'compaction.json'))
    expect(Array.from(turns)).toEqual([1, 1, 1, 2])
    expect(promptOf(batch, 0)).toEqual([
      ['system', 'You fix code.'],
      ['user', 'fix adder'],
    ])
    expect(marked(batch, 0)).toBe('First look.\nReading.\nbash({"cmd":"cat adder.py"})')
    expect(promptOf(batch, 1)[2]).toEqual(['user', '[summary] It adds twice.'])
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0])
    expect(batch.groupIds).toEqual(['adder'])
  })

  it('leaves calls and compactions of other models out, whatever span they are in', async () => {
    const go = { role: 'user', content: 'go' }
    const call = (text: string, rest: object = {}) => ({
      event: 'model',
      input: [go],
      output: { choices: [{ message: { role: 'assistant', content: text } }] },
      ...rest,
    })
    const events = [
      call('one'),
      { event: 'span_begin', id: 'helper', type: 'tool' },
      { event: 'compaction', type: 'summary', span_id: 'helper' },
      call('of the helper', { span_id: 'helper' }),
      call('of the judge', { role: 'grader' }),
      { event: 'compaction', type: 'summary', role: 'grader' },
      call('two'),
      { event: 'compaction', type: 'trim', role: null },
      call('three'),
    ]
    const { batch } = await load(log([{ id: 1, epoch: 1, events }]))
    expect([0, 1].map((s) => marked(batch, s))).toEqual(['onetwo', 'three'])
    expect(batch.segmentCount).toBe(2)
  })

  it('gives the same numbers where events stand in members of their own', async () => {
    const [whole, chunked] = await Promise.all(
      ['compaction.json', 'chunked.eval'].map(async (file) =>
        reportOf(await read(bytesOf('inspect-ai', file))),
      ),
    )
    expect(chunked.rollouts).toEqual(whole.rollouts)
  })

  it('does not take samples of two tasks for one group', async () => {
    const sample = { id: 1, epoch: 1, messages: [{ role: 'assistant', content: 'x' }] }
    const other = JSON.stringify({ eval: { task: 'u' }, samples: [sample] })
    const { batch } = await load(`${log([sample])}\n${other}`)
    expect(batch.rollout.id).toEqual(['1_epoch_1', '1_epoch_1 (2)'])
    expect(batch.groupIds).toEqual(['1', '1 of u'])
  })

  it('says what is wrong with a damaged file', async () => {
    expect((await refusal(log('none'))).text).toContain('a list `samples` expected')
    expect((await refusal(log([7]))).text).toContain('a sample with `id` and `epoch`')
    expect((await refusal(log([{ id: 1, epoch: 1 }]))).text).toContain('no turn of the agent')
    const cut = bytesOf('inspect-ai', 'chunked.eval').slice(0, 700)
    expect((await refusal(cut)).text).toContain('broken zip archive')
  })
})
