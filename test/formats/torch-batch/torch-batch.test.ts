import { describe, expect, it } from 'vitest'
import { bytesOf, column, load, refusal } from '../helpers.ts'

describe('a batch of tensors', () => {
  it('of OpenRLHF: left padding, a mask wider than the response, a reward of one row only', async () => {
    const { batch, diagnostics } = await load(bytesOf('torch-batch', 'experience.pt'))
    expect(diagnostics).toEqual([])
    expect(batch.rollout.id).toEqual(['sample 1', 'sample 2', 'sample 3'])
    expect(Array.from(batch.tokenIds ?? [])).toEqual([21, 22, 23, 31, 32, 9])
    expect(Array.from(batch.mask)).toEqual([1, 1, 1, 1, 1, 1])
    expect(Array.from(batch.segment.promptLength)).toEqual([2, 3, 1])
    const logs = [-0.5, -0.25, -0.125, -1, -2, -0.75]
    expect(column(batch, 'old_log_probs')).toEqual(logs)
    expect(column(batch, 'values')).toEqual([0.5, 0.25, 0.75, 0.5, 0.5, 0.125])
    expect(column(batch, 'advantages').slice(0, 5)).toEqual([1, 2, 3, 4, 5])
    expect(Array.from(batch.rollout.outcome)).toEqual([Number.NaN, Number.NaN, 0.5])
  })

  it('of verl: the outputs of a session are segments, padding is left out', async () => {
    const { batch, diagnostics, steps } = await load(bytesOf('torch-batch', 'batch.pt'))
    expect(diagnostics).toEqual([])
    expect(Array.from(steps ?? [])).toEqual([4, 4])
    expect(batch.rollout.id).toEqual(['p-1_0', 'p-1_1'])
    expect(batch.groupIds).toEqual(['p-1'])
    expect(Array.from(batch.tokenIds ?? [])).toEqual([21, 90, 22, 11, 12, 31])
    expect(Array.from(batch.mask)).toEqual([1, 0, 1, 1, 1, 1])
    expect(Array.from(batch.rollout.outcome)).toEqual([1, 0.25])
    expect(Array.from(batch.segment.promptLength)).toEqual([2, 1, 1])
  })

  it('that was cut off is refused', async () => {
    const whole = bytesOf('torch-batch', 'batch.pt')
    expect((await refusal(whole.slice(0, whole.length - 400))).text).toContain('broken zip')
  })
})
