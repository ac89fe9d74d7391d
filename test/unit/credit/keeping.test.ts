/** What stays in the loss: chunks, endings, overlong responses and whitening's ε, with numbers by hand. */
import { describe, expect, it } from 'vitest'
import { estimatorOf, optionsOf } from '../../../src/credit/registry.ts'
import { batchSample } from '../../../src/simulate/batch-sample.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { exportCsv } from '../../../src/worker/export-rows.ts'
import { batchOf, evaluate } from '../../support/batches.ts'

const none = { gamma: 1, lambda: 1 }

/** Why the choice cannot be taken on these rows. */
function why(rows: readonly CanonicalRow[], option: string, value: string): string | undefined {
  const grpo = estimatorOf('grpo')
  const spec = grpo && optionsOf(grpo).find(({ name }) => name === option)
  if (spec?.kind !== 'choice') throw new Error(option)
  const choice = spec.choices.find((one) => one.value === value)
  if (!choice) throw new Error(value)
  return choice.unavailable?.(batchOf(rows))
}

describe('IPA chunk mask', () => {
  const logs = (ratios: readonly number[]) => ratios.map(Math.log)
  /** exp(mean ln) of the chunks: √(4·1) = 2, √(9·1) = 3; then 0.01. */
  const row: CanonicalRow = {
    rollout_id: 'r',
    response_mask: [1, 1, 0, 1, 1, 0, 1],
    old_log_probs: logs([4, 1, 1, 9, 1, 1, 0.01]),
    rollout_log_probs: [0, 0, 5, 0, 0, 5, 0],
    reward: 1,
  }
  const kept = async (options: Record<string, string | number>) =>
    (await evaluate(batchOf([row]), 'discounted-return', options, none)).advantages[0]

  it('masks whole chunks whose mean mismatch is above H, and never those far below', async () => {
    expect(await kept({})).toEqual([1, 1, 0, 1, 1, 0, 1])
    expect(await kept({ chunkMask: 'ipa', maskAbove: 2.5 })).toEqual([1, 1, 0, 0, 0, 0, 1])
    expect(await kept({ chunkMask: 'ipa', maskAbove: 1.9 })).toEqual([0, 0, 0, 0, 0, 0, 1])
    expect(await kept({ chunkMask: 'ipa', maskAbove: 3.1 })).toEqual([1, 1, 0, 1, 1, 0, 1])
  })

  it('a row without the log-probs keeps its chunks', async () => {
    const bare: CanonicalRow = { rollout_id: 's', response_mask: [1, 1], reward: 1 }
    const batch = batchOf([row, bare])
    const options = { chunkMask: 'ipa', maskAbove: 0 }
    const { advantages } = await evaluate(batch, 'discounted-return', options, none)
    expect(advantages).toEqual([
      [0, 0, 0, 0, 0, 0, 0],
      [1, 1],
    ])
  })

  it('names the column that a trace lacks', () => {
    const { rollout_log_probs: _, ...half } = row
    expect(why([row], 'chunkMask', 'ipa')).toBeUndefined()
    expect(why([half], 'chunkMask', 'ipa')).toBe('The trace has no column `rollout_log_probs`.')
  })
})

describe('compact filtering by how the rollout ended', () => {
  const rollout = (
    rollout_id: string,
    reward: number,
    ended: NonNullable<CanonicalRow['ended']>,
  ): readonly CanonicalRow[] => [
    // The first segment is condensed in all: only the last one's ending counts.
    { rollout_id, group_id: 'g', segment_index: 0, response_mask: [1], reward, ended: 'condensed' },
    { rollout_id, group_id: 'g', segment_index: 1, response_mask: [0, 1], ended },
  ]
  const rows = [
    ...rollout('good', 1, 'terminated'),
    ...rollout('cut', 0, 'truncated'),
    ...rollout('bad', 0, 'error'),
  ]
  const firsts = async (options: Record<string, string>) => {
    const { advantages } = await evaluate(batchOf(rows), 'grpo', { std: 'none', ...options })
    return [0, 2, 4].map((s) => advantages[s][0])
  }
  const third = 1 / 3

  it.each([
    ['none', [2 * third, -third, -third]],
    ['truncated', [2 * third, 0, -third]],
    ['error', [2 * third, -third, 0]],
    ['truncated-or-error', [2 * third, 0, 0]],
    ['not-terminated', [2 * third, 0, 0]],
  ])('%s', async (maskEnded, want) => {
    const got = await firsts({ maskEnded })
    got.forEach((a, i) => {
      expect(a).toBeCloseTo(want[i], 12)
    })
  })

  it('the masked outcomes may leave the group’s statistics', async () => {
    expect(await firsts({ maskEnded: 'error', endedStatistics: 'drop' })).toEqual([0.5, -0.5, 0])
    // Alone in its statistics: a group of one.
    const alone = { maskEnded: 'not-terminated', endedStatistics: 'drop' }
    expect(await firsts(alone)).toEqual([0, 0, 0])
    // Without a masked ending nothing leaves.
    expect(await firsts({ endedStatistics: 'drop' })).toEqual(await firsts({}))
  })

  it.each(['grpo', 'rloo', 'lite-ppo', 'gigpo', 'turn-grpo', 'reinforce-pp-baseline'])(
    '%s: an outcome that left the statistics changes nobody else',
    async (id) => {
      const at = async (list: readonly CanonicalRow[]) => {
        const options = { maskEnded: 'error', endedStatistics: 'drop' }
        const batch = batchOf(list)
        const { advantages } = await evaluate(batch, id, options)
        return [advantages[0][0], advantages[2][0]]
      }
      const other = rows.map((row) => (row.rollout_id === 'bad' ? { ...row, reward: 7 } : row))
      const [good, cut] = await at(rows)
      expect(await at(other)).toEqual([good, cut])
      expect(good).toBeGreaterThan(cut)
    },
  )

  it('says why an ending cannot be chosen', () => {
    const only = (ended: NonNullable<CanonicalRow['ended']>) => rollout('r', 1, ended)
    expect(why(only('terminated'), 'maskEnded', 'not-terminated')).toContain('terminated.')
    expect(why(only('terminated'), 'maskEnded', 'truncated')).toContain('ends truncated')
    expect(why(only('truncated'), 'maskEnded', 'error')).toContain('ends in an error')
    expect(why(only('truncated'), 'maskEnded', 'truncated-or-error')).toBeUndefined()
  })
})

describe('overlong: mask, mask and drop, or a penalty', () => {
  const rollout = (
    id: string,
    tokens: number,
    reward: number,
    flags: string[] = [],
  ): CanonicalRow => ({
    rollout_id: id,
    group_id: 'g',
    // Observations are no part of the length.
    response_mask: [...new Array<number>(tokens).fill(1), 0, 0, 0],
    reward,
    flags,
  })
  /** methods.md §3.4: outcomes 1, −1, 1, 0 with the last one overlong. */
  const rows = [
    rollout('a', 2, 1),
    rollout('b', 8, -1),
    rollout('c', 9, 1),
    rollout('d', 12, 0, ['overlong']),
  ]
  const scalars = async (options: Record<string, string | number>) =>
    (await evaluate(batchOf(rows), 'grpo', { std: 'none', ...options })).advantages.map(
      (row) => row[0],
    )
  const close = (got: readonly number[], want: readonly number[]) => {
    got.forEach((a, i) => {
      expect(a).toBeCloseTo(want[i], 12)
    })
  }

  it('masked rows keep their outcome in the statistics, or leave them', async () => {
    close(await scalars({}), [0.75, -1.25, 0.75, -0.25])
    close(await scalars({ overlong: 'mask' }), [0.75, -1.25, 0.75, 0])
    const drop = { overlong: 'mask-and-drop-from-statistics' }
    close(await scalars(drop), [2 / 3, -4 / 3, 2 / 3, 0])
  })

  it('a penalty is added to the outcome before statistics: 0, −0.5, −0.75, then −1 or −1.5', async () => {
    const limits = { lMax: 10, lCache: 4 }
    const floored = [1, -1.5, 0.25, -1]
    const linear = [1, -1.5, 0.25, -1.5]
    const centred = (xs: readonly number[]) => {
      const mean = xs.reduce((sum, x) => sum + x, 0) / xs.length
      return xs.map((x) => x - mean)
    }
    close(await scalars({ overlong: 'soft-penalty', ...limits }), centred(floored))
    close(await scalars({ overlong: 'linear-penalty', ...limits }), centred(linear))
  })

  it('a chain sees it where the outcome stands, recorded rewards at the last action', async () => {
    const options = { overlong: 'soft-penalty', lMax: 10, lCache: 4 }
    const placed = await evaluate(batchOf([rows[1]]), 'discounted-return', options, none)
    expect(placed.advantages[0].slice(0, 8)).toEqual(new Array(8).fill(-1.5))
    const recorded = { ...rows[1], rewards: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] }
    const given = await evaluate(batchOf([recorded]), 'discounted-return', options, none)
    expect(given.advantages[0].slice(0, 8)).toEqual(new Array(8).fill(-0.5))
    // The export shows the reward that the recursion read.
    const slot = { evaluation: given.evaluation, scan: given.scan }
    const computed = { batch: given.batch, a: slot, b: slot, fit: undefined, spent: { scanMs: 0 } }
    const csv = await (await exportCsv(computed, DEFAULT_DOCUMENT, async () => {})).text()
    expect(csv.split('\n')[2 + 7].split(',')[7]).toBe('-0.5')
  })

  it('does not turn a right answer wrong: filters judge the recorded outcome', async () => {
    const options = { overlong: 'soft-penalty', lMax: 10, lCache: 4, keep: 'positive-reward' }
    const { advantages } = await evaluate(batchOf(rows), 'discounted-return', options, none)
    expect(advantages.map((row) => row[0])).toEqual([1, 0, 0.25, 0])
  })
})

describe('form of whitening', () => {
  it('floor and add differ by what ε is large enough to show', async () => {
    const batch = batchOf([
      { rollout_id: 'a', response_mask: [1], reward: 1 },
      { rollout_id: 'b', response_mask: [1], reward: -1 },
    ])
    const at = async (id: string, options: Record<string, string | number>) =>
      (await evaluate(batch, id, options, none)).advantages[0][0]
    const whiten = { whiten: 'batch', eps: 3 }
    expect(await at('discounted-return', whiten)).toBeCloseTo(1 / Math.sqrt(3), 12)
    expect(await at('discounted-return', { ...whiten, form: 'add' })).toBeCloseTo(1 / 2, 12)
    // REINFORCE++ adds by default (variance 2 with ddof 1).
    expect(await at('reinforce-pp', { eps: 7 })).toBeCloseTo(1 / 3, 12)
    expect(await at('reinforce-pp', { eps: 9, form: 'floor' })).toBeCloseTo(1 / 3, 12)
  })
})

describe('all of them', () => {
  it('are off by default: a trace with everything recorded has the plain numbers', async () => {
    const batch = batchOf(batchSample({ groups: 1, rolloutsPerGroup: 3, maxSegments: 3, seed: 5 }))
    const { evaluation } = await evaluate(batch, 'grpo')
    expect(evaluation.factor).toBeUndefined()
    expect(evaluation.shaped).toBe(batch)
  })
})
