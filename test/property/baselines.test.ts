import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AGGREGATE_MODES } from '../../src/credit/aggregate/aggregate.ts'
import { countingEmptyRows, rejectionWeights } from '../../src/credit/aggregate/denominator.ts'
import type { CanonicalRow } from '../../src/trace/rows.ts'
import { batchOf, distance, evaluate, someRows, unit } from '../support/batches.ts'

/** One action token per rollout: advantages are the group's numbers themselves. */
const outcomes = fc.array(fc.constantFrom(0, 1, 0.25, -0.5, 2), { minLength: 2, maxLength: 8 })
const groupOf = (rewards: readonly number[]): readonly CanonicalRow[] =>
  rewards.map((reward, i) => ({ rollout_id: `${i}`, group_id: 'g', response_mask: [1], reward }))

describe('group baselines', () => {
  it.each([
    ['grpo', { std: 'population' }],
    ['grpo', { std: 'sample', eps: 1e-6 }],
    ['grpo', { std: 'none' }],
    ['rloo', {}],
    ['lite-ppo', {}],
    ['gigpo', {}],
    ['turn-grpo', {}],
  ])('%s %o sums to zero over a group', async (id, options) => {
    await fc.assert(
      fc.asyncProperty(outcomes, async (rewards) => {
        const { advantages } = await evaluate(batchOf(groupOf(rewards)), id, options)
        expect(Math.abs(advantages.flat().reduce((sum, a) => sum + a, 0))).toBeLessThan(1e-9)
      }),
      { numRuns: 40 },
    )
  })

  const manyGroups = fc.array(
    fc.record({
      group: fc.constantFrom('x', 'y', 'z'),
      reward: fc.constantFrom(0, 1, 0.25, -0.5, 2),
      segments: fc.integer({ min: 1, max: 3 }),
    }),
    { minLength: 1, maxLength: 9 },
  )

  it.each([
    ['grpo', { std: 'population' }, 'rollout'],
    ['grpo', { std: 'sample', unit: 'segment' }, 'segment'],
    ['grpo', { std: 'none', unit: 'segment' }, 'segment'],
    ['rloo', { unit: 'segment' }, 'segment'],
    ['rloo', {}, 'rollout'],
    ['lite-ppo', { ddof: 1 }, 'rollout'],
    ['turn-grpo', {}, 'rollout'],
  ] as const)('%s %o sums to zero over the %ss of every group', async (id, options, unitOf) => {
    await fc.assert(
      fc.asyncProperty(manyGroups, async (rollouts) => {
        const batch = batchOf(
          rollouts.flatMap(({ group, reward, segments }, r) =>
            Array.from({ length: segments }, (_, s) => ({
              rollout_id: `${r}`,
              group_id: group,
              segment_index: s,
              response_mask: [0, 1],
              reward,
            })),
          ),
        )
        const { advantages } = await evaluate(batch, id, options)
        const sums = new Float64Array(batch.groupIds.length)
        advantages.forEach((row, s) => {
          const rollout = batch.segment.rollout[s]
          const first = s === batch.rollout.firstSegment[rollout]
          if (unitOf === 'segment' || first) sums[batch.rollout.group[rollout]] += row[1]
        })
        for (const sum of sums) expect(Math.abs(sum)).toBeLessThan(1e-9)
      }),
      { numRuns: 30 },
    )
  })

  it('the leave-one-out deviation does not sum to zero, as in NeMo-RL', async () => {
    const batch = batchOf(groupOf([1, 0, 1, 1]))
    const { advantages } = await evaluate(batch, 'grpo', { std: 'leave-one-out' })
    const [win, loss] = advantages.flat()
    expect(win).toBeCloseTo(1 / Math.sqrt(3), 12)
    expect(loss).toBeCloseTo(-1, 12)
  })

  it.each([
    ['reinforce-pp', {}],
    ['reinforce-pp-baseline', {}],
    ['concat-gae', { whiten: 'batch' }],
    ['discounted-return', { whiten: 'batch', form: 'add' }],
  ])('%s %o sums to zero over the action tokens of the batch', async (id, options) => {
    await fc.assert(
      fc.asyncProperty(someRows, async (rows) => {
        const { advantages, evaluation } = await evaluate(batchOf(rows), id, options)
        const sum = advantages.flat().reduce((total, a) => total + a, 0)
        // A single token has nothing to be compared with and stays as it is under ddof 1.
        if (evaluation.statistics.count > 1) expect(Math.abs(sum)).toBeLessThan(1e-6)
      }),
      { numRuns: 40 },
    )
  })

  it('RLOO is G/(G−1) times Dr.GRPO', async () => {
    await fc.assert(
      fc.asyncProperty(outcomes, async (rewards) => {
        const batch = batchOf(groupOf(rewards))
        const factor = rewards.length / (rewards.length - 1)
        const rloo = await evaluate(batch, 'rloo')
        const centred = await evaluate(batch, 'grpo', { std: 'none' })
        const want = centred.advantages.map((row) => row.map((a) => a * factor))
        expect(distance(rloo.advantages, want)).toBeLessThan(1e-12)
      }),
      { numRuns: 40 },
    )
  })

  it('GiGPO without a repeated state is GRPO', async () => {
    const rows = groupOf([1, 0, 1, 1]).map((row, i) => ({
      ...row,
      turns: [{ start: 0, end: 1, kind: 'action' as const, state_key: `only-${i}` }],
    }))
    const batch = batchOf(rows)
    const gigpo = await evaluate(batch, 'gigpo')
    const grpo = await evaluate(batch, 'grpo')
    expect(distance(gigpo.advantages, grpo.advantages)).toBe(0)
  })
})

describe('∂A/∂R', () => {
  const walk = (id: string, states: string, reward: number): CanonicalRow => ({
    rollout_id: id,
    group_id: 'g',
    response_mask: [...states].map(() => 1),
    turns: [...states].map((state_key, i) => ({
      start: i,
      end: i + 1,
      kind: 'action' as const,
      state_key,
    })),
    reward,
  })

  it('under GiGPO a state whose returns are all equal adds nothing, however little R moves', async () => {
    const batch = batchOf([walk('p', 'ab', 1), walk('q', 'ab', 1), walk('r', 'a', 0)])
    const gigpo = await evaluate(batch, 'gigpo')
    const grpo = await evaluate(batch, 'grpo')
    const slope = ({ evaluation: { graph } }: typeof gigpo, position: number): number =>
      graph.terminalWeight?.(graph.nodes.at(position)) ?? Number.NaN
    // At b only A_E is left.
    expect(slope(gigpo, 1)).toBeCloseTo(slope(grpo, 1), 6)
    expect(slope(gigpo, 1)).toBeGreaterThan(0)
    expect(slope(gigpo, 0)).toBeGreaterThan(slope(gigpo, 1))
  })
})

describe('returns and turns', () => {
  it('at γ = 1 the outcome reaches every token the same, unless observations reset it', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, async (rows) => {
        const batch = batchOf(rows)
        const sliders = { gamma: 1 }
        const skip = await evaluate(batch, 'discounted-return', {}, sliders)
        const dense = await evaluate(batch, 'discounted-return', { observations: 'dense' }, sliders)
        expect(distance(skip.advantages, dense.advantages)).toBeLessThan(1e-12)
      }),
      { numRuns: 60 },
    )
  })

  it('bi-level GAE at γ = γ_turn = λ = 1 is R − V, as is the concatenation', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, async (rows) => {
        const batch = batchOf(rows)
        const ones = { gamma: 1, lambda: 1 }
        const bilevel = await evaluate(batch, 'bilevel-gae', { gammaTurn: 1 }, ones)
        const whole = await evaluate(batch, 'concat-gae', {}, ones)
        expect(distance(bilevel.advantages, whole.advantages)).toBeLessThan(1e-10)
      }),
      { numRuns: 60 },
    )
  })

  it('turn-level GAE is token-level GAE where every turn has one token', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 1, maxLength: 8 }),
        unit,
        unit,
        async (values, gamma, lambda) => {
          const spaced = values.flatMap((value) => [value, 0])
          const mask = values.flatMap(() => [1, 0])
          const row = { rollout_id: 'r', response_mask: mask, values: spaced, reward: 1 }
          const batch = batchOf([row])
          const turns = await evaluate(batch, 'turn-gae', {}, { gamma, lambda })
          const tokens = await evaluate(batch, 'concat-gae', {}, { gamma, lambda })
          expect(distance(turns.advantages, tokens.advantages)).toBeLessThan(1e-12)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('aggregation weights', () => {
  const rows = fc.array(
    fc.record({
      tokens: fc.integer({ min: 0, max: 5 }),
      rollout: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 10 },
  )

  /** Sum over tokens of the weights: what a batch of equal losses comes to. */
  const total = (id: string, counts: { tokens: number[]; rollout: number[] }): number => {
    const mode = AGGREGATE_MODES.find((one) => one.id === id)
    if (!mode) throw new Error(id)
    const group = counts.rollout.map((r) => r % 2)
    const weights = mode.weights({ ...counts, group }, { lMax: 7 })
    return counts.tokens.reduce((sum, n, s) => sum + n * weights[s], 0)
  }

  it('the means weigh 1 in all, the sums as many as they say, and an empty batch 0', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const counts = { tokens: list.map((r) => r.tokens), rollout: list.map((r) => r.rollout) }
        const tokens = counts.tokens.reduce((sum, n) => sum + n, 0)
        const filled = counts.tokens.filter((n) => n > 0).length
        const means = [
          'token-mean',
          'seq-mean-token-mean',
          'rollout-mean',
          'segment-mean',
          'prompt-mean',
        ]
        for (const id of means) expect(total(id, counts)).toBeCloseTo(tokens === 0 ? 0 : 1, 10)
        expect(total('token-sum', counts)).toBe(tokens)
        const perRow = filled === 0 ? 0 : tokens / filled
        expect(total('seq-mean-token-sum', counts)).toBeCloseTo(perRow, 10)
        expect(total('seq-mean-token-sum-norm', counts)).toBeCloseTo(perRow / 7, 10)
      }),
    )
  })

  it('after rejection the means weigh 1 over what is left, before it only the kept share', () => {
    const kept = fc.array(
      fc.record({ tokens: fc.integer({ min: 0, max: 5 }), lost: fc.integer({ min: 0, max: 5 }) }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(kept, (list) => {
        const tokens = list.map((row) => row.tokens)
        const left = list.map((row) => Math.max(0, row.tokens - row.lost))
        const rollout = list.map((_, s) => s >> 1)
        const counts = { tokens, rollout, group: rollout.map((r) => r >> 1) }
        const [all, some] = [tokens, left].map((ns) => ns.reduce((sum, n) => sum + n, 0))
        for (const mode of AGGREGATE_MODES) {
          const after = rejectionWeights(mode, counts, left, 'after', { lMax: 3 })
          const before = rejectionWeights(mode, counts, left, 'before', { lMax: 3 })
          const sum = (weights: ArrayLike<number>) =>
            left.reduce((total, n, s) => total + n * weights[s], 0)
          if (/mean$/.test(mode.id)) expect(sum(after)).toBeCloseTo(some === 0 ? 0 : 1, 10)
          if (mode.id === 'token-mean') {
            expect(sum(before)).toBeCloseTo(all === 0 ? 0 : some / all, 10)
          }
          if (mode.id === 'token-sum') expect([sum(after), sum(before)]).toEqual([some, some])
          expect([...after, ...before].every(Number.isFinite)).toBe(true)
        }
      }),
    )
  })

  it('counting empty rows scales means over rows by filled / rows, and no other mode', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const tokens = list.map((row) => row.tokens)
        const counts = {
          tokens,
          rollout: list.map((row) => row.rollout),
          group: tokens.map(() => 0),
        }
        const filled = tokens.filter((n) => n > 0).length
        for (const mode of AGGREGATE_MODES.filter((one) => one.overRows)) {
          expect(mode.id).toMatch(/^(seq|segment)-mean/)
          const weights = mode.weights(counts, { lMax: 7 })
          countingEmptyRows(weights, tokens).forEach((weight, s) => {
            expect(weight).toBeCloseTo((weights[s] * filled) / tokens.length, 12)
          })
        }
        expect(AGGREGATE_MODES.filter((one) => one.overRows)).toHaveLength(4)
      }),
    )
  })

  it('a rollout cut in three counts three times under the segment mean, once under the others', () => {
    const counts = { tokens: [2, 2, 2, 6], rollout: [0, 0, 0, 1] }
    const share = (id: string): number => {
      const mode = AGGREGATE_MODES.find((one) => one.id === id)
      const weights = mode?.weights({ ...counts, group: [0, 0, 0, 0] }, { lMax: 1 }) ?? []
      return 2 * (weights[0] + weights[1] + weights[2])
    }
    expect(share('segment-mean')).toBeCloseTo(0.75, 12)
    expect(share('rollout-mean')).toBeCloseTo(0.5, 12)
    expect(share('token-mean')).toBeCloseTo(0.5, 12)
  })
})
