import { describe, expect, it } from 'vitest'
import { handovers, processingOrder, terminalReach } from '../../../src/credit/inspect.ts'
import { batchOf, evaluate } from '../../support/batches.ts'

/** n = (2, 1), γ 1, λ 0.8, V = (.2, .4 | .6), R 1. */
const seed = batchOf([
  { rollout_id: 'r', segment_index: 0, response_mask: [1, 1], values: [0.2, 0.4], reward: 1 },
  { rollout_id: 'r', segment_index: 1, response_mask: [1], values: [0.6] },
])
const sliders = { gamma: 1, lambda: 0.8 }

const close = (got: readonly (readonly number[])[], want: readonly number[]): void => {
  got.flat().forEach((a, i) => {
    expect(a).toBeCloseTo(want[i], 12)
  })
  expect(got.flat()).toHaveLength(want.length)
}

describe('the seed numbers', () => {
  it.each([
    ['cross-segment-gae', {}, [0.616, 0.52, 0.4]],
    ['concat-gae', {}, [0.616, 0.52, 0.4]],
    ['compaction-gae', {}, [0.544, 0.48, 0.4]],
    ['cross-segment-gae', { order: 'literal' }, [-0.12, -0.4, 0.504]],
    ['per-segment-gae', {}, [-0.12, -0.4, 0.4]],
    ['per-segment-gae', { reward: 'copied' }, [0.68, 0.6, 0.4]],
    ['cross-segment-gae', { carry: 'value-only' }, [0.36, 0.2, 0.4]],
  ] as const)('%s %o', async (id, options, want) => {
    close((await evaluate(seed, id, options, sliders)).advantages, want)
  })

  it('the group 1, 0, 1, 1 gives +0.577 / −1.732', async () => {
    const group = batchOf(
      [1, 0, 1, 1].map((reward, i) => ({
        rollout_id: `${i}`,
        group_id: 'g',
        response_mask: [1],
        reward,
      })),
    )
    const third = 1 / Math.sqrt(3)
    close((await evaluate(group, 'grpo')).advantages, [third, -Math.sqrt(3), third, third])
  })
})

describe('what crosses the cut', () => {
  it('cross-segment: A and C of the next first action, and its value', async () => {
    const { evaluation, batch } = await evaluate(
      seed,
      'cross-segment-gae',
      {},
      {
        ...sliders,
        lambdaCritic: 1,
      },
    )
    const [cut] = handovers(evaluation, batch, 0)
    expect(cut).toMatchObject({ earlier: 0, from: 1, to: 0, nextvalues: 0.6 })
    expect(cut.lastgaelam).toBeCloseTo(0.4, 12)
    expect(cut.criticLastgaelam).toBeCloseTo(0.4, 12)
    expect(cut.delta).toBeCloseTo(0.2, 12)
  })

  it('per segment: nothing; the last action before the cut is told that the world ends', async () => {
    const { evaluation, batch } = await evaluate(seed, 'per-segment-gae', {}, sliders)
    const [cut] = handovers(evaluation, batch, 0)
    expect(cut).toMatchObject({ lastgaelam: 0, criticLastgaelam: 0, nextvalues: 0 })
    expect(cut.delta).toBeCloseTo(-0.4, 12)
  })

  it('literal: the earlier segment hands over to the later one, and is processed first', async () => {
    const options = { order: 'literal' }
    const { evaluation, batch } = await evaluate(seed, 'cross-segment-gae', options, sliders)
    const [cut] = handovers(evaluation, batch, 0)
    expect(cut).toMatchObject({ from: 0, to: 1, nextvalues: 0.2 })
    expect(cut.lastgaelam).toBeCloseTo(-0.12, 12)
    expect(processingOrder(evaluation.graph, batch, 0)).toEqual([0, 1])
  })
})

describe('what the terminal reward adds: ∂A/∂R', () => {
  const reach = async (id: string, options = {}, values = sliders) => {
    const { evaluation, batch } = await evaluate(seed, id, options, values)
    return [...terminalReach(evaluation, batch, 0)]
  }

  it('cross-segment: (γλ)^distance on every action token', async () => {
    const got = await reach('cross-segment-gae')
    ;[0.64, 0.8, 1].forEach((want, i) => {
      expect(got[i]).toBeCloseTo(want, 12)
    })
  })

  it('per segment: only the last segment', async () => {
    expect(await reach('per-segment-gae')).toEqual([0, 0, 1])
  })

  it('CompactionRL: the same reach as cross-segment', async () => {
    const got = await reach('compaction-gae')
    ;[0.64, 0.8, 1].forEach((want, i) => {
      expect(got[i]).toBeCloseTo(want, 12)
    })
  })

  it('is the difference that one more unit of reward makes', async () => {
    const more = batchOf([
      { rollout_id: 'r', segment_index: 0, response_mask: [1, 1], values: [0.2, 0.4], reward: 2 },
      { rollout_id: 'r', segment_index: 1, response_mask: [1], values: [0.6] },
    ])
    for (const id of ['cross-segment-gae', 'per-segment-gae', 'compaction-gae', 'concat-gae']) {
      const one = (await evaluate(seed, id, {}, sliders)).advantages.flat()
      const two = (await evaluate(more, id, {}, sliders)).advantages.flat()
      const slope = await reach(id)
      two.forEach((a, i) => {
        expect(a - one[i]).toBeCloseTo(slope[i], 12)
      })
    }
  })

  it('is 0 where post-processing drops the token, and amplified where it amplifies', async () => {
    expect(await reach('cross-segment-gae', { groupFilter: 'dynamic-sampling' })).toEqual([0, 0, 0])
    const kept = await reach('cross-segment-gae', { keep: 'positive-advantage', order: 'literal' })
    expect(kept).toEqual([0, 0, 1])
  })

  it('GRPO without std: 1 − 1/G of the rollout’s own outcome', async () => {
    const group = batchOf(
      [1, 0, 1, 1].map((reward, i) => ({
        rollout_id: `${i}`,
        group_id: 'g',
        response_mask: [1],
        reward,
      })),
    )
    const { evaluation, batch } = await evaluate(group, 'grpo', { std: 'none' })
    expect(terminalReach(evaluation, batch, 2)[0]).toBeCloseTo(0.75, 8)
  })
})

describe('large groups', () => {
  const group = (n: number) =>
    batchOf(
      Array.from({ length: n }, (_, i) => ({
        rollout_id: `${i}`,
        group_id: 'g',
        response_mask: [1],
        reward: i % 7,
      })),
    )

  it.each(['population', 'sample', 'none', 'leave-one-out'])(
    'GRPO with std %s answers for 150,000 rollouts of one prompt',
    async (std) => {
      const { evaluation, batch } = await evaluate(group(150_000), 'grpo', { std })
      const { count, mean } = evaluation.statistics
      expect(count).toBe(150_000)
      expect(Math.abs(mean)).toBeLessThan(1e-3)
      expect(terminalReach(evaluation, batch, 3)[0]).toBeGreaterThan(0)
    },
  )

  it('leave-one-out is what leaving one out by hand gives', async () => {
    const rewards = [0, 0, 1, 3, 3.5]
    const rows = rewards.map((reward, i) => ({
      rollout_id: `${i}`,
      group_id: 'g',
      response_mask: [1],
      reward,
    }))
    const { advantages } = await evaluate(batchOf(rows), 'grpo', { std: 'leave-one-out' })
    // Others of 3: mean 4.5/4, sample variance Σ(x − mean)²/3 over 0, 0, 1, 3.5.
    const others = [0, 0, 1, 3.5]
    const m = 4.5 / 4
    const s = Math.sqrt(others.reduce((sum, x) => sum + (x - m) ** 2, 0) / 3)
    expect(advantages[3][0]).toBeCloseTo((3 - m) / s, 12)
  })
})
