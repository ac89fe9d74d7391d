/** axe finds nothing, in both themes and both languages, at rest and with everything open. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BAD_LENGTH, CLAUDE_CODE, GROUP } from './files.ts'
import { Harness, type Visit } from './support.ts'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

/** Rule and element of every violation; evaluated by the debugger, so the page's policy stays on. */
async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource)
  const results = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  )
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} — ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

const THEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'zh'] as const
const CASES = THEMES.flatMap((theme) => LANGUAGES.map((language) => ({ theme, language })))

async function visit({ theme, language }: (typeof CASES)[number]): Promise<Visit> {
  const opened = await harness.visit({ context: { colorScheme: theme } })
  if (language !== 'en') await opened.segue.setLanguage(language)
  return opened
}

describe('axe', () => {
  it.each(CASES)('finds nothing on the sample ($theme, $language)', async (look) => {
    const { page } = await visit(look)
    expect(await violations(page)).toEqual([])
    expect(await page.locator('html').getAttribute('lang')).toMatch(new RegExp(`^${look.language}`))
  })

  it.each(CASES)('finds nothing on a refused file ($theme, $language)', async (look) => {
    const { page, segue } = await visit(look)
    await segue.openFiles(BAD_LENGTH)
    await segue.dialog.waitFor()
    expect(await violations(page)).toEqual([])
  })

  it.each(THEMES)(
    'finds nothing on groups, baselines and traces without rewards (%s)',
    async (theme) => {
      const { page, segue } = await visit({ theme, language: 'en' })
      await segue.openFiles(GROUP)
      await segue.chooseEstimator('A', 'grpo')
      await segue.link()
      expect(await violations(page)).toEqual([])
      await segue.openFiles(CLAUDE_CODE)
      await page
        .getByText(/approximate/i)
        .first()
        .waitFor()
      expect(await violations(page)).toEqual([])
    },
  )

  it('finds nothing in the open menu, the share dialog and the copied settings', async () => {
    const { page, segue } = await visit({ theme: 'light', language: 'en' })
    await segue.exportButton.click()
    await page.getByRole('menuitem').first().waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await segue.shareButton.click()
    await segue.dialog.waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await segue.copySettings('slime')
    await page.getByText('Not in this text').waitFor()
    expect(await violations(page)).toEqual([])
  })
})

describe('names', () => {
  it('has the file input, sliders, boxes and selects under the names that people are told', async () => {
    const { page, segue } = await visit({ theme: 'light', language: 'en' })
    const named = page.getByLabel('Open trace files').and(page.locator('input[type=file]'))
    expect(await named.count()).toBe(1)
    await segue.openClipRange()
    for (const name of ['γ', 'λ', 'λ critic', 'ε low', 'ε high'] as const) {
      expect(await segue.slider(name).count(), name).toBe(1)
      expect(await segue.numberBox(name).count(), name).toBe(1)
    }
    for (const slot of ['A', 'B'] as const) expect(await segue.estimator(slot).count()).toBe(1)
  })
})

describe('languages', () => {
  it('leaves no English word of the controls on a Chinese page', async () => {
    const { page } = await visit({ theme: 'light', language: 'zh' })
    for (const english of ['Share', 'Export', 'Open trace files', 'Estimator A']) {
      expect(await page.getByText(english, { exact: true }).count(), english).toBe(0)
    }
    await page
      .getByText(/[\u4e00-\u9fff]{2}/)
      .first()
      .waitFor()
  })
})
