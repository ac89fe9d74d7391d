/** Everything on the main path without a mouse. */
import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { actionRows, parseAdvantages } from './csv.ts'
import { BAD_LENGTH } from './files.ts'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const FARTHEST = 80

/** Presses Tab until the control has the focus. */
async function tabTo(control: Locator): Promise<void> {
  const page = control.page()
  for (let step = 0; step < FARTHEST; step++) {
    await page.keyboard.press('Tab')
    if (await control.evaluate((node) => node === document.activeElement)) return
  }
  throw new Error(`Tab does not reach ${control}`)
}

describe('the keyboard', () => {
  it('reaches every control, and each shows that it has the focus', async () => {
    const { segue } = await harness.visit()
    await segue.openClipRange()
    for (const control of [
      segue.shareButton,
      segue.exportButton,
      segue.estimator('A'),
      segue.estimator('B'),
      segue.slider('γ'),
      segue.numberBox('γ'),
      segue.slider('λ'),
      segue.slider('λ critic'),
      segue.slider('ε low'),
      segue.slider('ε high'),
    ]) {
      await segue.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await tabTo(control)
      const visible = await control.evaluate((node) => {
        const style = getComputedStyle(node)
        return style.outlineStyle !== 'none' || style.boxShadow !== 'none'
      })
      expect(visible, String(control)).toBe(true)
    }
  })

  it('says so where what a key does cannot be loaded, and does it with another press', async () => {
    const { page, segue } = await harness.visit()
    await page.route('**/shortcuts*', (route) => route.abort())
    await page.keyboard.press('Tab')
    await page.keyboard.press('s')
    await segue.notice(/What the key does could not be loaded/).waitFor()
    await page.unroute('**/shortcuts*')
    await page.keyboard.press('s')
    await segue.dialog.waitFor()
    await segue.notice(/What the key does/).waitFor({ state: 'detached' })
  })

  it('moves a slider by its arrow keys, and the numbers follow', async () => {
    const { segue, page } = await harness.visit()
    const before = actionRows(await segue.exportCsv())
    await segue.slider('λ').focus()
    const from = Number(await segue.slider('λ').inputValue())
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft')
    expect(Number(await segue.slider('λ').inputValue())).toBeLessThan(from)
    await vi.waitFor(
      async () => {
        const after = actionRows(await segue.exportCsv())
        expect(after[0].advantage_b).not.toBe(before[0].advantage_b)
      },
      { timeout: 10_000, interval: 300 },
    )
  })

  it('undoes and redoes', async () => {
    const { segue, page } = await harness.visit()
    const before = await segue.numberBox('λ').inputValue()
    await segue.setNumber('λ', 0.5)
    await segue.link()
    await page.locator('body').click({ position: { x: 2, y: 890 } })
    await page.keyboard.press('Control+z')
    await vi.waitFor(async () => expect(await segue.numberBox('λ').inputValue()).toBe(before))
    // Not the browser's undo, which changes the box alone.
    expect(await segue.link()).not.toContain('lambda=')
    await page.keyboard.press('Control+Shift+z')
    await vi.waitFor(async () =>
      expect(Number(await segue.numberBox('λ').inputValue())).toBeCloseTo(0.5),
    )
  })

  it('exports through the menu', async () => {
    const { segue, page } = await harness.visit()
    await tabTo(segue.exportButton)
    await page.keyboard.press('Enter')
    const item = page.getByRole('menuitem', { name: 'Advantages (CSV)' })
    await item.waitFor()
    for (let step = 0; step < 6; step++) {
      if (await item.evaluate((node) => node === document.activeElement)) break
      await page.keyboard.press('ArrowDown')
    }
    const waiting = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const text = await readFile(await (await waiting).path(), 'utf8')
    expect(parseAdvantages(text).rows.length).toBeGreaterThan(0)
  })

  it('closes the menu and a dialog by Escape, and the focus comes back', async () => {
    const { segue, page } = await harness.visit()
    await tabTo(segue.exportButton)
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('menuitem').count()).toBe(0)
    expect(await segue.exportButton.evaluate((node) => node === document.activeElement)).toBe(true)

    await segue.openFiles(BAD_LENGTH)
    await segue.dialog.waitFor()
    expect(await segue.dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await segue.dialog.waitFor({ state: 'detached' })
  })
})
