/** The policy loss: a person chooses a ratio rule, reads what it drops, and sends a link. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const eventually = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 300 })

const SHARE = /^(0|<0\.1|[1-9]?\d(\.\d)?)%$/

describe('ratio rule', () => {
  it('DIS beside PPO clip on the batch: shares by segment, sign and lag; the link carries it', async () => {
    const { segue } = await harness.visit()
    await segue.openSample('batch')
    await eventually(async () => expect(await segue.lossShares('batch', /^all/)).toHaveLength(2))
    const [, clipped] = await segue.lossShares('batch', /^all/)
    await segue.ratioRule('Ratio rule').selectOption('dis')
    await segue.ratioRule('Compare with').selectOption('ppo-clip')
    await eventually(async () => {
      const cells = await segue.lossShares('batch', /^all/)
      expect(cells).toHaveLength(3)
      expect(cells[2]).toBe(clipped)
      expect(cells[1]).toMatch(SHARE)
      expect(cells[1]).not.toBe(clipped)
    })
    expect(await segue.lossShares('rollout', /^segment 0/)).toHaveLength(3)
    expect(await segue.lossShares('batch', /^Â > 0/)).toHaveLength(3)
    expect(await segue.lossShares('batch', /^version lag 0/)).toHaveLength(3)

    expect(await segue.segment(0).getAttribute('aria-label')).not.toMatch(/Loss coefficient/)
    await segue.page.getByRole('checkbox', { name: 'Loss coefficient' }).check()
    await eventually(async () =>
      expect(await segue.segment(0).getAttribute('aria-label')).toMatch(/Loss coefficient from/),
    )

    await segue.page.getByRole('button', { name: 'code 0.8 / 3.0' }).click()
    const link = await segue.link()
    expect(link).toContain('ratio=dis&ratio.epsLow=0.8&ratio.epsHigh=3&against=ppo-clip')
    expect(link).toContain('strip=coefficient')
    const sent = await segue.lossShares('batch', /^all/)
    const { segue: other, watch } = await harness.visit({ hash: new URL(link).hash })
    await eventually(async () => expect(await other.lossShares('batch', /^all/)).toEqual(sent))
    expect(await other.segment(0).getAttribute('aria-label')).toMatch(/Loss coefficient from/)
    expect(await other.ratioRule('Ratio rule').inputValue()).toBe('dis')
    expect(watch.problems).toEqual([])
  })

  it('a trace without log-probs says so; a drift is simulated on demand and labelled', async () => {
    const { segue, page } = await harness.visit()
    await segue.openPanel('Ratio and loss')
    await page.getByText(/The trace has no log-probs: log_probs, old_log_probs/).waitFor()
    await page.getByRole('checkbox', { name: 'simulate policy drift' }).check()
    await eventually(async () => expect(await segue.lossShares('rollout', /^all/)).toHaveLength(2))
    expect(await page.getByText('simulated', { exact: true }).count()).toBeGreaterThanOrEqual(2)
    expect(await segue.link()).toContain('drift=0.1')
  })
})

describe('weights', () => {
  it('a mode is chosen by its name, shows who gets how much, and the link carries it', async () => {
    const { segue } = await harness.visit()
    await segue.openSample('batch')
    const inGroup = segue.page.getByRole('table', { name: /^Share in its group/ })
    await eventually(async () => expect(await inGroup.getByRole('row').count()).toBe(9))
    await inGroup.getByRole('button', { name: 'segment mean' }).click()
    const rollouts = segue.page.getByRole('table', { name: /^Share of each rollout.*segment mean/ })
    await eventually(async () => expect(await rollouts.getByRole('row').count()).toBe(9))
    // Every segment is a sample: as many equal votes as segments. Columns: segments, tokens, share, × equal.
    const rows = await rollouts.locator('tbody tr').all()
    const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()))
    const segments = cells.map(([count]) => Number(count))
    const mean = segments.reduce((sum, count) => sum + count, 0) / segments.length
    expect(new Set(segments).size).toBeGreaterThan(1)
    cells.forEach(([, , , times], at) => {
      expect(Number(times)).toBeCloseTo(segments[at] / mean, 2)
    })

    await segue.page.getByRole('group', { name: 'denominator' }).getByText('after').click()
    const link = await segue.link()
    expect(link).toContain('aggregate=segment-mean&aggregate.denominator=after')
    const { segue: other, watch } = await harness.visit({ hash: new URL(link).hash })
    await other.page.getByRole('table', { name: /^Share of each rollout.*segment mean/ }).waitFor()
    expect(watch.problems).toEqual([])
  })
})
