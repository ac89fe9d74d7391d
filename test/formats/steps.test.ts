import { describe, expect, it } from 'vitest'
import { readTrace } from '../../src/formats/read.ts'
import { rolloutTable } from '../../src/worker/describe.ts'
import { blob, bytesOf, lines, load } from './helpers.ts'

const verl = (uid: string, step: number) => ({ input: 'i', output: 'o', score: 1, step, uid })

describe('training steps', () => {
  it('are kept per rollout over many step files', async () => {
    const inputs = [3, 4, 10].map((step) => ({
      name: `${step}.jsonl`,
      data: blob(lines(verl(`q${step}_0_0`, step), verl(`q${step}_1_0`, step))),
    }))
    const result = await readTrace(inputs, () => {})
    if (!result.ok) throw new Error('refused')
    const { batch, steps } = result.value
    expect(batch.rollout.id).toEqual(['q3_0', 'q3_1', 'q4_0', 'q4_1', 'q10_0', 'q10_1'])
    expect(Array.from(steps ?? [])).toEqual([3, 3, 4, 4, 10, 10])
  })

  it('keep rollouts of the same id apart, whose rows may say their step once', async () => {
    const row = (step: number | undefined, reward?: number) => ({
      rollout_id: 'A',
      response_mask: [1],
      ...(reward !== undefined && { reward }),
      step,
    })
    const idsOf = async (...files: string[]) => {
      const inputs = files.map((text, i) => ({ name: `${i}.jsonl`, data: blob(text) }))
      const result = await readTrace(inputs, () => {})
      if (!result.ok) throw new Error('refused')
      const { batch, steps, diagnostics } = result.value
      expect(diagnostics).toEqual([])
      const { id, firstSegment, outcome } = batch.rollout
      return id.map((name, r) => [
        name,
        firstSegment[r + 1] - firstSegment[r],
        outcome[r],
        steps?.[r],
      ])
    }
    const apart = [
      ['A', 2, 1, 1],
      ['A (step 2)', 2, 0, 2],
    ]
    expect(await idsOf(lines(row(1, 1), row(1)), lines(row(2, 0), row(2)))).toEqual(apart)
    expect(await idsOf(lines(row(1, 1), row(2, 0), row(1), row(2)))).toEqual(apart)
    expect(await idsOf(lines(row(undefined), row(1, 1), row(2, 0), row(undefined)))).toEqual(apart)
  })

  it('keep groups of the same id apart, since a trainer takes a baseline within a step', async () => {
    const row = (id: string, group: string, reward: number, step?: number) => ({
      rollout_id: id,
      group_id: group,
      response_mask: [1],
      reward,
      step,
    })
    const inputs = [1, 2].map((step) => ({
      name: `step_${step}.jsonl`,
      data: blob(lines(row(`a${step}`, 'g0', 1, step), row(`b${step}`, 'g0', 0, step))),
    }))
    const rest = { name: 'rest.jsonl', data: blob(lines(row('c', 'g0', 1))) }
    const result = await readTrace([...inputs, rest], () => {})
    if (!result.ok) throw new Error('refused')
    const { batch, steps } = result.value
    expect([...batch.rollout.group]).toEqual([0, 0, 1, 1, 2])
    expect(batch.groupIds).toEqual(['g0', 'g0', 'g0'])
    const { groupIds } = rolloutTable(batch, steps)
    expect(groupIds).toEqual(['g0 (step 1)', 'g0 (step 2)', 'g0'])
  })

  it.each([
    ['slime-pt', 'rollout.pt', 7],
    ['roll', 'agentic.jsonl', 3],
    ['roll', 'rlvr.jsonl', 1],
    ['trl-parquet', 'chat.parquet', 4],
    ['rllm', 'episode_hash1.json', 4],
    ['tinker', 'train_rollout_summaries.jsonl', 2],
  ])('of %s come from %s', async (format, file, step) => {
    const { steps } = await load(bytesOf(format, file))
    expect(new Set(steps)).toEqual(new Set([step]))
  })

  it('are absent where no file says any', async () => {
    expect((await load(bytesOf('skyrl', 'gsm8k.jsonl'))).steps).toBeUndefined()
  })

  it('of AReaL are the version that a task ended with', async () => {
    const { steps } = await load(bytesOf('areal', 'agent.jsonl'))
    expect(Array.from(steps ?? [])).toEqual([3, 3, 4])
  })
})

describe('columns in messages', () => {
  it('have the name that the file gives them', async () => {
    const { diagnostics } = await load(bytesOf('nemo-rl', 'train_data_step1.jsonl'))
    expect(diagnostics.map((d) => d.field)).toEqual(['generation_logprobs'])
    expect(diagnostics[0].message).toContain('`generation_logprobs`[0] is NaN')
  })
})
