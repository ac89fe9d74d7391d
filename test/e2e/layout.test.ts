/** The page fits its window. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BAD_LENGTH, GROUP } from './files.ts'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const WIDTHS = [320, 390, 768, 1024, 1440] as const
const SHOP = '#v=1&sample=shop&b=gigpo'

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

  it.each([
    [1280, 720],
    [1440, 900],
  ])('of %i × %i stays in place with everything open', async (width, height) => {
    const { page } = await harness.visit({ hash: SHOP, context: { viewport: { width, height } } })
    const folded = page.locator('h2 button[aria-expanded=false]')
    while (await folded.count()) await folded.first().click()
    await page.getByRole('table', { name: /^Advantages/ }).waitFor()
    // A label brings its circle, which is hidden visually, into sight.
    for (const radio of ['after', 'counted', 'segment is a sample']) {
      const label = page.getByText(radio, { exact: true }).last()
      if (await label.count()) await label.click()
    }
    await page.mouse.move(width - 100, height / 2)
    await page.mouse.wheel(0, 20_000)
    await page.mouse.wheel(0, 20_000)
    const place = await page.evaluate(() => [document.documentElement.scrollHeight, scrollY])
    expect(place).toEqual([height, 0])
  })

  it('of 1440 × 900 shows picture, curves and the boundary table without scrolling', async () => {
    const { page } = await harness.visit()
    for (const name of ['Segments', 'Advantage along the rollout', 'Boundaries']) {
      const box = await page.getByRole('heading', { name }).first().boundingBox()
      expect(box && box.y < 760, name).toBe(true)
    }
  })

  it.each([1440, 1024, 390])('of %i pixels keeps the picture where it is', async (width) => {
    const { page, segue } = await harness.visit({ context: { viewport: { width, height: 844 } } })
    const top = async () => (await page.locator('#picture').boundingBox())?.y
    const first = await top()
    await segue.openSample('bug')
    await segue.segment(2).waitFor({ state: 'detached' })
    expect(await top()).toBe(first)
    await segue.chooseEstimator('B', 'concat-gae')
    await page.getByRole('button', { name: 'Back to the sample’s settings' }).waitFor()
    expect(await top()).toBe(first)
    await segue.openFiles(GROUP)
    await page.getByText('Your file stays on this device').waitFor()
    expect(await top()).toBe(first)
  })

  it('with the button at its end opens the menu above it', async () => {
    const { page } = await harness.visit()
    const button = page.getByRole('button', { name: 'Save picture' })
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }))
    await button.click()
    const item = page.getByRole('button', { name: /SVG/ })
    const box = await item.boundingBox()
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900)
    expect(await item.evaluate((element) => element.checkVisibility())).toBe(true)
  })

  it('of a telephone lists the rollouts above the picture, and prints nothing over anything', async () => {
    const context = { viewport: { width: 390, height: 844 } }
    const { page } = await harness.visit({ hash: SHOP, context })
    const title = (name: string) => page.getByRole('button', { name, exact: true })
    const top = async (name: string) => (await title(name).boundingBox())?.y ?? Number.NaN
    const picture = await page.getByRole('heading', { name: 'Segments' }).first().boundingBox()
    expect(await top('Rollouts')).toBeLessThan(picture?.y ?? Number.NaN)
    await title('Rollouts').click()
    await title('This trace').click()
    const list = await page.getByRole('listbox', { name: /^Rollouts/ }).boundingBox()
    const end = (list?.y ?? Number.NaN) + (list?.height ?? Number.NaN)
    expect(end).toBeLessThanOrEqual(await top('This trace'))
    const trace = await page.getByRole('region', { name: 'This trace' }).boundingBox()
    const below = await page.getByRole('heading', { name: 'Segments' }).first().boundingBox()
    expect((trace?.y ?? Number.NaN) + (trace?.height ?? Number.NaN)).toBeLessThanOrEqual(
      below?.y ?? Number.NaN,
    )
  })

  it('of a telephone holds the dialog of settings, which comes with another try', async () => {
    const context = { viewport: { width: 390, height: 844 } }
    const { segue, page } = await harness.visit({ context })
    await page.route('**/CopyBody*', (route) => route.abort())
    await segue.openCopySettings()
    await segue.dialog.getByText('could not be loaded: no connection').waitFor()
    await page.unroute('**/CopyBody*')
    await segue.dialog.getByRole('button', { name: 'Try again' }).click()
    await segue.dialog.getByRole('button', { name: 'Copy', exact: true }).waitFor()
    const wider = await segue.dialog.evaluate((dialog) =>
      [...dialog.querySelectorAll('.dialog-body, .dialog-body label')].some(
        (part) => part.scrollWidth > part.clientWidth || part.getBoundingClientRect().right > 378,
      ),
    )
    expect(wider).toBe(false)
  })

  it('of a telephone still has every control', async () => {
    const { segue } = await harness.visit({ context: { viewport: { width: 390, height: 844 } } })
    for (const control of [segue.exportButton, segue.shareButton, segue.slider('γ')]) {
      await control.scrollIntoViewIfNeeded()
      expect(await control.isVisible()).toBe(true)
    }
  })
})
