/** The first visit stays light: whoever makes it heavier has to say so here. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brotliBytes, visitOf } from '../support/visit.ts'
import { distFolder, Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none', 'ahead')
})
afterAll(() => harness.stop())

/** Bytes of brotli: what was reached, and 3 % more. */
const BUDGET = 154_000
/** Files, of which each costs a request. */
const MOST_FILES = 9

it('the first picture needs few files, and what few visits need comes later', async () => {
  const { first, ahead, onDemand } = await visitOf(distFolder)
  const bytes = first.map((file) => brotliBytes(distFolder, file))
  expect(
    bytes.reduce((sum, one) => sum + one, 0),
    `${first} ${bytes}`,
  ).toBeLessThan(BUDGET)
  expect(first.length).toBeLessThanOrEqual(MOST_FILES)
  const names = (files: readonly string[]) =>
    files.map((file) => file.replace(/^assets\/|-[\w-]{8}\.\w+$/g, ''))
  // Readers, panels and what a share needs are there before the network goes.
  expect(names(ahead)).toEqual(
    expect.arrayContaining([
      'read',
      'parquet',
      'torch',
      'payload',
      'RatioPanel',
      'ShareBody',
      'CopyBody',
      'AboutBody',
      'SlotOptions',
      '_book-chinese',
      '_book-methods',
      '_late-work',
      'link',
      'soon',
    ]),
  )
  expect(names(onDemand)).toEqual(expect.arrayContaining(['typeset', 'shard']))
  // Brotli at its best takes seconds, on a busy machine many.
}, 120_000)

it('a panel that cannot be loaded says so in one sentence and comes with another try', async () => {
  const { segue, page } = await harness.visit({
    before: () => Reflect.set(window, 'requestIdleCallback', () => 0),
  })
  await page.route('**/WeightsPanel*', (route) => route.abort())
  await segue.openPanel('Weights')
  await page.getByText('This part of the page could not be loaded').waitFor()
  await page.unroute('**/WeightsPanel*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('group', { name: 'denominator' }).waitFor()
})

it('a dialog that cannot be loaded says so, and the next click is another try', async () => {
  const { page } = await harness.visit({
    before: () => Reflect.set(window, 'requestIdleCallback', () => 0),
  })
  await page.route('**/DialogBox*', (route) => route.abort())
  const help = page.getByRole('button', { name: 'Help and keyboard shortcuts' })
  await help.click()
  await page.getByText('This part of the page could not be loaded').waitFor()
  await page.unroute('**/DialogBox*')
  await help.click()
  await page.getByRole('dialog').waitFor()
})
