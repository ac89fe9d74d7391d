/** ∂A/∂R of group baselines, against the formula: by hand, and as the limit of a difference. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { terminalReach } from '../../../src/credit/inspect.ts'
import { batchOf, evaluate } from '../../support/batches.ts'

interface Group {
  readonly outcomes: readonly number[]
  /** Rows per rollout. */
  readonly segments?: number
}

const rowsOf = ({ outcomes, segments = 1 }: Group) =>
  batchOf(
    outcomes.flatMap((reward, i) =>
      Array.from({ length: segments }, (_, s) => ({
        rollout_id: `${i}`,
        group_id: 'g',
        segment_index: s,
        response_mask: [1],
        turns: [{ start: 0, end: 1, kind: 'action' as const, state_key: 'x' }],
        reward,
      })),
    ),
  )

async function slopes(group: Group, id: string, options = {}): Promise<readonly number[]> {
  const { evaluation, batch } = await evaluate(rowsOf(group), id, options, { gamma: 1 })
  return group.outcomes.map((_, r) => terminalReach(evaluation, batch, r)[0])
}

describe('∂A/∂R in a group of equal outcomes', () => {
  const equal = { outcomes: [1, 1, 1, 1] }
  it.each([
    ['rloo', {}, 1],
    ['grpo', { std: 'none' }, 0.75],
    ['grpo', { std: 'leave-one-out' }, 1],
    ['reinforce-pp-baseline', {}, 0.75],
    ['gigpo', { std: 'none', omega: 0 }, 0.75],
    // Divided by a spread of 0 it jumps: there is none, and 0 stands for it.
    ['grpo', { std: 'population' }, 0],
    ['grpo', { std: 'sample', eps: 1e-4 }, 0],
  ] as const)('under %s %o every rollout has %s %d', async (id, options, want) => {
    expect(await slopes(equal, id, options)).toEqual([want, want, want, want])
  })

  it('counts all rows of the rollout where rows are samples: 1 − 2/8', async () => {
    const options = { std: 'none', unit: 'segment' }
    expect(await slopes({ ...equal, segments: 2 }, 'grpo', options)).toEqual([
      0.75, 0.75, 0.75, 0.75,
    ])
  })
})

describe('GRPO where the others have one outcome', () => {
  it.each([
    [[0, 1]],
    [[0.1, 0.3]],
    [[-7, 1e-3]],
    [[1e6, 1e6 + 0.1]],
    [[3, 1 / 3]],
    [[1e308, -1e308]],
    [[1e-200, 3e-200]],
  ])('in the group %j is exactly 0: ±1 whatever R is', async (outcomes) => {
    for (const std of ['population', 'sample']) {
      expect(await slopes({ outcomes }, 'grpo', { std })).toEqual([0, 0])
    }
    expect(await slopes({ outcomes }, 'gigpo', { omega: 0 })).toEqual([0, 0])
  })

  it('is 0 for the odd one out of five, and not for the others', async () => {
    const [odd, ...rest] = await slopes({ outcomes: [0.7, 0.1, 0.1, 0.1, 0.1] }, 'grpo')
    expect(odd).toBe(0)
    // d = −0.12, σ = 0.24: (1 − 1/5 − 0.25/5) / 0.24
    for (const slope of rest) expect(slope).toBeCloseTo(0.75 / 0.24, 12)
  })

  it('with ε is what ε leaves: (1 − 1/2)·ε/(σ + ε)²', async () => {
    const [low, high] = await slopes({ outcomes: [0, 1] }, 'grpo', { eps: 1e-6 })
    const want = (0.5 * 1e-6) / (0.5 + 1e-6) ** 2
    expect(low / want).toBeCloseTo(1, 9)
    expect(high / want).toBeCloseTo(1, 9)
  })
})

describe('∂A/∂R where outcomes differ', () => {
  const STEP = 1e-5
  const members = fc.array(fc.constantFrom(0, 1, 0.25, -0.5, 2), { minLength: 3, maxLength: 7 })
  it.each([
    ['grpo', { std: 'population' }],
    ['grpo', { std: 'sample', eps: 0.1 }],
    ['grpo', { std: 'leave-one-out', eps: 0.1 }],
    ['grpo', { std: 'population', unit: 'segment' }],
    ['grpo', { std: 'leave-one-out', unit: 'segment' }],
    ['rloo', { unit: 'segment' }],
    ['gigpo', { omega: 0.5 }],
    ['turn-grpo', {}],
  ] as const)('under %s %o is the limit of a difference', async (id, options) => {
    const advantages = async (outcomes: readonly number[]): Promise<number> => {
      const { advantages } = await evaluate(rowsOf({ outcomes, segments: 2 }), id, options)
      return advantages[0][0]
    }
    const property = fc.asyncProperty(members, async (outcomes) => {
      const [first, ...rest] = outcomes
      // Spreads of 0 have no derivative.
      fc.pre(new Set(rest).size > 1)
      const [slope] = await slopes({ outcomes, segments: 2 }, id, options)
      const moved = [STEP, -STEP].map((by) => advantages([first + by, ...rest]))
      const [up, down] = await Promise.all(moved)
      expect(slope).toBeCloseTo((up - down) / (2 * STEP), 6)
    })
    await fc.assert(property, { numRuns: 15 })
  })
})
