/** What must hold of every estimator, whatever its options: order, edges, and where estimators agree. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OptionSpec, OptionValue } from '../../src/credit/options.ts'
import { ESTIMATORS, optionsOf } from '../../src/credit/registry.ts'
import type { Batch } from '../../src/trace/batch.ts'
import type { CanonicalRow } from '../../src/trace/rows.ts'
import { batchOf, bySegment, distance, evaluate, someRows, unit } from '../support/batches.ts'
import { richRows, someOptions } from '../support/rich-rows.ts'

const IDS = ESTIMATORS.map((estimator) => [estimator.id, optionsOf(estimator)] as const)

/** Advantages by rollout and segment, whatever the order in the file. */
function named(batch: Batch, advantages: readonly (readonly number[])[]) {
  return new Map(
    advantages.map((row, s) => {
      const rollout = batch.segment.rollout[s]
      const index = s - batch.rollout.firstSegment[rollout]
      return [`${batch.rollout.id[rollout]}.${index}`, row] as const
    }),
  )
}

const CHOSEN = {
  // An ε of 0 would divide rounding by rounding where a group or batch has no signal.
  eps: [1e-6, 0.1],
  groupFilter: ['off', 'dynamic-sampling'],
  // Lengths that responses of a few tokens reach.
  lMax: [2, 6],
  lCache: [1, 4],
}

describe('order in the file changes nothing', () => {
  it.each(IDS)('%s, with any post-processing but GroupFilterTB', async (id, specs) => {
    const shuffled = richRows.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        // Rows of one rollout may stand apart and in any order; groups and rollouts appear in any order.
        fc.shuffledSubarray([...rows], { minLength: rows.length, maxLength: rows.length }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(
        shuffled,
        someOptions(specs, CHOSEN),
        unit,
        unit,
        async ([rows, other], options, gamma, lambda) => {
          const sliders = { gamma, lambda }
          const [one, two] = [batchOf(rows), batchOf(other)]
          const want = named(one, (await evaluate(one, id, options, sliders)).advantages)
          const got = named(two, (await evaluate(two, id, options, sliders)).advantages)
          expect([...got.keys()].sort()).toEqual([...want.keys()].sort())
          const scale = 1 + Math.max(0, ...[...want.values()].flat().map(Math.abs))
          for (const [key, row] of want) {
            expect(distance([got.get(key) ?? []], [row])).toBeLessThanOrEqual(1e-9 * scale)
          }
        },
      ),
      // Shrinking so many options would take minutes; the seed is printed.
      { numRuns: 30, endOnFailure: true },
    )
  })

  it('GroupFilterTB goes by the order of groups by definition: the first flagged group is kept', async () => {
    const rows = ['x', 'y'].flatMap((group): readonly CanonicalRow[] => [
      { rollout_id: `${group}0`, group_id: group, response_mask: [1], reward: 0, flags: ['drop'] },
      { rollout_id: `${group}1`, group_id: group, response_mask: [1], reward: 1 },
    ])
    const firsts = async (list: readonly CanonicalRow[]) => {
      const batch = batchOf(list)
      const { advantages } = await evaluate(batch, 'grpo', { groupFilter: 'tb' })
      return Object.fromEntries(named(batch, advantages))
    }
    expect(await firsts(rows)).toMatchObject({ 'x0.0': [-1], 'y0.0': [0] })
    expect(await firsts([...rows].reverse())).toMatchObject({ 'x0.0': [0], 'y0.0': [-1] })
  })
})

/** Every value of every option by itself; numbers at their ends. */
const single = (specs: readonly OptionSpec[]): readonly (readonly [string, OptionValue])[] =>
  specs.flatMap((spec) =>
    (spec.kind === 'choice' ? spec.choices.map(({ value }) => value) : [spec.min, spec.max]).map(
      (value) => [spec.name, value] as const,
    ),
  )

const row = (rollout_id: string, mask: readonly number[], more: object = {}): CanonicalRow => ({
  rollout_id,
  group_id: 'g',
  response_mask: mask,
  values: mask.map((_, t) => 0.1 * t),
  reward: 1,
  ...more,
})

const EDGES: Readonly<Record<string, readonly CanonicalRow[]>> = {
  'an empty batch': [],
  'segments without positions': [row('a', []), row('b', [], { reward: 0 })],
  'everything masked': [row('a', [0, 0]), row('b', [0], { reward: 0 })],
  'one token per segment': [
    row('a', [1], { segment_index: 0 }),
    row('a', [1], { segment_index: 1 }),
    row('b', [1], { reward: 0 }),
  ],
  'one token in all': [row('a', [0, 1, 0])],
  'no outcome, no values': [
    { rollout_id: 'a', group_id: 'g', response_mask: [1, 0, 1] },
    { rollout_id: 'b', group_id: 'g', response_mask: [1] },
  ],
  'an empty last segment, truncated': [
    row('a', [1, 1], { segment_index: 0 }),
    row('a', [0, 0], { segment_index: 1, ended: 'truncated', bootstrap_value: 0.5 }),
    row('b', [1], { reward: 0, ended: 'truncated' }),
  ],
}

/** β = 0 by either factor, λ = 1, both, and something between. */
const CORNERS = [
  { gamma: 0, lambda: 1 },
  { gamma: 1, lambda: 0 },
  { gamma: 0, lambda: 0 },
  { gamma: 1, lambda: 1 },
  { gamma: 0.9, lambda: 0.9 },
]

describe('edges', () => {
  it.each(IDS)(
    '%s: no NaN and no infinity, masked positions 0, for every option',
    async (id, specs) => {
      for (const [name, rows] of Object.entries(EDGES)) {
        const batch = batchOf(rows)
        const mask = bySegment(batch, batch.mask)
        const settings = single(specs).map(([option, value]) => ({ [option]: value }))
        for (const [at, options] of [{}, ...settings].entries()) {
          // All corners for the defaults, one after the other for the options.
          for (const sliders of at === 0 ? CORNERS : [CORNERS[at % CORNERS.length]]) {
            const { advantages, evaluation } = await evaluate(batch, id, options, sliders)
            const said = `${name}, ${JSON.stringify({ ...options, ...sliders })}`
            expect(advantages.flat().every(Number.isFinite), said).toBe(true)
            const returns = evaluation.returns ?? []
            expect(
              returns.every((x: number) => Number.isFinite(x)),
              said,
            ).toBe(true)
            const hidden = advantages.flat().filter((_, i) => mask.flat()[i] === 0)
            expect(
              hidden.every((a) => a === 0),
              said,
            ).toBe(true)
            expect(Object.values(evaluation.statistics).every(Number.isFinite), said).toBe(true)
          }
        }
      }
    },
  )

  it('β = 0: GAE is r + γV′ − V with λ = 0 and r − V with γ = 0, in every segment', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, unit, async (rows, other) => {
        const batch = batchOf(rows)
        const blind = await evaluate(batch, 'concat-gae', {}, { gamma: 0, lambda: other })
        const step = await evaluate(batch, 'cross-segment-gae', {}, { gamma: other, lambda: 0 })
        for (const { values, at, R, rollout } of chains(batch)) {
          values.forEach((value, i) => {
            const reward = i === values.length - 1 ? R : 0
            const p = at[i]
            expect(blind.evaluation.advantages[p], rollout).toBeCloseTo(reward - value, 12)
            const want = reward + other * (values[i + 1] ?? 0) - value
            expect(step.evaluation.advantages[p], rollout).toBeCloseTo(want, 12)
          })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('β = 0 takes everything from the earlier segments under CompactionRL', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, unit, async (rows, other) => {
        const batch = batchOf(rows)
        for (const sliders of [
          { gamma: 0, lambda: other },
          { gamma: other, lambda: 0 },
        ]) {
          const scaled = await evaluate(batch, 'compaction-gae', {}, sliders)
          const local = await evaluate(batch, 'per-segment-gae', { reward: 'copied' }, sliders)
          const left = actionsAfter(batch)
          const want = local.advantages.map((list, s) => (left[s] > 0 ? list.map(() => 0) : list))
          expect(distance(scaled.advantages, want)).toBe(0)
        }
      }),
      { numRuns: 40 },
    )
  })
})

interface Chain {
  readonly rollout: string
  /** Values and positions of the action tokens, in time order. */
  readonly values: readonly number[]
  readonly at: readonly number[]
  readonly R: number
}

function chains(batch: Batch): readonly Chain[] {
  return batch.rollout.id.map((rollout, r) => {
    const from = batch.segment.start[batch.rollout.firstSegment[r]]
    const to = batch.segment.start[batch.rollout.firstSegment[r + 1]]
    const at = Array.from({ length: to - from }, (_, i) => from + i).filter(
      (p) => batch.mask[p] === 1,
    )
    const values = at.map((p) => batch.columns.values?.[p] ?? Number.NaN)
    return { rollout, values, at, R: batch.rollout.outcome[r] }
  })
}

/** Action tokens of later segments of the same rollout, by segment. */
function actionsAfter(batch: Batch): readonly number[] {
  const own = bySegment(batch, batch.mask).map((list) => list.reduce((sum, m) => sum + m, 0))
  return own.map((_, s) => {
    const end = batch.rollout.firstSegment[batch.segment.rollout[s] + 1]
    return own.slice(s + 1, end).reduce((sum, n) => sum + n, 0)
  })
}

describe('where estimators agree, and what lies between them', () => {
  it('splice identity over any number of cuts and masked tokens, for advantages and for returns', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, unit, unit, unit, async (rows, gamma, lambda, lambdaCritic) => {
        const batch = batchOf(rows)
        const sliders = { gamma, lambda, lambdaCritic }
        const whole = (await evaluate(batch, 'concat-gae', {}, sliders)).evaluation
        const local = (await evaluate(batch, 'per-segment-gae', { reward: 'copied' }, sliders))
          .evaluation
        for (const { at, values, R } of chains(batch)) {
          at.forEach((p, i) => {
            const next = at.findIndex((q) => segmentOf(batch, q) > segmentOf(batch, p))
            if (next < 0) {
              expect(whole.advantages[p]).toBeCloseTo(local.advantages[p], 10)
              return
            }
            const m = next - 1 - i
            const [V, A] = [values[next], whole.advantages[at[next]]]
            const handed = gamma * (V + lambda * A) - R
            const want = local.advantages[p] + (gamma * lambda) ** m * handed
            expect(whole.advantages[p]).toBeCloseTo(want, 10)
            // Returns minus value are the critic's accumulators.
            const C = (whole.returns?.[at[next]] ?? Number.NaN) - V
            const critic = (gamma * lambdaCritic) ** m * (gamma * (V + lambdaCritic * C) - R)
            expect(whole.returns?.[p]).toBeCloseTo((local.returns?.[p] ?? Number.NaN) + critic, 10)
          })
        }
      }),
      { numRuns: 80 },
    )
  })

  const JOINED = ['concat-gae', 'cross-segment-gae', 'compaction-gae'] as const

  it('γ = 1 and V constant over the rollout: all three give λ^(m+N) (R − V)', async () => {
    await fc.assert(
      fc.asyncProperty(
        someRows,
        unit,
        fc.double({ min: -2, max: 2, noNaN: true }),
        async (rows, lambda, V) => {
          const batch = batchOf(
            rows.map((one) => ({ ...one, values: one.response_mask.map(() => V) })),
          )
          for (const id of JOINED) {
            const { advantages } = (await evaluate(batch, id, {}, { gamma: 1, lambda })).evaluation
            for (const { at, R } of chains(batch)) {
              at.forEach((p, i) => {
                expect(advantages[p], id).toBeCloseTo(lambda ** (at.length - 1 - i) * (R - V), 10)
              })
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('V ≡ 0: they are β^(m+N) R; γ = λ = 1: they are R − V', async () => {
    await fc.assert(
      fc.asyncProperty(someRows, unit, unit, async (rows, gamma, lambda) => {
        const given = batchOf(rows)
        const zero = batchOf(
          rows.map((one) => ({ ...one, values: one.response_mask.map(() => 0) })),
        )
        for (const id of JOINED) {
          const bare = (await evaluate(zero, id, {}, { gamma, lambda })).evaluation.advantages
          const ones = (await evaluate(given, id, {}, { gamma: 1, lambda: 1 })).evaluation
            .advantages
          for (const { at, values, R } of chains(given)) {
            at.forEach((p, i) => {
              const distanceToEnd = at.length - 1 - i
              expect(bare[p], id).toBeCloseTo((gamma * lambda) ** distanceToEnd * R, 10)
              expect(ones[p], id).toBeCloseTo(R - values[i], 10)
            })
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})

const segmentOf = (batch: Batch, position: number): number => {
  let s = 0
  while (batch.segment.start[s + 1] <= position) s++
  return s
}
