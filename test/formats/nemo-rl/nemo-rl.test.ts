import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { blob, lines } from '../helpers.ts'

const row = (idx: number, reward: number, rest: object = {}) => ({
  token_ids: [[1, 2, 3, 4]],
  token_loss_mask: [[0, 0, 1, 1]],
  sample_loss_mask: [1],
  rewards: [reward],
  input_lengths: [4],
  content: [['q', 'a']],
  idx,
  ...rest,
})

describe('NeMo-RL dumps', () => {
  it('of several steps have the same prompt in groups of their own', async () => {
    const inputs = [1, 9].map((step) => ({
      name: `train_data_step${step}.jsonl`,
      data: blob(lines(row(0, 1), row(1, 0))),
    }))
    const result = await readTrace(inputs, () => {})
    if (!result.ok) throw new Error('refused')
    const { batch } = result.value
    expect(batch.rollout.id).toEqual(['row 0', 'row 1', 'file 2 row 0', 'file 2 row 1'])
    expect([...batch.rollout.group]).toEqual([0, 0, 1, 1])
    expect(batch.groupIds).toEqual(['prompt 1', 'prompt 2'])
  })
})
