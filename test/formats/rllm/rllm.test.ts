import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { blob, lines, load } from '../helpers.ts'

const episode = (id: string, reward: number, rest: object = {}) => ({
  episode_id: id,
  training_step: 1,
  trajectories: [
    {
      uid: 'u',
      name: 'agent',
      reward,
      steps: [1, 2].map((n) => ({
        chat_completions: [
          { role: 'user', content: `task ${n}` },
          { role: 'assistant', content: 'hello' },
        ],
      })),
    },
  ],
  ...rest,
})

describe('rLLM trajectories of one uid', () => {
  it.each([
    ['another step', { training_step: 2 }, 'u (step 2)', []],
    ['another step, written as text', { training_step: '2' }, 'u (step 2)', []],
    ['the same step', {}, 'u (2)', ['repeated-id']],
    ['a step that nobody knows', { training_step: null }, 'u (2)', ['repeated-id']],
    ['a step that is no number', { training_step: 'x' }, 'u (2)', ['bad-type', 'repeated-id']],
  ])('and of %s are kept apart', async (_, rest, name, codes) => {
    for (const turn of [false, true]) {
      const rows = [episode('t:0', 1), episode('t:0', 0, rest)]
      const { batch, diagnostics } = await load(lines(...(turn ? rows.toReversed() : rows)))
      const { id, outcome, firstSegment } = batch.rollout
      expect(id).toEqual(['u', turn && name.includes('step') ? 'u (step 1)' : name])
      expect([...outcome]).toEqual(turn ? [0, 1] : [1, 0])
      expect([...firstSegment]).toEqual([0, 2, 4])
      expect(diagnostics.map((d) => d.code).toSorted()).toEqual(codes)
    }
  })

  it('and of several episodes of a step are kept apart', async () => {
    const { batch } = await load(lines(episode('t:0', 1), episode('t:1', 1)))
    expect(batch.rollout.id).toEqual(['u', 'u (2)'])
  })

  it('in a file that is opened twice are one', async () => {
    const file = { name: 'e.json', data: blob(lines(episode('t:0', 1))) }
    const result = await readTrace([file, file], () => {})
    if (!result.ok) throw new Error('refused')
    expect(result.value.batch.rollout.id).toEqual(['u'])
    expect(result.value.diagnostics).toEqual([])
  })
})

it('rLLM steps as text are steps', async () => {
  const { steps } = await load(lines(episode('t:0', 1, { training_step: '4' })))
  expect([...(steps ?? [])]).toEqual([4])
})
