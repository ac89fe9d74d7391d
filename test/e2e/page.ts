/** What a person can do on the page, in one place: every accessible name the tests rely on is here. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { type AdvantageTable, parseAdvantages } from './csv.ts'
import type { TraceFile } from './files.ts'

export type SampleId = 'search' | 'bug' | 'shop' | 'batch'

const SAMPLES: Readonly<Record<SampleId, RegExp>> = {
  search: /search/i,
  bug: /bug/i,
  shop: /shop/i,
  batch: /256/,
}

export type PanelName = 'Ratio and loss' | 'Weights' | 'Groups' | 'Where trainers differ'

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
    return this.page.locator('input[type=file]')
  }

  get shareButton(): Locator {
    return this.page.getByRole('button', { name: /^Share/ })
  }

  get exportButton(): Locator {
    return this.page.getByRole('button', { name: /^Export/ })
  }

  get dialog(): Locator {
    return this.page.locator('dialog[open]')
  }

  slider(name: SliderName): Locator {
    return this.page.getByRole('slider', { name: SLIDERS[name] })
  }

  numberBox(name: SliderName): Locator {
    return this.page.getByRole('spinbutton', { name: SLIDERS[name] })
  }

  /** Unfolds the two ε sliders; they are open where the trace has log-probs. */
  async openClipRange(): Promise<void> {
    if (await this.slider('ε low').isVisible()) return
    await this.page.getByText('Clip range ε').click()
  }

  estimator(slot: 'A' | 'B'): Locator {
    return this.page.getByRole('combobox', { name: `Estimator ${slot}` })
  }

  /** Opens what the registry says of a slot's estimator. */
  async about(slot: 'A' | 'B'): Promise<void> {
    const slots = this.page.locator(`[data-slot=${slot.toLowerCase()}]`)
    await slots.getByRole('button', { name: /^About/ }).click()
  }

  /** The picture of one segment's row. */
  segment(index: number): Locator {
    return this.page.getByRole('img', { name: new RegExp(`^segment ${index}\\b`, 'i') })
  }

  /** Unfolds a panel that has nothing of its own to say yet. */
  async openPanel(name: PanelName): Promise<void> {
    const heading = this.page.getByRole('button', { name, exact: true })
    // A panel may unfold by itself between the look and the click.
    for (let attempt = 0; attempt < 3; attempt++) {
      if ((await heading.getAttribute('aria-expanded')) === 'true') return
      await heading.click()
    }
  }

  /** The rule of the policy loss, or the one it is compared with. */
  ratioRule(which: 'Ratio rule' | 'Compare with'): Locator {
    return this.page.getByRole('combobox', { name: which, exact: true })
  }

  /** Cells of one row of the table of what the ratio rule does. */
  async lossShares(of: 'rollout' | 'batch', row: RegExp): Promise<readonly string[]> {
    const table = this.page.getByRole('table', { name: new RegExp(`^Dropped.*${of}$`) })
    return table.getByRole('row', { name: row }).getByRole('cell').allTextContents()
  }

  /** Row groups of the table of what is handed over at each cut. */
  boundaries(): Locator {
    return this.page.getByRole('table', { name: /handed over/i }).locator('tbody')
  }

  /** The table of ∂A/∂R by segment. */
  reach(): Locator {
    return this.page.getByRole('table', { name: /∂Â\/∂R/ })
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
    await this.page.getByRole('button', { name: /^samples/i }).click()
    await this.page.getByRole('menuitemradio').filter({ hasText: SAMPLES[id] }).click()
  }

  /** Chooses one value of an option of a slot, by its public names. */
  async chooseOption(slot: 'A' | 'B', option: RegExp, value: string): Promise<void> {
    const toggle = this.page.getByRole('button', { name: `Options of ${slot}` })
    if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
    const options = this.page.locator(`[data-slot=${slot.toLowerCase()}] .slot-options`)
    // Their code may still be on its way.
    await options.locator('input, select').first().waitFor()
    const radio = this.page.locator(`input[type=radio][value=${value}]`)
    if (await options.locator(radio).count()) {
      // The circle is hidden visually; the label is what a person clicks.
      await options.locator('label').filter({ has: radio }).click()
    } else {
      await options.getByRole('combobox', { name: option }).selectOption(value)
    }
  }

  /** Answers the question that a trace without rewards asks. */
  async setOutcomeOfAll(outcome: 0 | 1): Promise<void> {
    const group = this.page.getByRole('group', { name: /all without one/i })
    await group.getByText(String(outcome), { exact: true }).click()
  }

  /** The same question above the picture. */
  async answerOutcome(outcome: 0 | 1): Promise<void> {
    const group = this.page.getByRole('group', { name: /^count (them|it) as/i })
    await group.getByText(String(outcome), { exact: true }).click()
  }

  /** Opens the list of what was wrong in files that were read all the same. */
  async showProblems(): Promise<void> {
    await this.page.getByRole('button', { name: /problem/i }).click()
  }

  async dialogText(): Promise<string> {
    await this.dialog.waitFor()
    return (await this.dialog.textContent()) ?? ''
  }

  notice(text: RegExp): Locator {
    return this.page.getByRole('status').filter({ hasText: text })
  }

  /** Above the picture: that it is being computed, or belongs to other settings. */
  pictureSign(text: RegExp): Locator {
    return this.page.getByRole('main').getByRole('status').locator('p').filter({ hasText: text })
  }

  /** The link from the share dialog, which carries the trace where it is small enough. */
  async shareUrl(): Promise<string> {
    await this.shareButton.click()
    const box = this.dialog.getByRole('textbox', { name: 'Link' })
    await box.waitFor()
    const url = await box.inputValue()
    await this.page.keyboard.press('Escape')
    await this.dialog.waitFor({ state: 'detached' })
    return url
  }

  async setLanguage(language: 'en' | 'zh'): Promise<void> {
    await this.page.getByRole('button', { name: /^(Language|语言)/ }).click()
    const name = language === 'zh' ? '中文' : 'English'
    await this.page.getByRole('menuitemradio', { name }).click()
    await this.page.locator(`html[lang^=${language}]`).waitFor({ state: 'attached' })
  }

  private async download(item: string): Promise<string> {
    await this.exportButton.click()
    return this.downloadBy(this.page.getByRole('menuitem', { name: item }))
  }

  private async downloadBy(control: Locator): Promise<string> {
    // None comes of a trace that makes way for another meanwhile; whoever retries should get to it.
    const [download] = await Promise.all([
      this.page.waitForEvent('download', { timeout: 7000 }),
      control.click(),
    ])
    return readFile(await download.path(), 'utf8')
  }

  async openCopySettings(): Promise<void> {
    await this.exportButton.click()
    await this.page.getByRole('menuitem', { name: /^Copy settings/ }).click()
  }

  /** The dialog "Copy settings", with a target (`numpy`, `verl`, …) chosen. */
  async copySettings(target: string): Promise<void> {
    await this.openCopySettings()
    await this.dialog.locator('label').filter({ hasText: target }).click()
  }

  /** What the dialog's button puts on the clipboard; the visit needs the clipboard's permissions. */
  async copiedText(): Promise<string> {
    await this.dialog.getByRole('button', { name: 'Copy', exact: true }).click()
    await this.dialog.getByRole('button', { name: 'Copied' }).waitFor()
    return this.page.evaluate(() => navigator.clipboard.readText())
  }

  /** Canonical rows, one per line, as the dialog hands them to a snippet. */
  async copiedRows(): Promise<readonly unknown[]> {
    const rows = this.dialog.getByRole('button', { name: 'Download the rows' })
    const text = await this.downloadBy(rows)
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
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
      // By the page's own clock: on a busy machine its timers are late.
      await this.page.evaluate(() => new Promise((rest) => setTimeout(rest, 350)))
      now = this.page.url()
    }
    return now
  }

  get engineChip(): Locator {
    return this.page.getByRole('button', { name: /^Engine:/ })
  }

  /** The status chip's text and reason: which engine runs, and why. */
  async engine(): Promise<string> {
    const reason = await this.engineChip.getAttribute('title')
    return `${await this.engineChip.textContent()} (${reason})`
  }

  /** Asks for the comparison with float64; the card with its outcome. */
  async compareWithFloat64(): Promise<string> {
    await this.engineChip.click()
    await this.page.getByRole('button', { name: 'Compare with float64' }).click()
    const card = this.page.getByRole('status').filter({ hasText: 'Largest relative error' })
    return (await card.textContent()) ?? ''
  }
}

/** A link with its version or one of its parts made unreadable. */
export const damagedLink = (hash: string): string => hash.replace(/([#&])v=\d+/, '$1v=%00broken')

/** A link of a version that does not exist yet. */
export const newerLink = (hash: string): string => hash.replace(/([#&])v=\d+/, '$1v=99')
