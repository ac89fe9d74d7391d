/** What a person can do on the page, in one place: every accessible name the tests rely on is here. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { type AdvantageTable, parseAdvantages } from './csv.ts'
import type { TraceFile } from './files.ts'

export type SampleId = 'search' | 'bug' | 'batch'

const SAMPLES: Readonly<Record<SampleId, RegExp>> = {
  search: /search/i,
  bug: /bug/i,
  batch: /256/,
}

export type SliderName = 'γ' | 'λ' | 'λ critic' | 'ε low' | 'ε high'

/** Spoken names; the visible label is the letter. */
const SLIDERS: Readonly<Record<SliderName, RegExp>> = {
  γ: /γ$/,
  λ: /λ$/,
  'λ critic': /critic/i,
  'ε low': /ε low$/,
  'ε high': /ε high$/,
}

const wire = ({ name, text }: TraceFile) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
})

export class SeguePage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The first numbers are on the screen. */
  async ready(): Promise<void> {
    await this.exportButton.waitFor()
    await this.segment(0).waitFor()
  }

  get fileInput(): Locator {
    return this.page.getByLabel('Open trace files').and(this.page.locator('input[type=file]'))
  }

  get openButton(): Locator {
    return this.page.getByRole('button', { name: 'Open trace files' })
  }

  get shareButton(): Locator {
    return this.page.getByRole('button', { name: 'Share' })
  }

  get exportButton(): Locator {
    return this.page.getByRole('button', { name: 'Export' })
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  slider(name: SliderName): Locator {
    return this.page.getByRole('slider', { name: SLIDERS[name] })
  }

  numberBox(name: SliderName): Locator {
    return this.page.getByRole('spinbutton', { name: SLIDERS[name] })
  }

  estimator(slot: 'A' | 'B'): Locator {
    return this.page.getByRole('combobox', { name: `Estimator ${slot}` })
  }

  /** Name of a segment, wherever it stands (row, table, bar). */
  segment(index: number): Locator {
    return this.page
      .locator('main')
      .getByText(new RegExp(`segment ${index}\\b`, 'i'))
      .first()
  }

  boundaryRows(): Locator {
    return this.page.getByRole('table', { name: /boundar/i }).locator('tbody tr')
  }

  /** What the number boxes say. */
  async settings(): Promise<{ gamma: number; lambda: number; lambdaCritic: number }> {
    const read = async (name: SliderName) => Number(await this.numberBox(name).inputValue())
    return {
      gamma: await read('γ'),
      lambda: await read('λ'),
      lambdaCritic: await read('λ critic'),
    }
  }

  async setNumber(name: SliderName, value: number): Promise<void> {
    const box = this.numberBox(name)
    await box.fill(String(value))
    await box.press('Enter')
  }

  async chooseEstimator(slot: 'A' | 'B', id: string): Promise<void> {
    await this.estimator(slot).selectOption(id)
  }

  async openFiles(...files: readonly TraceFile[]): Promise<void> {
    await this.fileInput.setInputFiles(files.map(wire))
  }

  /** Drops files in the middle of the page, as from a file manager. */
  async dropFiles(...files: readonly TraceFile[]): Promise<void> {
    const transfer = await this.page.evaluateHandle((dropped) => {
      const data = new DataTransfer()
      for (const { name, text } of dropped) data.items.add(new File([text], name))
      return data
    }, files)
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await this.page.dispatchEvent('body', type, { dataTransfer: transfer })
    }
  }

  async paste(text: string): Promise<void> {
    await this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, text)
  }

  /** Chooses one of the built-in samples. */
  async openSample(id: SampleId): Promise<void> {
    await this.page.getByRole('button', { name: /sample/i }).click()
    await this.page.getByRole('menuitemradio').filter({ hasText: SAMPLES[id] }).click()
  }

  /** Chooses one value of an option of a slot, by its public names. */
  async chooseOption(slot: 'A' | 'B', option: string, value: string): Promise<void> {
    const toggle = this.page.getByRole('button', { name: `Options of ${slot}` })
    if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
    const group = this.page
      .locator(`[data-slot=${slot.toLowerCase()}]`)
      .getByRole('group', { name: new RegExp(option, 'i') })
    await group.getByRole('radio', { name: new RegExp(value, 'i') }).check({ force: true })
  }

  /** Answers the question that a trace without rewards asks. */
  async setOutcomeOfAll(outcome: 0 | 1): Promise<void> {
    await this.page
      .getByRole('group', { name: /all without one/i })
      .getByRole('radio', { name: String(outcome), exact: true })
      .check({ force: true })
  }

  async dialogText(): Promise<string> {
    await this.dialog.waitFor()
    return (await this.dialog.textContent()) ?? ''
  }

  notice(text: RegExp): Locator {
    return this.page.getByRole('alert').filter({ hasText: text })
  }

  /** The link from the share dialog, which carries the trace where it is small enough. */
  async shareUrl(): Promise<string> {
    await this.shareButton.click()
    const box = this.dialog.getByRole('textbox').first()
    await this.page.waitForFunction(
      (input) =>
        input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement
          ? input.value.includes('#')
          : false,
      await box.elementHandle(),
    )
    const url = await box.inputValue()
    await this.page.keyboard.press('Escape')
    await this.dialog.waitFor({ state: 'detached' })
    return url
  }

  async setLanguage(language: 'en' | 'zh'): Promise<void> {
    await this.page
      .getByRole('button', { name: /中文|English|language|语言/i })
      .first()
      .click()
    const item = this.page.getByRole('menuitemradio').filter({
      hasText: language === 'zh' ? '中文' : 'English',
    })
    if (await item.count()) await item.click()
    await this.page.locator(`html[lang^=${language}]`).waitFor({ state: 'attached' })
  }

  get compareButton(): Locator {
    return this.page.getByRole('button', { name: /float64|compare/i }).first()
  }

  /** The result of comparing the running engine with float64. */
  agreement(): Locator {
    return this.page.getByText(/agrees|largest|relative/i).first()
  }

  private async download(item: string): Promise<string> {
    await this.exportButton.click()
    const waiting = this.page.waitForEvent('download')
    await this.page.getByRole('menuitem', { name: item }).click()
    const download = await waiting
    return readFile(await download.path(), 'utf8')
  }

  async exportCsv(): Promise<AdvantageTable> {
    return parseAdvantages(await this.download('Advantages (CSV)'))
  }

  async exportJson(): Promise<unknown> {
    return JSON.parse(await this.download('Advantages (JSON)'))
  }

  /** The link in the address bar, once it has stopped changing (it is written with a delay). */
  async link(): Promise<string> {
    let before = ''
    let now = this.page.url()
    while (now !== before) {
      before = now
      await this.page.waitForTimeout(700)
      now = this.page.url()
    }
    return now
  }

  /** The status chip's text: which engine runs, and why. */
  async engine(): Promise<string> {
    const chip = this.page.getByRole('button', { name: /engine/i }).first()
    const [text, name, title] = [
      await chip.textContent(),
      await chip.getAttribute('aria-label'),
      await chip.getAttribute('title'),
    ]
    return [text, name, title].filter(Boolean).join(' · ')
  }
}

/** A link with its version or one of its parts made unreadable. */
export const damagedLink = (hash: string): string => hash.replace(/([#&])v=\d+/, '$1v=%00broken')

/** A link of a version that does not exist yet. */
export const newerLink = (hash: string): string => hash.replace(/([#&])v=\d+/, '$1v=99')
