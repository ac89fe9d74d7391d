/** Faults that public trainers had (issue numbers in the names), each with the right value. */
import { describe, expect, it } from 'vitest'
import { aggregateModeOf } from '../../../src/credit/aggregate/aggregate.ts'
import { readTrace } from '../../../src/formats/read.ts'
import type { LoadedTrace } from '../../../src/formats/types.ts'
import type { Batch } from '../../../src/trace/batch.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { batchOf, bySegment, evaluate } from '../../support/batches.ts'

type Rows = readonly (readonly number[])[]

const close = (got: Rows, want: Rows): void => {
  expect(got.map((row) => row.length)).toEqual(want.map((row) => row.length))
  got.forEach((row, s) => {
    row.forEach((a, t) => {
      expect(a, `row ${s}, position ${t}`).toBeCloseTo(want[s][t], 12)
    })
  })
}

const advantages = async (rows: readonly CanonicalRow[], ...rest: Tail) =>
  (await evaluate(batchOf(rows), ...rest)).advantages

type Tail = Parameters<typeof evaluate> extends [Batch, ...infer R] ? R : never

async function read(name: string, records: readonly object[]): Promise<LoadedTrace> {
  const text = records.map((record) => JSON.stringify(record)).join('\n')
  const result = await readTrace([{ name, data: new Blob([text]) }], () => {})
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** ∂loss/∂(token loss) of every action token, by segment. */
function weights(batch: Batch, id: string): readonly number[] {
  const mode = aggregateModeOf(id)
  if (!mode) throw new Error(id)
  const tokens = bySegment(batch, batch.mask).map((row) => row.reduce((sum, m) => sum + m, 0))
  const { rollout } = batch.segment
  const group = Array.from(rollout, (r) => batch.rollout.group[r])
  return [...mode.weights({ tokens, rollout, group }, { lMax: 1 })]
}

/** Vectors A (an observation inside) and B (an observation at the end); γ 1, λ 0.5. */
const inside = {
  rollout_id: 'r',
  response_mask: [1, 1, 0, 0, 1, 1],
  values: [0.4, 0.5, 0.9, 0.1, 0.6, 0.7],
  reward: 1,
}
const trailing = { rollout_id: 'r', response_mask: [1, 1, 0], values: [0.4, 0.5, 0.9], reward: 1 }
const half = { gamma: 1, lambda: 0.5 }

/** Group D: outcomes 1, 0, 0; the first rollout in three rows. */
const uneven: readonly CanonicalRow[] = [
  ...[0, 1, 2].map((segment_index) => ({
    rollout_id: 'a',
    group_id: 'g',
    segment_index,
    response_mask: [1],
    reward: 1,
  })),
  { rollout_id: 'b', group_id: 'g', response_mask: [1], reward: 0 },
  { rollout_id: 'c', group_id: 'g', response_mask: [1], reward: 0 },
]
const [two, one] = [2 / 3, -1 / 3]

describe('faults of public trainers, and the right value', () => {
  it('1. verl#2337: GAE does not step through observation tokens', async () => {
    close(await advantages([inside], 'per-segment-gae', {}, half), [
      [0.2125, 0.225, 0, 0, 0.25, 0.3],
    ])
    // Other observation values change nothing.
    const other = { ...inside, values: [0.4, 0.5, -7, 30, 0.6, 0.7] }
    close(await advantages([other], 'per-segment-gae', {}, half), [
      [0.2125, 0.225, 0, 0, 0.25, 0.3],
    ])
  })

  it('2. miles#1827: a reward on a masked tail is neither lost nor attenuated', async () => {
    close(await advantages([trailing], 'per-segment-gae', {}, half), [[0.35, 0.5, 0]])
    const longer = { ...trailing, response_mask: [1, 1, 0, 0, 0], values: [0.4, 0.5, 9, 9, 9] }
    close(await advantages([longer], 'per-segment-gae', {}, half), [[0.35, 0.5, 0, 0, 0]])
  })

  it('3. verl#7278: REINFORCE++ carries the return over an observation', async () => {
    const returns = await advantages([inside], 'discounted-return', {}, { gamma: 0.9 })
    close(returns, [[0.9 ** 3, 0.9 ** 2, 0, 0, 0.9, 1]])
    const [whitened] = await advantages([inside], 'reinforce-pp', {}, { gamma: 0.9 })
    // The earlier turn is below the later one, not cut off from it.
    expect(whitened[0]).toBeLessThan(whitened[1])
    expect(whitened[1]).toBeLessThan(whitened[4])
  })

  it('4. SkyRL#1492, #1507: a broadcast outcome meets every step’s own mask', async () => {
    const steps = [
      { rollout_id: 'a', group_id: 'g', segment_index: 0, response_mask: [1, 1, 1, 0], reward: 1 },
      { rollout_id: 'a', group_id: 'g', segment_index: 1, response_mask: [0, 1] },
      { rollout_id: 'b', group_id: 'g', segment_index: 0, response_mask: [1], reward: 0 },
    ]
    close(await advantages(steps, 'grpo'), [[1, 1, 1, 0], [0, 1], [-1]])
  })

  it('5. slime#2062, miles#1325: uneven groups stay groups, a rollout counts once', async () => {
    close(await advantages(uneven, 'grpo', { std: 'none' }), [[two], [two], [two], [one], [one]])
    const other = [
      { rollout_id: 'd', group_id: 'h', response_mask: [1], reward: 1 },
      { rollout_id: 'e', group_id: 'h', response_mask: [1], reward: 0 },
    ]
    const both = await advantages([...uneven, ...other], 'grpo', { std: 'none' })
    close(both, [[two], [two], [two], [one], [one], [0.5], [-0.5]])
  })

  it('6. agent-lightning#489: a rollout of many turns does not overweight its group', async () => {
    const got = await advantages(uneven, 'grpo', { std: 'sample' })
    expect(got[3][0]).toBeCloseTo(-0.57735, 5)
    const bySample = await advantages(uneven, 'grpo', { std: 'sample', unit: 'segment' })
    expect(bySample[0][0]).toBeCloseTo(0.4 / 0.54772, 4)
  })

  it('7. rllm#605, #776, #924: groups are those of the task, with one outcome per rollout', async () => {
    const { batch } = await read('1.jsonl', [
      { input: 'p', output: 'a', score: 1, step: 1, uid: '3f0c_0_0' },
      { input: 'p', output: 'b', score: 1, step: 1, uid: '3f0c_0_1' },
      { input: 'p', output: 'c', score: 0, step: 1, uid: '3f0c_1_0' },
    ])
    expect([...batch.rollout.outcome]).toEqual([1, 0])
    expect(batch.groupIds).toHaveLength(1)
    const scalars = (await evaluate(batch, 'grpo')).advantages.map((row) => row[0])
    expect(scalars).toEqual([1, 1, -1])
  })

  it('8. verl#7580, uni-agent#185: a rollout does not weigh by its number of segments', () => {
    const batch = batchOf(uneven)
    const each = weights(batch, 'rollout-mean')
    expect(each[0] + each[1] + each[2]).toBeCloseTo(1 / 3, 12)
    expect(each[3]).toBeCloseTo(1 / 3, 12)
    const rows = weights(batch, 'seq-mean-token-mean')
    expect(rows[0] + rows[1] + rows[2]).toBeCloseTo(3 / 5, 12)
  })

  it('9. miles#1933, #1929, #2710: batch size and denominators count rollouts, not rows', () => {
    const batch = batchOf(uneven)
    expect(batch.rolloutCount).toBe(3)
    expect(batch.segmentCount).toBe(5)
    // Each rollout's mask sum is its denominator, over the number of rollouts.
    expect(weights(batch, 'rollout-mean')).toEqual([1 / 9, 1 / 9, 1 / 9, 1 / 3, 1 / 3])
    // Rows of a rollout stay together wherever they stand in the file.
    const mixed = batchOf([uneven[3], uneven[0], uneven[4], uneven[1], uneven[2]])
    expect([...mixed.rollout.firstSegment]).toEqual([0, 1, 4, 5])
  })

  it('10. verl#5969, agentcore-rl-toolkit#122: rows that pad a batch are dropped', async () => {
    const rows = [
      { input: 'p', output: 'a', score: 1, step: 1, uid: '3f0c_0_0' },
      { input: 'p', output: 'b', score: 0, step: 1, uid: '3f0c_1_0' },
    ]
    const padded = [...rows, { ...rows[0], uid: 'pad12ab_0_0' }, { ...rows[0], uid: 'pad12ab_1_0' }]
    const { batch } = await read('1.jsonl', padded)
    expect(batch.rolloutCount).toBe(2)
    const scalars = (await evaluate(batch, 'grpo')).advantages.map((row) => row[0])
    expect(scalars).toEqual([1, -1])
  })

  it('11. prime-rl#2975: tokens shared by branches are trained once, in the first', async () => {
    // Two branches over the same first three tokens: copied into the second with mask 0.
    const branches: readonly CanonicalRow[] = [
      { rollout_id: 'a', segment_index: 0, response_mask: [1, 1, 1, 1], reward: 1 },
      { rollout_id: 'a', segment_index: 1, response_mask: [0, 0, 0, 1, 1] },
    ]
    const batch = batchOf(branches)
    const perToken = weights(batch, 'token-mean')
    expect(perToken).toEqual([1 / 6, 1 / 6])
    const { advantages: got } = await evaluate(batch, 'discounted-return', {}, { gamma: 0.5 })
    // The copies carry nothing and cost no γ either.
    close(got, [
      [0.5 ** 5, 0.5 ** 4, 0.5 ** 3, 0.5 ** 2],
      [0, 0, 0, 0.5, 1],
    ])
  })

  it('12. prime-rl#3478, verifiers#2521: a rejected compaction attempt is not trained', async () => {
    const attempt = { rollout_id: 'a', segment_index: 1, response_mask: [0, 0], values: [5, 9] }
    const first = { rollout_id: 'a', segment_index: 0, response_mask: [1, 1], values: [0.4, 0.5] }
    const last = { rollout_id: 'a', response_mask: [1, 1], values: [0.6, 0.7], reward: 1 }
    const without = [first, { ...last, segment_index: 1 }]
    const rows = [first, attempt, { ...last, segment_index: 2 }]
    for (const id of ['cross-segment-gae', 'concat-gae', 'compaction-gae']) {
      const [kept, , end] = await advantages(rows, id, {}, half)
      close([kept, end], await advantages(without, id, {}, half))
    }
    close(await advantages(rows, 'cross-segment-gae', {}, half), [
      [0.2125, 0.225],
      [0, 0],
      [0.25, 0.3],
    ])
    expect(weights(batchOf(rows), 'rollout-mean')).toEqual([1 / 4, 0, 1 / 4])
  })

  it('13. trl#1536: a truncated rollout is bootstrapped, or ended, as chosen', async () => {
    const cut = {
      rollout_id: 'r',
      response_mask: [1],
      values: [0.5],
      reward: 0,
      ended: 'truncated' as const,
      bootstrap_value: 0.8,
    }
    close(await advantages([cut], 'per-segment-gae'), [[0.3]])
    close(await advantages([cut], 'per-segment-gae', { truncation: 'terminal' }), [[-0.5]])
    // A rollout that terminated has no value after its end.
    close(await advantages([{ ...cut, ended: 'terminated' }], 'per-segment-gae'), [[-0.5]])
  })

  it('14. areal#1637: the longest response counts as truncated only where the trace says so', async () => {
    const row = (id: string, length: number, more: Partial<CanonicalRow> = {}): CanonicalRow => ({
      rollout_id: id,
      response_mask: new Array<number>(length).fill(1),
      values: new Array<number>(length).fill(0.5),
      bootstrap_value: 0.8,
      reward: 0,
      ...more,
    })
    const rows = [row('long', 3), row('cut', 1, { ended: 'truncated' }), row('short', 1)]
    const got = await advantages(rows, 'per-segment-gae', {}, { gamma: 1, lambda: 0 })
    close(got, [[0, 0, -0.5], [0.3], [-0.5]])
  })

  it('15. trl#5224, rllm#272, NeMo-Gym#1416, verl#6719, ms-swift#10012: ids are never encoded again; a row they no longer fit is named', async () => {
    const row = { group_id: 'g', response_mask: [1, 1, 1], reward: 1 }
    // "ab" may be one token or two: the recorded ids count, not the text.
    const kept = { ...row, rollout_id: 'kept', response_ids: [7, 8, 9], response_text: 'ab' }
    // Encoded again, the response has one token less than mask and log-probs.
    const drifted = { ...row, rollout_id: 'drifted', response_ids: [70, 9] }
    const { batch, diagnostics } = await read('t.jsonl', [kept, drifted])
    expect(batch.rollout.id).toEqual(['kept'])
    expect([...(batch.tokenIds ?? [])]).toEqual([7, 8, 9])
    expect(diagnostics.filter((d) => d.severity === 'error')).toMatchObject([
      { line: 2, field: 'response_ids' },
    ])
  })
})
