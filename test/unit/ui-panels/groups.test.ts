/** Dots of the outcome plot, the sentence about segments, and the sample that shows it all. */
import { describe, expect, it } from 'vitest'
import {
  cutExample,
  outcomeTicks,
  outcomeX,
  stackDots,
  stdFor,
} from '../../../src/panels/groups/outcomes.ts'
import { words } from '../../../src/panels/groups/text.ts'
import { shopSample } from '../../../src/simulate/shop-sample.ts'
import { groupsOf } from '../../support/groups.ts'

describe('outcome plot', () => {
  it('equal outcomes stand on each other, unknown ones nowhere', () => {
    const x = outcomeX([0, 1], 300)
    expect(stackDots([0, 1, Number.NaN, 0], x)).toEqual([
      { member: 0, x: 0, level: 0 },
      { member: 1, x: 300, level: 0 },
      { member: 3, x: 0, level: 1 },
    ])
  })

  it('a range without extent stands in the middle', () => {
    expect(outcomeX([2, 2], 300)(2)).toBe(150)
  })

  it('has a place for every outcome that a double holds', () => {
    expect(outcomeX([2 ** 53, 2 ** 53], 300)(2 ** 53)).toBe(150)
    expect(outcomeX([-1e308, 1e308], 300)(0)).toBe(150)
    expect(outcomeTicks([-1e308, 1e308])).toEqual([-1e308, 0, 1e308])
    expect(outcomeX([0, 5e-324], 300)(5e-324)).toBe(300)
    expect(outcomeTicks([0, 5e-324])).toEqual([0, 5e-324])
    expect(outcomeTicks([2, 2])).toEqual([2])
  })
})

describe('the shop sample', () => {
  const ask = groupsOf(shopSample())

  it('has a group with signal, one without and one of a single rollout', async () => {
    const { list } = await ask(0)
    expect(list.rows.map(({ signal }) => signal)).toEqual(['signal', 'right', 'single'])
  })

  it('has a rollout cut in three, which moves the mean', async () => {
    const { detail } = await ask(1)
    expect(cutExample(detail)?.segments).toBe(3)
    // Three right of six rollouts, six right of nine segments.
    expect([detail.byRollout.mean, detail.bySegment.mean]).toEqual([0.5, 6 / 9])
  })

  it('has the std beside its mean that the convention divides by', async () => {
    const { detail } = await ask(1)
    for (const { convention, byRollout, bySegment } of detail.conventions) {
      if (convention !== 'population' && convention !== 'sample') continue
      expect(stdFor(detail.byRollout, convention)).toBeCloseTo(Number(byRollout.divisor), 12)
      expect(stdFor(detail.bySegment, convention)).toBeCloseTo(Number(bySegment?.divisor), 12)
    }
    // Three right of six: the squares sum to 1.5.
    expect(stdFor(detail.byRollout, 'sample')).toBeCloseTo(Math.sqrt(1.5 / 5), 12)
  })

  it('speaks of the most cut rollout where the selected one is whole', async () => {
    const { detail } = await ask(0)
    expect(cutExample(detail)?.rollout).toBe(1)
  })

  it('has states that come back, with a rollout that passes one twice', async () => {
    const { states } = await ask(1, { state: 'results' })
    expect(states?.repeated).toBeGreaterThan(4)
    const own = states?.anchor.visits.filter(({ rollout }) => rollout === 1)
    expect(own?.map(({ step }) => step)).toEqual([1, 3])
    // γ 0.95: five and three steps from the end.
    expect(own?.[0].stepReturn).toBeCloseTo(0.95 ** 5, 12)
    expect(own?.[1].stepReturn).toBeCloseTo(0.95 ** 3, 12)
  })
})

it('both languages fill in the same values', () => {
  const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
  for (const [key, english] of Object.entries(words.en)) {
    expect(holes(Reflect.get(words.zh, key)), key).toEqual(holes(english))
  }
})
