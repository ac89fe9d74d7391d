/** The picture under fingers, as a telephone sends them. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterAll(() => harness.stop())

type Point = readonly [number, number]

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }
/** A finger moves in so many steps, one per frame. */
const STEPS = 10
const FRAME_MS = 16

async function createFingers(page: Page) {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    })
  /** Each finger from its first place to its second. */
  return async (...ways: readonly (readonly [Point, Point])[]): Promise<void> => {
    const at = (share: number): readonly Point[] =>
      ways.map(([a, b]) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share])
    await send('touchStart', at(0))
    for (let k = 1; k <= STEPS; k++) {
      await send('touchMove', at(k / STEPS))
      await page.waitForTimeout(FRAME_MS)
    }
    await send('touchEnd', [])
  }
}

it('two fingers zoom, one pans, a tap pins a token, a swipe scrolls the page', async () => {
  const { page, segue } = await harness.visit({ context: PHONE })
  const move = await createFingers(page)
  const setting = (name: string) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get(name)
  const range = () => setting('range')?.split('-').map(Number) ?? []
  const strip = await page.locator('#picture canvas').first().boundingBox()
  if (!strip) throw new Error('The picture has no strip.')
  const y = strip.y + 12
  const x = (share: number) => strip.x + share * strip.width

  await move(
    [
      [x(0.45), y],
      [x(0.2), y],
    ],
    [
      [x(0.55), y],
      [x(0.8), y],
    ],
  )
  await expect.poll(range).toHaveLength(2)
  const [from = 0, to = 0] = range()
  expect(to - from).toBeLessThan(200)

  await move([
    [x(0.8), y],
    [x(0.3), y],
  ])
  await expect.poll(() => range()[0]).toBeGreaterThan(from)
  const [start = 0, end = 0] = range()
  expect(end - start).toBe(to - from)

  await page.touchscreen.tap(x(0.6), y)
  await expect.poll(() => setting('token')).toMatch(/^0\.\d+$/)
  const position = Number(setting('token')?.slice(2))
  expect(position).toBeGreaterThanOrEqual(start)
  expect(position).toBeLessThan(end)

  const slider = await segue.slider('γ').first().boundingBox()
  if (!slider) throw new Error('The page has no slider for γ.')
  const middle = slider.y + slider.height / 2
  await move([
    [slider.x + slider.width - 6, middle],
    [slider.x + slider.width / 2, middle],
  ])
  await expect.poll(() => Number(setting('gamma'))).toBeLessThan(0.9)

  await move([
    [200, 700],
    [200, 300],
  ])
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
})
