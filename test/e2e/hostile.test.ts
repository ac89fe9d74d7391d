/** What people and files do that nobody hoped for: the page says what is wrong and goes on. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { actionRows, idsOf } from './csv.ts'
import { GROUP, type TraceFile, TWO_ONE, VERL } from './files.ts'
import type { SeguePage } from './page.ts'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const eventually = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 200 })

const opened = (segue: SeguePage, ...ids: readonly string[]) =>
  eventually(async () => expect(idsOf(await segue.exportCsv())).toEqual(ids))

/** What the tests below do to messages on their way to the workers of the page. */
interface Tampered extends Window {
  /** Milliseconds by which calls to the session worker are late. */
  delay?: number
  /** Session workers that were there when it was set hear nothing any more. */
  deaf?: boolean
  /** The session worker is asked for an estimator that does not exist. */
  break?: boolean
  /** Names of all workers that were started. */
  workers?: string[]
}

const tamper = (page: Page, how: Pick<Tampered, 'delay' | 'deaf' | 'break'>): Promise<void> =>
  page.evaluate((change) => void Object.assign(window, change), how)

function tampering(): void {
  const page = window as Tampered
  page.workers = []
  const Original = Worker
  window.Worker = class extends Original {
    readonly isSession: boolean
    readonly bornDeaf: boolean
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.isSession = options?.name === 'segue-session'
      this.bornDeaf = page.deaf === true
      page.workers?.push(options?.name ?? '')
    }
    override postMessage(message: unknown, transfer?: unknown): void {
      const send = () => super.postMessage(message, transfer as Transferable[])
      if (!this.isSession) {
        send()
        return
      }
      if (page.deaf && !this.bornDeaf) return
      const call = message as { path?: string[]; argumentList?: { value: unknown }[] }
      if (page.break && call.path?.[0] === 'frame' && call.argumentList) {
        const text = JSON.stringify(call.argumentList[0].value)
        call.argumentList[0].value = JSON.parse(text.replace('per-segment-gae', 'no-such-thing'))
      }
      if (page.delay) setTimeout(send, page.delay)
      else send()
    }
  } as typeof Worker
}

const NAMES: TraceFile = {
  name: 'names.jsonl',
  text: ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    .map((rollout_id) => `${JSON.stringify({ rollout_id, response_mask: [1, 0, 1] })}\n`)
    .join(''),
}

describe('ids that are names of object properties', () => {
  it('are rollouts like any others', async () => {
    const { segue, page, watch } = await harness.visit()
    await segue.openFiles(NAMES)
    await opened(segue, '__proto__', 'constructor', 'toString', 'hasOwnProperty')
    for (let k = 0; k < 3; k++) await page.keyboard.press(']')
    await segue.setOutcomeOfAll(1)
    await eventually(async () => {
      const rows = actionRows(await segue.exportCsv())
      expect(rows.filter(({ rollout_id }) => rollout_id === '__proto__')[1].advantage_b).not.toBe(0)
    })
    const url = await segue.shareUrl()
    expect(watch.problems).toEqual([])
    const other = await harness.visit({ hash: url.slice(url.indexOf('#')) })
    await opened(other.segue, '__proto__', 'constructor', 'toString', 'hasOwnProperty')
    const third = await harness.visit({
      hash: '#v=1&sample=search&rollout=__proto__&outcome.toString=1',
    })
    await third.segue.notice(/the trace has no “__proto__”/).waitFor()
    expect([...other.watch.problems, ...third.watch.problems]).toEqual([])
  })
})

describe('an id as long as a file', () => {
  it('does not make the dialog as long', async () => {
    const rollout_id = 'x'.repeat(2_000_000)
    const row = { rollout_id, response_mask: [1, 1], values: [0.5] }
    const { segue } = await harness.visit()
    await segue.openFiles({ name: `${'n'.repeat(200)}.jsonl`, text: `${JSON.stringify(row)}\n` })
    const text = await segue.dialogText()
    expect(text).toMatch(/values/)
    expect(text.length).toBeLessThan(4000)
  })
})

describe('an id as long as a file that turns text around', () => {
  it('is shown in a few characters, without the turn, wherever it stands', async () => {
    const long = `\u202E${'x'.repeat(1_000_000)}`
    const rows = [0, 1].map((k) =>
      JSON.stringify({
        rollout_id: `${long}${k}`,
        group_id: long,
        response_mask: [1, 1],
        reward: k,
      }),
    )
    const { segue, page } = await harness.visit()
    await segue.openFiles({ name: 'ids.jsonl', text: `${rows.join('\n')}\n` })
    await page.getByText('ids.jsonl').first().waitFor()
    await segue.openPanel('Groups')
    await page
      .getByRole('button', { name: /^x+…x+1$/ })
      .first()
      .waitFor()
    const html = await page.evaluate(() => document.body.outerHTML)
    expect(html).not.toContain('\u202E')
    expect(html).not.toContain('x'.repeat(300))
  })
})

describe('an error while the page is drawn', () => {
  it('takes one panel along, not the others', async () => {
    const { segue, page } = await harness.visit({
      settle: false,
      before: () => {
        HTMLCanvasElement.prototype.getContext = () => {
          throw new Error('no canvas today')
        }
      },
    })
    const fault = page.getByRole('alert').filter({ hasText: /could not be drawn/ })
    await fault.first().waitFor()
    await fault.first().getByText('Detail', { exact: true }).click()
    await fault
      .first()
      .getByText(/no canvas today/)
      .waitFor()
    expect(await fault.first().getByRole('button', { name: 'Copy detail' }).isVisible()).toBe(true)
    await segue.boundaries().first().waitFor()
    await segue.setNumber('λ', 0.5)
    expect(idsOf(await segue.exportCsv())).toHaveLength(1)
  })

  it('of the whole page leaves a sentence and ways on', async () => {
    const { segue, page } = await harness.visit({
      settle: false,
      hash: '#v=1&sample=bug&gamma=0.5',
      before: () => {
        const { matchMedia } = window
        window.matchMedia = (query) => {
          if (window.location.hash.includes('gamma')) throw new Error('no media today')
          return matchMedia.call(window, query)
        }
      },
    })
    await page.getByRole('heading', { name: 'The page could not be drawn' }).waitFor()
    expect(await page.getByRole('button', { name: 'Reload' }).isVisible()).toBe(true)
    await page.getByText('Detail', { exact: true }).click()
    await page.getByText(/no media today/).waitFor()
    await page.getByRole('button', { name: 'Open the sample' }).click()
    await segue.ready()
    expect(page.url()).not.toContain('gamma')
    expect(await segue.numberBox('γ').inputValue()).toBe('1')
  })
})

describe('a setting that cannot be computed', () => {
  it('leaves the last picture, marked as old, until the next succeeds', async () => {
    const { segue, page } = await harness.visit({ before: tampering })
    await tamper(page, { break: true })
    await segue.setNumber('λ', 0.5)
    await segue.notice(/This setting could not be computed: .*no-such-thing/).waitFor()
    await segue.pictureSign(/still belong to λ 0\.99\./).waitFor()
    await segue.segment(0).waitFor()
    await tamper(page, { break: false })
    await segue.setNumber('λ', 0.6)
    await segue.notice(/could not be computed/).waitFor({ state: 'detached' })
    await segue.pictureSign(/still belong/).waitFor({ state: 'detached' })
    expect(await page.getByText(/worker that computes stopped/i).count()).toBe(0)
  })
})

describe('a slow computation', () => {
  it('is announced, and the shown numbers say which values they belong to', async () => {
    const { segue, page, watch } = await harness.visit({ before: tampering })
    const busy = page.locator('main[aria-busy=true]')
    await tamper(page, { delay: 3000 })
    await segue.setNumber('γ', 0.9)
    await segue.pictureSign(/Computing….*still belong to γ 1\./).waitFor()
    expect(await busy.count()).toBe(1)
    await tamper(page, { delay: 0 })
    await busy.waitFor({ state: 'detached' })
    expect(await segue.pictureSign(/Computing/).count()).toBe(0)
    expect(watch.problems).toEqual([])
  })

  it('does not keep a new trace waiting', async () => {
    const { segue, page, watch } = await harness.visit({ before: tampering })
    await tamper(page, { deaf: true })
    await segue.setNumber('γ', 0.9)
    await segue.pictureSign(/Computing/).waitFor()
    await segue.openFiles(TWO_ONE)
    await page.getByRole('button', { name: /two-one\.jsonl$/ }).waitFor()
    await opened(segue, 'A')
    const names = await page.evaluate(() => (window as Tampered).workers)
    expect(names?.filter((name) => name === 'segue-session')).toHaveLength(2)
    expect(await segue.pictureSign(/./).count()).toBe(0)
    expect(await segue.notice(/stopped|could not/).count()).toBe(0)
    expect(watch.problems).toEqual([])
  })
})

describe('undo', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'segue-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('passes a file that was deleted, and says so once', async () => {
    const { segue, page } = await harness.visit()
    const path = join(folder, 'gone.jsonl')
    await writeFile(path, TWO_ONE.text)
    await segue.fileInput.setInputFiles(path)
    await opened(segue, 'A')
    await segue.openFiles(GROUP)
    await opened(segue, 'g-1', 'g-2', 'g-3', 'g-4')
    await rm(path)
    await page.keyboard.press('Control+z')
    await segue.notice(/“gone\.jsonl” can no longer be read/).waitFor()
    await opened(segue, 'g-1', 'g-2', 'g-3', 'g-4')
    await page.keyboard.press('Control+z')
    await segue.segment(2).waitFor()
    await eventually(async () => expect(idsOf(await segue.exportCsv())).not.toContain('g-1'))
    expect(await segue.dialog.count()).toBe(0)
  })

  it('ends where it began after ten fast pairs with redo', async () => {
    const { segue, page } = await harness.visit()
    await segue.openFiles(TWO_ONE)
    await opened(segue, 'A')
    await segue.openFiles(GROUP)
    await opened(segue, 'g-1', 'g-2', 'g-3', 'g-4')
    for (let k = 0; k < 10; k++) {
      await page.keyboard.press('Control+z')
      await page.keyboard.press('Control+Shift+z')
    }
    await page.waitForTimeout(1000)
    await opened(segue, 'g-1', 'g-2', 'g-3', 'g-4')
    for (let k = 0; k < 5; k++) await page.keyboard.press('Control+z')
    await segue.segment(2).waitFor()
    await eventually(async () => expect(idsOf(await segue.exportCsv())).toHaveLength(1))
    expect(await page.getByRole('button', { name: /undo/i }).isDisabled()).toBe(true)
  })
})

describe('a link full of faults', () => {
  it('is answered with three sentences and a count', async () => {
    const wrong = Array.from({ length: 40 }, (_, k) => `&outcome.${k}=x`).join('')
    const { segue, page, watch } = await harness.visit({ hash: `#v=1&sample=search${wrong}` })
    const notice = segue.notice(/Parts of the link/)
    await notice.waitFor()
    expect(await notice.getByRole('listitem').allTextContents()).toEqual([
      'outcome.0: “x” is not a number; the default is used.',
      'outcome.1: “x” is not a number; the default is used.',
      'outcome.2: “x” is not a number; the default is used.',
      'and 37 more',
    ])
    await segue.paste('https://example.org/#v=1&sample=search&gamma=7')
    await eventually(async () => {
      expect(await notice.getByRole('listitem').allTextContents()).toEqual([
        'gamma: “7” is not a number from 0 to 1; the default is used.',
      ])
    })
    expect(await page.getByText(/Parts of the link/).count()).toBe(1)
    expect(watch.problems).toEqual([])
  })

  it('pasted over an open trace does not claim that a sample is shown', async () => {
    const { segue } = await harness.visit()
    await segue.openFiles(TWO_ONE)
    await opened(segue, 'A')
    await segue.paste('https://example.org/#v=1&d=abcdef')
    await segue.notice(/The trace in the link .* What was open stays\./).waitFor()
    await opened(segue, 'A')
  })
})

describe('a drop without files', () => {
  it('gets a sentence', async () => {
    const { segue, page, watch } = await harness.visit()
    await page.evaluate(() => {
      const transfer = {
        types: ['Files'],
        files: [],
        items: [
          {
            kind: 'file',
            webkitGetAsEntry: () => ({
              isFile: false,
              isDirectory: true,
              name: 'empty',
              fullPath: '/empty',
              createReader: () => ({ readEntries: (done: (some: []) => void) => done([]) }),
            }),
          },
        ],
      }
      const drop = new Event('drop', { bubbles: true, cancelable: true })
      Object.defineProperty(drop, 'dataTransfer', { value: transfer })
      document.body.dispatchEvent(drop)
    })
    await segue.notice(/holds no file/).waitFor()
    expect(watch.problems).toEqual([])
  })
})

describe('numbers that float32 cannot hold', () => {
  it('are drawn and told like any other', async () => {
    const { segue, page, watch } = await harness.visit()
    const row = {
      rollout_id: 'H',
      response_mask: [1, 1, 1],
      values: [1e39, -1e39, 1e39],
      reward: 1,
    }
    await segue.openFiles({ name: 'huge.jsonl', text: JSON.stringify(row) })
    await opened(segue, 'H')
    await page
      .getByRole('img', { name: /A from −1e39 to 1.01e39/ })
      .first()
      .waitFor()
    const drawn = await page.getByRole('main').evaluate((main) => main.outerHTML)
    expect(drawn).not.toMatch(/Infinity|NaN/)
    expect(watch.problems).toEqual([])
  })
})

describe('a decimal comma', () => {
  it('is read as the decimal point it means', async () => {
    const { segue, page } = await harness.visit()
    const box = segue.numberBox('γ')
    await box.click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('0,5')
    await page.keyboard.press('Enter')
    expect(await box.inputValue()).toBe('0.5')
    // What writes links may still be on its way.
    await page.waitForURL(/gamma=0\.5/)
  })
})

describe('approximate tokens', () => {
  it('are marked in the picture’s counts too', async () => {
    const { segue, page } = await harness.visit()
    await segue.openFiles(VERL)
    await page.getByText(/≈\d+ of ≈\d+ positions are action tokens/).waitFor()
    await page.getByText(/positions 0–\d+ of ≈\d+/).waitFor()
    await page
      .getByRole('img', { name: /response ≈\d+ tokens/ })
      .first()
      .waitFor()
  })
})
