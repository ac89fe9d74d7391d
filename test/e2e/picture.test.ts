/** The picture under the hands of a person: zoom, names, tables, long rollouts. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { TraceFile } from './files.ts'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const many = (segments: number): TraceFile => ({
  name: 'many.jsonl',
  text: Array.from({ length: segments }, (_, s) =>
    JSON.stringify({
      rollout_id: 'long',
      segment_index: s,
      response_mask: [0, 1, 1],
      values: [0, 0.5, 0.5],
      boundary: 'summary',
      ...(s === segments - 1 && { reward: 1 }),
    }),
  ).join('\n'),
})

describe('zooming', () => {
  it('keeps the token under the pointer under it', async () => {
    const { page, segue } = await harness.visit()
    const box = await segue.segment(1).boundingBox()
    if (!box) throw new Error('no row')
    await page.mouse.move(box.x + box.width * 0.55, box.y + 8)
    const place = async (): Promise<string> =>
      (await page.locator('.seg-readout-place').textContent()) ?? ''
    await vi.waitFor(async () => expect(await place()).toMatch(/segment 1/))
    const before = Number(/position (\d+)/.exec(await place())?.[1])
    await page.keyboard.down('Control')
    for (let notch = 0; notch < 20; notch++) {
      await page.mouse.wheel(0, -120)
      await page.waitForTimeout(40)
    }
    await page.keyboard.up('Control')
    await page.mouse.move(box.x + box.width * 0.55, box.y + 9)
    await vi.waitFor(async () => {
      const now = Number(/position (\d+)/.exec(await place())?.[1])
      expect(Math.abs(now - before)).toBeLessThanOrEqual(1)
    })
    expect(await page.getByRole('button', { name: 'Zoom in' }).isDisabled()).toBe(true)
  })

  it('by button stays at the pinned token', async () => {
    const { page, segue } = await harness.visit()
    const picture = page.getByRole('group', { name: /as strips/ })
    await picture.focus()
    await page.keyboard.press('End')
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    while (!(await zoomIn.isDisabled())) await zoomIn.click()
    const [from, to] =
      /range=(\d+)-(\d+)/
        .exec(await segue.link())
        ?.slice(1)
        .map(Number) ?? []
    const position = Number(/token=2\.(\d+)/.exec(await segue.link())?.[1])
    expect(position).toBeGreaterThanOrEqual(from)
    expect(position).toBeLessThan(to)
  })
})

describe('words of the picture', () => {
  it('tell two GRPO slots apart and name them with their options', async () => {
    const { page, segue } = await harness.visit()
    await segue.openSample('bug')
    await segue.chooseEstimator('A', 'grpo')
    await segue.chooseEstimator('B', 'grpo')
    await segue.chooseOption('B', /std/, 'none')
    await page.getByRole('img', { name: /A \(GRPO\).*B \(GRPO, std none\)/ }).waitFor()
    await page.getByText('B GRPO, std none', { exact: true }).first().waitFor()
  })

  it('name a cut alike in picture, curve and table', async () => {
    const { page, segue } = await harness.visit()
    await page.locator('.seg-overlay').getByText('condense 1 (0|1)').waitFor()
    await page.locator('.credit-chart').getByText('condense 1 (0|1)').waitFor()
    const table = await segue.boundaries().last().textContent()
    expect(table).toMatch(/condense 1\s*\(0\|1\)/)
  })

  it('say what a prompt part is when the pointer rests on it', async () => {
    const { page } = await harness.visit()
    await page.locator('.seg-content').hover()
    const title = await page.locator('.seg-prompt').first().getAttribute('title')
    expect(title).toMatch(/^sys: \d+ of \d+ prompt tokens/)
  })

  it('do not claim that a reward arrives that nobody knows', async () => {
    const { page, segue } = await harness.visit()
    await segue.openFiles({
      name: 'no-outcome.jsonl',
      text: '{"rollout_id":"u","response_mask":[1,1],"values":[0.1,0.2]}',
    })
    await page.locator('.seg-rollout', { hasText: 'u' }).waitFor()
    await page.locator('.seg-overlay').getByText('reward ?').first().waitFor()
    expect(await page.getByText(/of the reward reaches every action token/).count()).toBe(0)
  })

  it('are reached by the skip link, with the keys in the description', async () => {
    const { page } = await harness.visit()
    await page.getByRole('button', { name: /skip to the picture/i }).focus()
    await page.keyboard.press('Enter')
    const focused = page.locator('#picture:focus')
    await focused.waitFor()
    const description = await focused.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${description}"]`).textContent()).toMatch(/arrow keys/)
  })
})

describe('the table of numbers', () => {
  it('holds whole segments, whatever is in view, and fits its window', async () => {
    const { page } = await harness.visit()
    await page.getByRole('button', { name: 'Numbers as table' }).click()
    const table = page.getByRole('region', { name: /whole segment/ })
    const before = await table.locator('tbody').textContent()
    const zoomIn = page.getByRole('button', { name: 'Zoom in' })
    while (!(await zoomIn.isDisabled())) await zoomIn.click()
    await page.waitForTimeout(500)
    expect(await table.locator('tbody').textContent()).toBe(before)
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
  })
})

describe('a rollout of 2,000 segments', () => {
  it('shows the credit of whatever rows are scrolled to, without thousands of elements', async () => {
    const { page, segue } = await harness.visit()
    await segue.openFiles(many(2000))
    await page.locator('.seg-rollout', { hasText: 'long' }).waitFor()
    await page.locator('.seg-scroll').evaluate((box) => {
      box.scrollTop = box.scrollHeight
    })
    const last = page.getByRole('img', { name: /^segment 1999,.*A from/i })
    await last.waitFor()
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(6000)
  })
})
