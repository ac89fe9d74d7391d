/** The first look: a sample is open, and its numbers are right. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AdvantageRow, actionRows, idsOf } from './csv.ts'
import { gae, largestError, withTerminalReward } from './gae.ts'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const series = (rows: readonly AdvantageRow[]) => ({
  advantageA: rows.map((row) => row.advantage_a),
  returnA: rows.map((row) => row.return_a),
  advantageB: rows.map((row) => row.advantage_b),
  returnB: rows.map((row) => row.return_b),
})

/** Largest difference between the export and the two loops of gae.ts, over all four columns. */
function disagreement(
  rows: readonly AdvantageRow[],
  settings: { gamma: number; lambda: number; lambdaCritic: number },
): number {
  const steps = withTerminalReward(rows, 1)
  const [a, b] = [gae(steps, settings, true), gae(steps, settings, false)]
  const got = series(rows)
  return Math.max(
    largestError(got.advantageA, a.advantage),
    largestError(got.returnA, a.return),
    largestError(got.advantageB, b.advantage),
    largestError(got.returnB, b.return),
  )
}

describe('the page as it opens', () => {
  it('shows the search rollout in three segments with both boundaries, without a complaint', async () => {
    const { segue, watch, page } = await harness.visit()
    for (const segment of [0, 1, 2]) {
      await segue.segment(segment).waitFor()
    }
    expect(await segue.segment(3).count()).toBe(0)
    expect(await segue.boundaries().count()).toBe(2)
    expect(await page.title()).toMatch(/Segue/)
    expect(watch.problems).toEqual([])
  })

  it('exports what two plain loops compute, per segment under A and across segments under B', async () => {
    const { segue } = await harness.visit()
    const table = await segue.exportCsv()
    expect(table.header).toMatch(/^#.*per-segment-gae.*cross-segment-gae/s)
    expect(idsOf(table)).toHaveLength(1)
    const rows = actionRows(table)
    expect(new Set(rows.map((row) => row.segment_index))).toEqual(new Set([0, 1, 2]))
    expect(rows.every((row) => row.inv_iter === 2 - row.segment_index)).toBe(true)
    expect(disagreement(rows, await segue.settings())).toBeLessThan(1e-6)
  })

  it('makes the point: the reward reaches the early segments under B only', async () => {
    const { segue } = await harness.visit()
    const rows = actionRows(await segue.exportCsv())
    const mean = (segment: number, of: (row: AdvantageRow) => number): number => {
      const those = rows.filter((row) => row.segment_index === segment)
      return those.reduce((sum, row) => sum + of(row), 0) / those.length
    }
    for (const segment of [0, 1]) {
      const [a, b] = [mean(segment, (r) => r.advantage_a), mean(segment, (r) => r.advantage_b)]
      expect(b, `segment ${segment}`).toBeGreaterThan(a)
      expect(b, `segment ${segment}`).toBeGreaterThan(0)
    }
    expect(mean(2, (r) => r.advantage_a)).toBeCloseTo(
      mean(2, (r) => r.advantage_b),
      6,
    )
  })

  it('follows the sliders', async () => {
    const { segue } = await harness.visit()
    const wanted = { gamma: 0.99, lambda: 0.9, lambdaCritic: 0.95 }
    await segue.setNumber('γ', wanted.gamma)
    await segue.setNumber('λ', wanted.lambda)
    await segue.setNumber('λ critic', wanted.lambdaCritic)
    await vi.waitFor(
      async () => {
        expect(disagreement(actionRows(await segue.exportCsv()), wanted)).toBeLessThan(1e-6)
      },
      { timeout: 15_000, interval: 300 },
    )
  })

  it('exports JSON with the same numbers', async () => {
    const { segue } = await harness.visit()
    const rows = actionRows(await segue.exportCsv())
    const text = JSON.stringify(await segue.exportJson())
    for (const row of [rows[0], rows[rows.length - 1]])
      expect(text).toContain(String(row.advantage_b))
  })
})

describe('the other samples', () => {
  it('has a group of four rollouts with outcomes 1, 0, 1, 1', async () => {
    const { segue, watch } = await harness.visit()
    await segue.openSample('bug')
    await segue.chooseEstimator('A', 'grpo')
    await vi.waitFor(
      async () => {
        const table = await segue.exportCsv()
        expect(idsOf(table)).toHaveLength(4)
        const byRollout = idsOf(table).map(
          (id) => actionRows(table).find((row) => row.rollout_id === id)?.advantage_a ?? Number.NaN,
        )
        const want = [0.577350269, -1.73205081, 0.577350269, 0.577350269]
        expect(largestError(byRollout, want)).toBeLessThan(1e-6)
      },
      { timeout: 15_000, interval: 300 },
    )
    expect(watch.problems).toEqual([])
  })

  it('has a batch of 256 rollouts in 1 to 6 segments', async () => {
    const { segue, watch } = await harness.visit()
    await segue.openSample('batch')
    await vi.waitFor(
      async () => {
        const table = await segue.exportCsv()
        expect(idsOf(table)).toHaveLength(256)
        const deepest = table.rows.reduce((most, row) => Math.max(most, row.segment_index), 0)
        expect(deepest).toBeLessThanOrEqual(5)
        expect(deepest).toBeGreaterThan(1)
      },
      { timeout: 30_000, interval: 500 },
    )
    expect(watch.problems).toEqual([])
  })
})
