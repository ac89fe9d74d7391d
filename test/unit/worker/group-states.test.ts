/** GiGPO's anchor groups as the panel shows them. */
import { describe, expect, it } from 'vitest'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import type { StatesView } from '../../../src/worker/groups-view.ts'
import { groupsOf } from '../../support/groups.ts'

/** A rollout of one-token turns that begin in the states given (`-` = none). */
const walk = (id: string, states: string, reward?: number): CanonicalRow => ({
  rollout_id: id,
  group_id: 'g',
  response_mask: [...states].map(() => 1),
  turns: [...states].map((key, i) => ({
    start: i,
    end: i + 1,
    kind: 'action' as const,
    ...(key === '-' ? {} : { state_key: key }),
  })),
  ...(reward === undefined ? {} : { reward }),
})

const statesOf = async (
  rows: readonly CanonicalRow[],
  { rollout = 0, state = undefined as string | undefined, options = {} } = {},
): Promise<StatesView> => {
  const { states } = await groupsOf(rows)(
    rollout,
    { state },
    { b: { estimator: 'gigpo', options } },
  )
  if (!states) throw new Error('no states')
  return states
}

const visitsOf = ({ anchor }: StatesView) =>
  anchor.visits.map(({ rollout, step, stepReturn, stepAdvantage, advantage }) => ({
    at: [rollout, step],
    numbers: [stepReturn, stepAdvantage, advantage],
  }))

const close = (got: readonly number[], want: readonly number[]) => {
  want.forEach((x, i) => {
    expect(got[i]).toBeCloseTo(x, 12)
  })
}

describe('anchor groups', () => {
  /** a b c → 1, a b d → 0: b is at γ from the end. */
  const TWO = [walk('p', 'abc', 1), walk('q', 'abd', 0)]

  it('hold every visit of a state with its discounted return, A_S and A', async () => {
    const states = await statesOf(TWO, { state: 'b', options: { gamma: 0.5, omega: 2 } })
    const [p, q] = visitsOf(states)
    expect([p.at, q.at]).toEqual([
      [0, 1],
      [1, 1],
    ])
    // Returns 0.5 and 0; A_S = ±1, A_E = ±1, A = A_E + 2·A_S.
    close(p.numbers, [0.5, 1, 3])
    close(q.numbers, [0, -1, -3])
    const b = states.states[states.anchor.state]
    expect(b).toMatchObject({ key: 'b', visits: 2, mean: 0.25, std: 0.25, hasSignal: true })
    expect(states).toMatchObject({ slot: 'b', gamma: 0.5, omega: 2, std: 'population' })
  })

  it('are numbered by visits; transitions are counted, the selected rollout’s are its own', async () => {
    const states = await statesOf(TWO, { rollout: 1 })
    expect(states.states.map(({ key }) => key)).toEqual(['a', 'b', 'd', 'c'])
    expect(states.edges).toEqual([
      { from: 0, to: 1, count: 2, isOwn: true },
      { from: 1, to: 2, count: 1, isOwn: true },
      { from: 1, to: 3, count: 1, isOwn: false },
    ])
    expect(states.repeated).toBe(2)
  })

  it('without a slot that runs GiGPO use its defaults', async () => {
    const { states } = await groupsOf(TWO)(0)
    expect(states).toMatchObject({ slot: undefined, gamma: 0.95, omega: 1, std: 'population' })
  })

  it('a rollout that comes back competes with itself', async () => {
    const states = await statesOf([walk('p', 'xyx', 1)], { options: { gamma: 0.5 } })
    expect(states.states[0]).toMatchObject({ key: 'x', visits: 2, meanStep: 1 })
    close(visitsOf(states)[0].numbers, [0.25, -1, -1])
    close(visitsOf(states)[1].numbers, [1, 1, 1])
  })

  it('a step without a state is in none, and ends the path there', async () => {
    const states = await statesOf([walk('p', 'a-b', 1), walk('q', 'ab', 0)])
    expect(states).toMatchObject({ steps: 5, withoutKey: 1 })
    expect(states.edges).toEqual([{ from: 0, to: 1, count: 1, isOwn: false }])
  })

  it('an unknown outcome counts as 0, and is counted', async () => {
    const states = await statesOf([walk('p', 'a', 1), walk('q', 'a')])
    expect(states.withoutOutcome).toBe(1)
    expect(visitsOf(states).map(({ numbers }) => numbers[0])).toEqual([1, 0])
  })

  it('alone in its state: A_S 0', async () => {
    const states = await statesOf([walk('p', 'a', 1), walk('q', 'b', 0)], { state: 'a' })
    close(visitsOf(states)[0].numbers, [1, 0, 1])
    expect(states.states[states.anchor.state].hasSignal).toBe(false)
  })

  it('of many states the most visited are shown, the rest counted', async () => {
    const letters = Array.from({ length: 60 }, (_, i) => String.fromCharCode(0x4e00 + i)).join('')
    const states = await statesOf([walk('p', letters, 1), walk('q', letters.slice(20, 50), 0)])
    expect(states.states).toHaveLength(40)
    expect(states.unlisted).toBe(20)
    expect(states.states.slice(0, 30).every(({ visits }) => visits === 2)).toBe(true)
  })

  it('do not exist without a state_key', async () => {
    const view = await groupsOf([walk('p', '--', 1)])(0)
    expect(view.states).toBeUndefined()
  })
})
