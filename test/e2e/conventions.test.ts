/** Where trainers differ: a person puts two side by side, follows the largest difference, uses one. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { RECORDED } from './files.ts'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const eventually = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 300 })

describe('two trainers', () => {
  it('differ on the bug sample: how much, why, where; one is used as A and undone; the link carries them', async () => {
    const { segue, page, watch } = await harness.visit()
    await segue.openSample('bug')
    await segue.openPanel('Where trainers differ')
    await page.getByRole('button', { name: 'verl (August 2026) and slime' }).click()
    // The sample opens with GRPO as B, under which nothing is known that the two do differently, and this as A.
    // verl always whitens, so both do: one statistic over the batch moves every token.
    await page.getByText('800 of 800 action tokens get another advantage').waitFor()
    await page.getByText('verl (August 2026) always whitens. In slime it is a setting.').waitFor()
    await page.getByText('slime steps through observation tokens like action tokens').waitFor()
    await page.getByText('whitening raises an error', { exact: true }).waitFor()
    // Rejection by a ratio is no matter of GAE: folded away.
    const folded = page.getByText('bounds act on the inverse ratio', { exact: true })
    expect(await folded.isVisible()).toBe(false)

    await page.getByRole('button', { name: /^bug-1, segment 0, position/ }).click()
    const before = await segue.link()
    expect(before).toContain('conventions=verl-1dda039b.slime-624b824a')
    expect(before).toMatch(/rollout=bug-1&token=0\.\d+/)

    const chosen = await segue.estimator('A').inputValue()
    await page.getByRole('button', { name: 'Use as A' }).click()
    await eventually(async () =>
      expect(await segue.link()).toMatch(/a\.rewardAt=last-position.*&a\.whiten=batch/),
    )
    await page.keyboard.press('Control+z')
    await eventually(async () => expect(await segue.estimator('A').inputValue()).toBe(chosen))
    await eventually(async () => expect(await segue.link()).toBe(before))

    const { page: other } = await harness.visit({ hash: new URL(before).hash })
    await other.getByText('800 of 800 action tokens get another advantage').waitFor()
    expect(watch.problems).toEqual([])
  })

  it('recorded advantages are traced back to the trainer that writes such', async () => {
    const { segue, page, watch } = await harness.visit()
    await segue.openFiles(RECORDED)
    await page.getByRole('button', { name: 'See whose conventions reproduce them' }).click()
    await eventually(async () =>
      expect(
        await page
          .getByRole('button', { name: 'Where trainers differ' })
          .evaluate((title) => title === document.activeElement),
      ).toBe(true),
    )
    await page
      .getByText(
        /reproduce the recorded advantages equally well on 100% of 16.*verl \(January 2026\)/,
      )
      .waitFor()
    expect(watch.problems).toEqual([])
  })
})
