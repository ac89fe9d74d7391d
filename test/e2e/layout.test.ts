/** The page fits its window. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BAD_LENGTH } from './files.ts'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const WIDTHS = [390, 768, 1024, 1440] as const

describe('a window', () => {
  it.each(WIDTHS)('of %i pixels needs no sideways scrolling', async (width) => {
    const { page, segue } = await harness.visit({ context: { viewport: { width, height: 844 } } })
    const overflow = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return scrollWidth - clientWidth
      })
    expect(await overflow()).toBeLessThanOrEqual(0)
    await segue.openFiles(BAD_LENGTH)
    await segue.dialog.waitFor()
    expect(await overflow()).toBeLessThanOrEqual(0)
    const box = await segue.dialog.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true)
  })

  it('of 1440 × 900 shows picture, curves and the boundary table without scrolling', async () => {
    const { page } = await harness.visit()
    for (const name of ['Segments', 'Advantage along the rollout', 'Boundaries']) {
      const box = await page.getByRole('heading', { name }).first().boundingBox()
      expect(box && box.y < 760, name).toBe(true)
    }
  })

  it('of a telephone still has every control', async () => {
    const { segue } = await harness.visit({ context: { viewport: { width: 390, height: 844 } } })
    for (const control of [segue.exportButton, segue.shareButton, segue.slider('γ')]) {
      await control.scrollIntoViewIfNeeded()
      expect(await control.isVisible()).toBe(true)
    }
  })
})
