/** A link opened by somebody else shows the same numbers, or says why not. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { printedBy, runScripts } from '../support/python.ts'
import { mismatch } from '../support/snippets.ts'
import { actionRows, idsOf } from './csv.ts'
import { GROUP, TWO_ONE } from './files.ts'
import { damagedLink, newerLink } from './page.ts'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const eventually = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 300 })

const hashOf = (link: string): string => new URL(link).hash

describe('a link', () => {
  it('carries a sample with every setting', async () => {
    const { segue } = await harness.visit()
    await segue.openSample('bug')
    await segue.setNumber('λ', 0.7)
    await segue.setNumber('γ', 0.9)
    await segue.chooseEstimator('A', 'grpo')
    const link = await segue.link()
    const sent = await segue.exportCsv()
    const { segue: other, watch } = await harness.visit({ hash: hashOf(link) })
    await eventually(async () => expect(await other.exportCsv()).toEqual(sent))
    expect(await other.numberBox('λ').inputValue()).toMatch(/^0?\.70*$/)
    expect(await other.estimator('A').inputValue()).toBe('grpo')
    expect(watch.problems).toEqual([])
  })

  it('carries the structure and numbers of a small file, but none of its texts', async () => {
    const { segue } = await harness.visit()
    await segue.openFiles(TWO_ONE)
    await eventually(async () => expect(idsOf(await segue.exportCsv())).toEqual(['A']))
    await segue.setNumber('λ', 0.8)
    const url = await segue.shareUrl()
    const sent = actionRows(await segue.exportCsv())
    const { segue: other } = await harness.visit({ hash: hashOf(url) })
    await eventually(async () => {
      const got = actionRows(await other.exportCsv())
      expect(got.map((r) => [r.segment_index, r.position, r.advantage_a, r.advantage_b])).toEqual(
        sent.map((r) => [r.segment_index, r.position, r.advantage_a, r.advantage_b]),
      )
    })
  })

  it('keeps the groups of a file', async () => {
    const { segue } = await harness.visit()
    await segue.openFiles(GROUP)
    await segue.chooseEstimator('B', 'grpo')
    await eventually(async () => expect(idsOf(await segue.exportCsv())).toHaveLength(4))
    const url = await segue.shareUrl()
    const sent = actionRows(await segue.exportCsv()).map((row) => row.advantage_b)
    const { segue: other } = await harness.visit({ hash: hashOf(url) })
    await eventually(async () => {
      expect(actionRows(await other.exportCsv()).map((row) => row.advantage_b)).toEqual(sent)
    })
  })

  it('opens in the language of whoever opens it, unless the sender chose another than their own', async () => {
    const context = { locale: 'zh-CN' }
    const hash = '#v=1&sample=search'
    const { segue, page } = await harness.visit({ hash, context, settle: false })
    const lang = () => page.locator('html').getAttribute('lang')
    await page.locator('html[lang=zh-Hans]').waitFor({ state: 'attached' })
    expect(await segue.link()).not.toContain('lang=')
    await segue.setLanguage('en')
    await eventually(async () => expect(await segue.link()).toContain('lang=en'))
    await page.reload()
    await segue.ready()
    expect(await lang()).toBe('en')
  })

  it('waits for its file behind a sample, with what is set meanwhile', async () => {
    const { segue, page } = await harness.visit({ hash: '#v=1&file=two-one.jsonl&gamma=0.5' })
    await page.getByText('Stand-in: this is a sample').waitFor()
    await segue.setNumber('λ', 0.7)
    const url = await segue.shareUrl()
    expect(hashOf(url)).toBe('#v=1&file=two-one.jsonl&gamma=0.5&lambda=0.7')
    expect(hashOf(await segue.link())).toBe(hashOf(url))
    await page.reload()
    await page.getByText('Stand-in: this is a sample').waitFor()
    await segue.openFiles(TWO_ONE)
    await eventually(async () => expect(idsOf(await segue.exportCsv())).toEqual(['A']))
    expect(await segue.numberBox('λ').inputValue()).toMatch(/^0?\.70*$/)
    expect(await segue.numberBox('γ').inputValue()).toMatch(/^0?\.50*$/)
  })

  it('survives a reload', async () => {
    const { segue, page } = await harness.visit()
    await segue.setNumber('λ', 0.5)
    await segue.link()
    const sent = await segue.exportCsv()
    await page.reload()
    await segue.ready()
    await eventually(async () => expect((await segue.exportCsv()).rows).toEqual(sent.rows))
  })
})

describe('copied settings', () => {
  it('are code that gives the page’s numbers on the rows that come with it, and keys for a trainer', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { segue, page, watch } = await harness.visit({ context: { permissions } })
    await segue.setNumber('λ', 0.7)
    const shown = actionRows(await segue.exportCsv()).map((row) => Number(row.advantage_b))
    await segue.copySettings('numpy')
    const code = await segue.copiedText()
    const [ran] = runScripts([{ id: 'copied', code, rows: await segue.copiedRows() }])
    const computed = printedBy(ran)
      .advantages.flat()
      .filter((a) => a !== 0)
    expect(mismatch([computed], [shown], 1e-6)).toBeUndefined()
    await segue.dialog.locator('label').filter({ hasText: 'verl' }).click()
    await page.getByText('nothing is carried over a cut').first().waitFor()
    expect(await segue.copiedText()).toContain('algorithm:\n  adv_estimator: gae')
    expect(watch.problems).toEqual([])
  })
})

describe('a link that cannot be read', () => {
  it.each([
    ['broken', damagedLink],
    ['newer', newerLink],
  ])('that is %s says so and opens the sample', async (word, spoil) => {
    const { segue } = await harness.visit()
    await segue.setNumber('λ', 0.5)
    const link = await segue.link()
    const { segue: other, watch } = await harness.visit({ hash: spoil(hashOf(link)) })
    await other.notice(word === 'newer' ? /newer/i : /link/i).waitFor()
    await other.segment(2).waitFor()
    expect(idsOf(await other.exportCsv())).toHaveLength(1)
    expect(watch.problems).toEqual([])
  })
})
