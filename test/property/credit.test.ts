import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCpuEngine } from '../../src/engine/cpu/engine.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { batchOf, distance, evaluate, someRows, unit } from '../support/batches.ts'

const observations = fc.constantFrom('skip', 'dense', 'zero')
const rewardAt = fc.constantFrom('last-action', 'last-position')

/** GAE of one list of (value, reward) by the textbook loop. */
function gae(
  tokens: readonly (readonly [number, number])[],
  gamma: number,
  lambda: number,
): readonly number[] {
  const advantages: number[] = new Array(tokens.length).fill(0)
  let next = 0
  let advantage = 0
  for (let t = tokens.length - 1; t >= 0; t--) {
    const [value, reward] = tokens[t]
    advantage = reward + gamma * next - value + gamma * lambda * advantage
    advantages[t] = advantage
    next = value
  }
  return advantages
}

describe('chains and the scan', () => {
  it.each([
    ['reference', createReferenceEngine, 1e-12],
    ['cpu', createCpuEngine, 1e-5],
  ] as const)(
    '%s: cross-segment GAE (ascending, next action, full) equals the concatenation',
    async (_, create, tolerance) => {
      await fc.assert(
        fc.asyncProperty(
          someRows,
          unit,
          unit,
          unit,
          observations,
          rewardAt,
          async (rows, gamma, lambda, lambdaCritic, observe, place) => {
            const batch = batchOf(rows)
            const options = { observations: observe, rewardAt: place }
            const sliders = { gamma, lambda, lambdaCritic }
            const cross = await evaluate(batch, 'cross-segment-gae', options, sliders, create())
            const concat = await evaluate(batch, 'concat-gae', options, sliders, create())
            const scale = 1 + Math.max(...concat.advantages.flat().map(Math.abs), 0)
            expect(distance(cross.advantages, concat.advantages)).toBeLessThanOrEqual(
              tolerance * scale,
            )
          },
        ),
        { numRuns: 150 },
      )
    },
  )

  it('the scan equals the textbook loop over a rollout’s action tokens', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, unit, unit, async (rows, gamma, lambda) => {
        const batch = batchOf(rows)
        const { advantages } = await evaluate(batch, 'concat-gae', {}, { gamma, lambda })
        for (let r = 0; r < batch.rolloutCount; r++) {
          const first = batch.rollout.firstSegment[r]
          const end = batch.rollout.firstSegment[r + 1]
          const tokens: [number, number][] = []
          const got: number[] = []
          for (let s = first; s < end; s++) {
            const start = batch.segment.start[s]
            for (let p = start; p < batch.segment.start[s + 1]; p++) {
              if (batch.mask[p] === 0) continue
              tokens.push([batch.columns.values?.[p] ?? Number.NaN, 0])
              got.push(advantages[s][p - start])
            }
          }
          if (tokens.length > 0) tokens[tokens.length - 1][1] = batch.rollout.outcome[r]
          expect(distance([got], [gae(tokens, gamma, lambda)])).toBeLessThanOrEqual(1e-12)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('splice identity: A = A_local + β^m (γ(V_next + λ A_next) − R) across one cut', async () => {
    const value = fc.double({ min: -2, max: 2, noNaN: true })
    const filled = fc.array(value, { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(
        filled,
        filled,
        value,
        unit,
        unit,
        async (first, second, R, gamma, lambda) => {
          const row = (values: readonly number[], index: number) => ({
            rollout_id: 'r',
            segment_index: index,
            response_mask: values.map(() => 1),
            values,
            reward: R,
          })
          const batch = batchOf([row(first, 0), row(second, 1)])
          const sliders = { gamma, lambda }
          const whole = await evaluate(batch, 'concat-gae', {}, sliders)
          const local = await evaluate(batch, 'per-segment-gae', { reward: 'copied' }, sliders)
          const beta = gamma * lambda
          const handed = gamma * (second[0] + lambda * whole.advantages[1][0])
          const want = first.map((_, i) => {
            const m = first.length - 1 - i
            return local.advantages[0][i] + beta ** m * (handed - R)
          })
          expect(distance([whole.advantages[0]], [want])).toBeLessThanOrEqual(1e-10)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('CompactionRL agrees with the concatenation where V is 0 and where γ = λ = 1', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, unit, unit, async (rows, gamma, lambda) => {
        const zero = batchOf(
          rows.map((row) => ({ ...row, values: row.values && Array.from(row.values, () => 0) })),
        )
        const sliders = { gamma, lambda }
        const scaled = await evaluate(zero, 'compaction-gae', {}, sliders)
        const whole = await evaluate(zero, 'concat-gae', {}, sliders)
        expect(distance(scaled.advantages, whole.advantages)).toBeLessThanOrEqual(1e-12)

        const batch = batchOf(rows)
        const one = { gamma: 1, lambda: 1 }
        const scaledOne = await evaluate(batch, 'compaction-gae', {}, one)
        const wholeOne = await evaluate(batch, 'concat-gae', {}, one)
        expect(distance(scaledOne.advantages, wholeOne.advantages)).toBeLessThanOrEqual(1e-10)
      }),
      { numRuns: 60 },
    )
  })

  it('masked positions report 0 and the order of rollouts in the file changes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, observations, async (rows, observe) => {
        const ids = ['per-segment-gae', 'cross-segment-gae', 'compaction-gae', 'grpo'] as const
        const forward = batchOf(rows)
        const backward = batchOf([...rows].reverse())
        for (const id of ids) {
          const options = { observations: observe }
          const one = await evaluate(forward, id, options)
          const other = await evaluate(backward, id, options)
          one.advantages.forEach((advantages, s) => {
            const rollout = forward.rollout.id[forward.segment.rollout[s]]
            const twin = backward.rollout.id.indexOf(rollout)
            const index = s - forward.rollout.firstSegment[forward.segment.rollout[s]]
            const same = other.advantages[backward.rollout.firstSegment[twin] + index]
            expect(distance([advantages], [same])).toBeLessThanOrEqual(1e-12)
            advantages.forEach((a, i) => {
              if (forward.mask[forward.segment.start[s] + i] === 0) expect(a).toBe(0)
            })
          })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('whitened advantages have mean 0 and variance 1 over the action tokens', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, async (rows) => {
        const batch = batchOf(rows)
        const { evaluation } = await evaluate(batch, 'cross-segment-gae', { whiten: 'batch' })
        const { count, mean, std } = evaluation.statistics
        const plain = await evaluate(batch, 'cross-segment-gae')
        if (count < 2 || plain.evaluation.statistics.std < 1e-3) return
        expect(Math.abs(mean)).toBeLessThan(1e-9)
        expect(Math.abs(std - 1)).toBeLessThan(1e-9)
      }),
      { numRuns: 60 },
    )
  })
})
