import { describe, expect, it } from 'vitest'
import { readTrace } from '../../../src/formats/read.ts'
import { blob, bytesOf, lines, load, refusal } from '../helpers.ts'

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

  it.each([
    ['filtered_rewards', [0.25], 0.25, []],
    ['filtered_rewards', [null], Number.NaN, []],
    ['filtered_rewards', null, 1, []],
    ['filtered_rewards', 0, Number.NaN, ['bad-length']],
    ['filtered_rewards', 0.5, Number.NaN, ['bad-length']],
    ['filtered_rewards', [], Number.NaN, ['bad-length']],
    ['filtered_rewards', ['1'], Number.NaN, ['bad-type']],
    ['rewards', 0.5, Number.NaN, ['bad-length']],
  ])(
    'with %s %j have the outcome %d, and say why they have none',
    async (field, given, want, codes) => {
      const { batch, diagnostics } = await load(lines(row(0, 1, { [field]: given })))
      expect([...batch.rollout.outcome]).toEqual([want])
      expect(diagnostics.map((d) => [d.code, d.field])).toEqual(codes.map((code) => [code, field]))
    },
  )

  it.each([2, 0.5, null, '1'])(
    'of a mask with %j before its first 1 are left out',
    async (entry) => {
      const rows = lines(row(0, 1, { token_loss_mask: [[0, entry, 1, 1]] }), row(1, 0))
      const { batch, diagnostics } = await load(rows)
      expect(batch.rollout.id).toEqual(['row 1'])
      expect(diagnostics.map((d) => [d.code, d.field, d.line])).toEqual([
        ['bad-mask', 'token_loss_mask', 1],
      ])
    },
  )

  it('of condensed rollouts check the masks of their spans, too', async () => {
    const text = new TextDecoder().decode(bytesOf('nemo-rl', 'k2_compaction.json'))
    const { diagnostics } = await refusal(text.replace(/("loss_mask":\s*\[\s*)0/, '$12'))
    expect(diagnostics.map((d) => d.code)).toContain('bad-mask')
  })
})
