/** Nothing leaves the page: all that it ever asks the network for are its own files, by their bare names. */
import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { idsOf } from './csv.ts'
import { CLAUDE_CODE, TWO_ONE } from './files.ts'
import { distFolder, Harness, SUB_PATH } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none', 'ahead')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const assets = new Set(readdirSync(`${distFolder}/assets`))

/** Addresses that are not a file of the built page, or say more than its name. */
const foreign = (addresses: readonly string[], folder: string): readonly string[] =>
  addresses.filter((address) => {
    const name = address.startsWith(`${folder}assets/`) ? address.slice(folder.length + 7) : ''
    return !assets.has(name)
  })

/** The page has everything that it fetches ahead while nobody does anything. */
async function loadedAhead(log: readonly string[]): Promise<void> {
  let before = -1
  while (log.length !== before) {
    before = log.length
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }
}

describe('the network', () => {
  it('is asked for the page’s own files while it loads, and for nothing else', async () => {
    const { watch } = await harness.visit()
    expect(watch.requests.length).toBeGreaterThan(2)
    expect(watch.requests.filter((url) => !url.startsWith(harness.url))).toEqual([])
    expect(harness.serverLog.filter((path) => !path.startsWith(SUB_PATH))).toEqual([])
  })

  it('is asked for nothing but further files of the page by anything a person does', async () => {
    const { segue, watch } = await harness.visit()
    const loaded = [watch.requests.length, harness.serverLog.length]

    await segue.openSample('bug')
    await segue.openSample('batch')
    for (const file of [TWO_ONE, CLAUDE_CODE]) await segue.openFiles(file)
    await vi.waitFor(async () => expect(idsOf(await segue.exportCsv())).toEqual(['s1']), {
      timeout: 15_000,
      interval: 300,
    })
    await segue.setNumber('λ', 0.5)
    for (const id of ['concat-gae', 'compaction-gae']) await segue.chooseEstimator('B', id)
    await segue.shareUrl()
    await segue.exportJson()
    await segue.setLanguage('zh')
    await segue.link()

    expect(foreign(watch.requests.slice(loaded[0]), harness.url)).toEqual([])
    expect(foreign(harness.serverLog.slice(loaded[1]), SUB_PATH)).toEqual([])
    expect(watch.problems).toEqual([])
  })

  it('is asked for chunks and fonts of the page’s own when the first formula is shown, each once', async () => {
    const { segue, page, watch } = await harness.visit()
    await loadedAhead(harness.serverLog)
    const loaded = [watch.requests.length, harness.serverLog.length]

    for (const slot of ['A', 'B'] as const) {
      await segue.about(slot)
      await segue.dialog.locator('math').first().waitFor()
      await segue.dialog.getByRole('heading', { name: 'Parameters' }).waitFor()
      await page.keyboard.press('Escape')
    }

    await page.evaluate(() => document.fonts.ready)
    const asked = watch.requests
      .slice(loaded[0])
      .map((url) => url.replace(/-[\w-]{8}(\.\w+)$/, '$1'))
      .sort()
    const folder = `${harness.url}assets/`
    expect(asked).toEqual([...new Set(asked)])
    expect(asked.filter((url) => !/KaTeX_\w+(-\w+)?\.woff2$/.test(url))).toEqual(
      ['typeset.css', 'typeset.js'].map((file) => folder + file),
    )
    expect(asked.every((url) => url.startsWith(folder))).toBe(true)
    expect(asked).toContain(`${folder}KaTeX_Math-Italic.woff2`)
    expect(harness.serverLog.slice(loaded[1])).toHaveLength(asked.length)
    expect(watch.problems).toEqual([])
  })

  it('without one leaves formulas and pitfalls as plain text', async () => {
    const { segue, page, context, watch } = await harness.visit({
      hash: '#v=1&sample=bug&b=grpo',
    })
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await segue.about('B')
    await segue.dialog.getByText('A_{i,t} = (R_i − μ)/(σ + ε)').waitFor()
    await segue.dialog.getByText(/\+0\.577 \/ −1\.732 with the population/).waitFor()
    expect(await page.locator('math').count()).toBe(0)
    expect(watch.problems.filter((problem) => problem.startsWith('page:'))).toEqual([])
  })

  it('works without one once it has loaded', async () => {
    const { segue, page, context, watch } = await harness.visit()
    await loadedAhead(harness.serverLog)
    await context.setOffline(true)
    const reached = harness.serverLog.length
    // Each open wants a fresh worker, which cannot come any more.
    const files = [
      [TWO_ONE, 'A'],
      [CLAUDE_CODE, 's1'],
    ] as const
    for (const [file, id] of files) {
      await segue.openFiles(file)
      await vi.waitFor(async () => expect(idsOf(await segue.exportCsv())).toEqual([id]), {
        timeout: 15_000,
        interval: 300,
      })
    }
    await segue.openPanel('Weights')
    await page.getByRole('group', { name: 'denominator' }).waitFor()
    expect(await segue.shareUrl()).toContain('#')
    expect(harness.serverLog).toHaveLength(reached)
    expect(watch.problems.filter((problem) => problem.startsWith('page:'))).toEqual([])
  })

  it('could not be reached by code in the page if there were any', async () => {
    const { page } = await harness.visit()
    const outcome = await page.evaluate(async () => {
      const blocked: string[] = []
      document.addEventListener('securitypolicyviolation', (event) => {
        blocked.push(event.effectiveDirective)
      })
      await fetch('https://example.org/').catch(() => undefined)
      const script = document.createElement('script')
      script.textContent = 'window.inlineRan = true'
      document.body.append(script)
      const image = document.createElement('img')
      image.src = 'https://example.org/x.png'
      document.body.append(image)
      await new Promise((done) => setTimeout(done, 300))
      return { blocked: [...new Set(blocked)].sort(), inlineRan: 'inlineRan' in window }
    })
    expect(outcome).toEqual({
      blocked: ['connect-src', 'img-src', 'script-src-elem'],
      inlineRan: false,
    })
  })

  it('could not be reached by code in a worker either', async () => {
    const { page, segue } = await harness.visit()
    // The first sample needs no loader.
    await segue.openSample('bug')
    const workers = page.workers()
    expect(workers.length).toBeGreaterThanOrEqual(2)
    for (const worker of workers) {
      const outcome = await worker.evaluate(
        (url) =>
          fetch(url).then(
            () => 'reached',
            () => 'blocked',
          ),
        harness.url,
      )
      expect(outcome, worker.url()).toBe('blocked')
    }
  })
})
