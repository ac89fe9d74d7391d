/** Traces as large as people have: the page stays responsive, Cancel works at once, lists stay short. */
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none', 'ahead')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

/**
 * Drops a JSONL of `rollouts` rows with `tokens` tokens each; made in the page, never on disk. Long rows share
 * their numbers: little memory, and slow enough to read that the test can look on.
 */
async function dropGenerated(page: Page, rollouts: number, tokens: number): Promise<number> {
  return page.evaluate(
    ([count, length]) => {
      const mask = `[${new Array(length).fill(1).join()}]`
      const values = `[${new Array(length).fill(0.123456789).join()}]`
      const tail = `"response_mask":${mask},"values":${values},"reward":1}\n`
      const shared = tail.length > 10_000 ? new Blob([tail]) : tail
      const rows = Array.from({ length: count }, (_, i) => [
        `{"rollout_id":"r${i}","group_id":"g${i >> 3}",`,
        shared,
      ])
      const parts = typeof shared === 'string' ? [rows.flat().join('')] : rows.flat()
      const file = new File(parts, 'big.jsonl')
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(file)
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(
          new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }),
        )
      }
      return file.size
    },
    [rollouts, tokens] as const,
  )
}

/** Longest time without an animation frame during `seconds`. */
const longestGap = (page: Page, seconds: number): Promise<number> =>
  page.evaluate(
    (milliseconds) =>
      new Promise<number>((done) => {
        const began = performance.now()
        let [last, longest] = [began, 0]
        const tick = (now: number): void => {
          longest = Math.max(longest, now - last)
          last = now
          if (now - began > milliseconds) done(longest)
          else requestAnimationFrame(tick)
        }
        requestAnimationFrame(tick)
      }),
    1000 * seconds,
  )

/** Notes how long after the click on Cancel the progress bar is gone (ms), by the page's own clock. */
const timeCancel = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const note = (pressed: number) => {
      const look = () => {
        if (document.querySelector('[role=progressbar]')) return
        observer.disconnect()
        Object.assign(globalThis, { cancelled: performance.now() - pressed })
      }
      const observer = new MutationObserver(look)
      observer.observe(document.body, { subtree: true, childList: true })
    }
    document.addEventListener('click', () => note(performance.now()), { capture: true, once: true })
  })

describe('a JSONL of 500 MB', () => {
  it('shows progress, leaves the page responsive, and stops at once on Cancel', async () => {
    const { segue, page, watch } = await harness.visit()
    const before = await segue.exportCsv()
    const size = await dropGenerated(page, 20_000, 1800)
    expect(size).toBeGreaterThan(500e6)
    const progress = page.getByRole('progressbar')
    await progress.waitFor()
    // By then its first rollouts are on the screen, and go again with Cancel.
    await segue.notice(/its beginning/i).waitFor()
    await page.getByRole('option', { name: /^r0\b/ }).waitFor()
    // Half a second is what a machine with two busy cores may need; a blocked page needs many.
    expect(await longestGap(page, 0.4)).toBeLessThan(500)
    expect(await progress.isVisible()).toBe(true)
    // The session, the loader, and at least two threads that parse for it.
    const workers = page.workers()
    expect(workers.length).toBeGreaterThanOrEqual(4)
    await timeCancel(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await progress.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => Reflect.get(globalThis, 'cancelled'))).toBeLessThan(1000)
    const left = () => page.workers().filter((worker) => workers.includes(worker)).length
    await expect.poll(left, { timeout: 5000 }).toBeLessThanOrEqual(workers.length - 3)
    expect((await segue.exportCsv()).rows).toEqual(before.rows)
    expect(watch.problems).toEqual([])
  })
})

describe('the beginning of a JSONL of 500 MB', () => {
  it('can be looked at while the rest is read, and the whole keeps what was chosen', async () => {
    const { page, segue, watch } = await harness.visit()
    await dropGenerated(page, 20_000, 1800)
    const notice = segue.notice(/its beginning: the first 64 rollouts/i)
    await notice.waitFor()
    const list = page.getByRole('listbox', { name: /rollouts/i })
    await list.getByRole('option', { name: /^r3\b/ }).click()
    await segue.setNumber('γ', 0.5)
    await page.evaluate(() => {
      const missing: string[] = []
      Object.assign(globalThis, { missing })
      const look = () => {
        if (!document.querySelector('main [role=img]')) missing.push('picture')
      }
      new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
    })
    expect(await notice.isVisible()).toBe(true)
    await page.getByRole('progressbar').waitFor({ state: 'detached' })
    expect(await notice.count()).toBe(0)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'missing'))).toEqual([])
    const chosen = list.getByRole('option', { selected: true })
    expect(await chosen.textContent()).toMatch(/^r3\b/)
    expect((await segue.settings()).gamma).toBe(0.5)
    await list.focus()
    await page.keyboard.press('End')
    await list.getByRole('option', { name: /^r19999\b/ }).waitFor()
    expect(watch.problems).toEqual([])
  })
})

describe('100 000 rollouts', () => {
  it('keep few rows in the page, and the keyboard reaches the last', async () => {
    const { page } = await harness.visit()
    await dropGenerated(page, 100_000, 1)
    const list = page.getByRole('listbox', { name: /rollouts/i })
    await list.getByRole('option', { name: /^r0\b/ }).waitFor()
    await list.focus()
    await page.keyboard.press('End')
    await list.getByRole('option', { name: /^r99999\b/ }).waitFor()
    expect(await list.getByRole('option').count()).toBeLessThan(200)
    expect(await longestGap(page, 0.5)).toBeLessThan(500)
  })
})
