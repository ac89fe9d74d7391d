/** The group panel: a person compares conventions, walks through the states and goes to another rollout. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { Harness } from './support.ts'

/** A busy machine needs longer than vitest waits by itself. */
const waitFor = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 200 })

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterAll(() => harness.stop())

it('shows conventions side by side, a state by arrow keys, and selects a rollout', async () => {
  const { segue, page, watch } = await harness.visit()
  await segue.openSample('shop')
  const table = page.getByRole('table', {
    name: 'Advantages of group kettle under each convention',
  })
  const cells = (rollout: string) =>
    table.getByRole('row', { name: rollout }).getByRole('cell').allTextContents()
  // R, segments; population, sample, none, leave-one-out, RLOO, Lite PPO; A and B now.
  await waitFor(async () => {
    const [outcome, segments, population, sample, none] = await cells('kettle-1')
    expect([outcome, segments, population, sample, none]).toEqual([
      '1',
      '3',
      '+1.000',
      '+0.913',
      '+0.500',
    ])
  })
  await page.getByText('Cut in 3, kettle-1 counts 3 times', { exact: false }).waitFor()

  const states = page.getByRole('listbox', { name: /^States/ })
  const chosen = states.getByRole('option', { selected: true })
  await states.press('Home')
  await waitFor(async () => expect(await chosen.getAttribute('aria-label')).toMatch(/^home/))
  await states.press('ArrowDown')
  const visits = page.getByRole('table', { name: 'Visits of results' })
  await waitFor(async () => expect(await visits.getByRole('row').count()).toBe(9))
  await visits.getByRole('button', { name: 'kettle-4' }).click()
  await page.getByText('way of kettle-4').waitFor()
  expect(await segue.link()).toContain('rollout=kettle-4')
  expect(watch.problems).toEqual([])
})
