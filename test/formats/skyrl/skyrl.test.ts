import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { blob, lines, load, marked } from '../helpers.ts'

const row = (prompt: string, answer: string, score: number, extras: object = { id: 1 }) => ({
  input_prompt: prompt,
  output_response: answer,
  score,
  stop_reason: 'stop',
  env_class: 'e',
  env_extras: extras,
  data_source: 'd',
})

describe('SkyRL rows', () => {
  it.each([
    ['that have a split in common', { split: 'test' }],
    ['without fields of the task', {}],
  ])('whose prompts begin with each other are rollouts of their own %s', async (_, extras) => {
    const rows = [row('Q', '1', 1, extras), row('Q2', '2', 0, extras), row('Q23', '4', 1, extras)]
    const { batch } = await load(lines(...rows))
    expect([...batch.rollout.outcome]).toEqual([1, 0, 1])
    expect([...batch.rollout.group]).toEqual([0, 1, 2])
  })

  it('that look like a next turn, but retell the answer, are named', async () => {
    const { batch, diagnostics } = await load(lines(row('P', ' a', 0), row('P b', 'c', 1)))
    expect(batch.rolloutCount).toBe(2)
    expect(diagnostics.map((d) => [d.code, d.line])).toEqual([['retold-turn', 2]])
  })

  it('of samples in turns go to the sample whose answer their prompt repeats', async () => {
    const { batch, turns, diagnostics } = await load(
      lines(
        row('P', ' a', 0),
        row('P', ' z', 0),
        row('P z obs', ' y', 0.25),
        row('P a obs', ' b', 1),
        row('P', ' a', 0),
      ),
    )
    expect(diagnostics).toEqual([])
    expect([...batch.rollout.outcome]).toEqual([1, 0.25, 0])
    expect(Array.from(turns)).toEqual([2, 2, 1])
    expect(marked(batch, 0)).toBe(' a[ obs] b')
    expect(marked(batch, 1)).toBe(' z[ obs] y')
  })

  it('of another task do not go on from a prompt that reads alike', async () => {
    const rows = [row('P', ' a', 0.5, { id: 1 }), row('P a obs', 'b', 1, { id: 2 })]
    expect((await load(lines(...rows))).batch.rolloutCount).toBe(2)
  })

  it('of one prompt in two evaluations are two groups', async () => {
    const inputs = [1, 0].map((score) => ({
      name: `${score}.jsonl`,
      data: blob(lines(row('P', 'a', score), row('P', 'b', 0))),
    }))
    const result = await readTrace(inputs, () => {})
    if (!result.ok) throw new Error('refused')
    expect([...result.value.batch.rollout.group]).toEqual([0, 0, 1, 1])
  })
})
