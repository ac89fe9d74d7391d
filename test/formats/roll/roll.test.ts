import { describe, expect, it } from 'vitest'
import { lines, load } from '../helpers.ts'

const described = (id: string, episode_reward: number, rest: object = {}) =>
  JSON.stringify({ trajectory_id: id, reward_info: { episode_reward }, ...rest })
const said = (...texts: string[]) =>
  JSON.stringify(texts.map((content, k) => ({ role: k % 2 ? 'assistant' : 'user', content })))

const A = [said('a', 'a1'), said('a', 'a1', 'a2', 'a3')]
const B = [said('b', 'b1'), said('b', 'b1', 'b2', 'b3')]

async function rolloutsOf(trajectory_data: unknown[], messages: string[], global_step: number[]) {
  const { batch, steps, diagnostics } = await load(
    lines({ trajectory_data, messages, global_step }),
  )
  const { id, firstSegment, outcome } = batch.rollout
  return {
    rollouts: id.map((name, r) => [
      name,
      firstSegment[r + 1] - firstSegment[r],
      outcome[r],
      steps?.[r],
    ]),
    codes: diagnostics.map((d) => [d.code, d.severity]),
  }
}
const WARNED = [['missing-column', 'warning']]

describe('ROLL rows without trajectory_data', () => {
  it('belong to the next row that has it', async () => {
    const data = [null, described('A', 1), 'null', described('B', 0)]
    expect(await rolloutsOf(data, [...A, ...B], [1, 1, 1, 1])).toEqual({
      rollouts: [
        ['A', 2, 1, 1],
        ['B', 2, 0, 1],
      ],
      codes: [],
    })
  })

  it('also where a condensation added its summary to the task', async () => {
    const messages = [said('a', 'a1'), said('a\nSummary: a1', 'a2')]
    const { rollouts, codes } = await rolloutsOf([null, described('A', 1)], messages, [1, 1])
    expect(rollouts).toEqual([['A', 2, 1, 1]])
    expect(codes).toEqual([])
  })

  const B_ALONE = [
    ['line 1 row 0', 2, Number.NaN, 1],
    ['B', 2, 0, 1],
  ]
  it('stay apart, with a warning, where its task is another one', async () => {
    const data = [null, null, null, described('B', 0)]
    const got = await rolloutsOf(data, [...A, ...B], [1, 1, 1, 1])
    expect(got).toEqual({ rollouts: B_ALONE, codes: WARNED })
  })

  it('stay apart where its training step is another one', async () => {
    const data = [null, null, null, described('B', 0)]
    const got = await rolloutsOf(data, [...B, ...B], [1, 1, 2, 2])
    expect(got.rollouts).toEqual([B_ALONE[0], ['B', 2, 0, 2]])
    expect(got.codes).toEqual(WARNED)
  })

  it('stay apart where they are more than the steps it counts, or nothing follows', async () => {
    const data = [null, null, null, described('B', 0, { branch_or_step_idx: 1 })]
    const got = await rolloutsOf(data, [...B, ...B], [1, 1, 1, 1])
    expect(got).toEqual({ rollouts: B_ALONE, codes: WARNED })
    const open = await rolloutsOf([described('B', 0), null], [B[1], A[0]], [1, 1])
    expect(open.rollouts.map(([id]) => id).toSorted()).toEqual(['B', 'line 1 row 1'])
    expect(open.codes).toEqual(WARNED)
  })
})
