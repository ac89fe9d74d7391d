/** Outcomes near the ends of what a double holds, and outcomes that are equal but for rounding. */
import { expect, it, test } from 'vitest'
import { groupAdvantages, mean } from '../../../src/credit/baselines/group-statistics.ts'
import { layoutCurve } from '../../../src/plot/curveAxes.ts'
import type { Frame } from '../../../src/worker/api.ts'
import { batchOf, evaluate } from '../../support/batches.ts'

const none = { gamma: 1, lambda: 1 }

/** One group of rollouts with one action token each. */
const advantages = async (id: string, outcomes: readonly number[], options = {}) => {
  const rows = outcomes.map((reward, i) => ({
    rollout_id: `r${i}`,
    group_id: 'g',
    response_mask: [1],
    reward,
  }))
  return (await evaluate(batchOf(rows), id, options, none)).advantages.flat()
}

const close = (got: readonly number[], want: readonly number[]) =>
  want.forEach((x, i) => {
    expect(got[i]).toBeCloseTo(x, 9)
  })

test('the mean of the largest doubles is one of them', () => {
  expect(mean([1e308, 1e308])).toBe(1e308)
  expect(mean([Number.MAX_VALUE, Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Number.MAX_VALUE)
  expect(mean([1.7e308, -1.7e308, 1.7e308]) / 1e308).toBeCloseTo(1.7 / 3, 12)
})

it.each(['grpo', 'rloo', 'lite-ppo', 'turn-grpo', 'gigpo', 'reinforce-pp-baseline'])(
  '%s: two equal outcomes get 0, however large or nearly equal',
  async (id) => {
    expect(await advantages(id, [1e308, 1e308])).toEqual([0, 0])
    expect(await advantages(id, [1e6, 1000000.0000004])).toEqual([0, 0])
  },
)

it('Lite PPO gives equals 0 also beside a group that differs', async () => {
  const rows = [1e6, 1000000.0000004, 0, 1].map((reward, i) => ({
    rollout_id: `r${i}`,
    group_id: i < 2 ? 'equal' : 'other',
    response_mask: [1],
    reward,
  }))
  const { advantages: got } = await evaluate(batchOf(rows), 'lite-ppo', {}, none)
  expect(got.slice(0, 2).flat()).toEqual([0, 0])
})

it('standardised outcomes do not depend on their unit', async () => {
  for (const unit of [1e308, 5e-320, 1]) {
    const outcomes = [1, 0, 1, 1].map((r) => r * unit)
    close(await advantages('grpo', outcomes), [1 / Math.sqrt(3), -Math.sqrt(3), 1 / Math.sqrt(3)])
    const nemo = await advantages('grpo', outcomes, { std: 'leave-one-out' })
    close(
      [nemo[0], nemo[2], nemo[3]],
      [1, 1, 1].map((x) => x / Math.sqrt(3)),
    )
    // The others are equal: not divided, so in the outcomes' unit.
    expect(nemo[1] / unit).toBeCloseTo(-1, 3) // 5e-320 has four digits left
  }
  close(
    groupAdvantages([1.7e308, 1.7e308, -1.7e308], { std: 'population', eps: 0, singleton: 'zero' }),
    [Math.SQRT1_2, Math.SQRT1_2, -Math.SQRT2],
  )
})

it('whitening over the batch does not overflow', async () => {
  const half = Math.SQRT1_2
  close(await advantages('reinforce-pp-baseline', [1e308, -1e308]), [half, -half])
  // Mean 2/3, sample variance 1/3.
  const third = Math.sqrt(1 / 3)
  close(await advantages('reinforce-pp', [1e308, 1e308, 0]), [third, third, -2 * third])
})

it('the curve has an axis for the smallest and the largest numbers', () => {
  for (const top of [5e-324, 1e-300, 1, 1e308]) {
    const series = { min: [-top], max: [top], mean: [top] }
    const frame = { curve: { a: series, b: series, tokens: 1, segmentStart: [0] } }
    const layout = layoutCurve(frame as unknown as Frame, 600, 300)
    expect(layout.y(top)).toBeGreaterThanOrEqual(layout.top)
    expect(layout.y(top)).toBeLessThan(layout.y(0))
    expect(layout.y(-top)).toBeLessThanOrEqual(layout.bottom)
    for (const { label } of layout.yTicks) expect(label).not.toMatch(/NaN|Infinity/)
  }
})
