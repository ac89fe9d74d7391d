/** What the page says and asks, so that nobody has to find it out alone. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TraceFile } from './files.ts'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const fileOf = (name: string, rows: readonly object[]): TraceFile => ({
  name,
  text: `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`,
})

const NO_OUTCOMES = fileOf('open.jsonl', [
  { rollout_id: 'p', group_id: 'g', response_mask: [1, 1] },
  { rollout_id: 'q', group_id: 'g', response_mask: [1, 1, 1] },
])

/** Values that no link of 8000 characters holds. */
const LONG = fileOf('long.jsonl', [
  {
    rollout_id: 'p',
    response_mask: Array.from({ length: 4000 }, () => 1),
    values: Array.from({ length: 4000 }, (_, i) => Math.sin(i * 12.9898) / 3),
    reward: 1,
  },
])

describe('a trace without outcomes', () => {
  it('is asked for them above the picture; with an answer GRPO becomes available', async () => {
    const { segue, page } = await harness.visit()
    await segue.openFiles(NO_OUTCOMES)
    await page.getByText('No outcome recorded for 2 rollouts.').waitFor()
    const reason = page.getByText(
      /GRPO, RLOO, Lite PPO, REINFORCE\+\+ baseline: No rollout of this trace has an outcome/,
    )
    await reason.waitFor()
    const own = page.getByRole('group', { name: /^this rollout/i })
    expect(await own.getByText('as above').count()).toBe(0)
    await segue.answerOutcome(1)
    await reason.waitFor({ state: 'detached' })
    await own.getByText('as above').waitFor()
    await segue.chooseEstimator('B', 'grpo')
    await page.getByText('All 2 outcomes of this group are equal: no signal.').first().waitFor()
  })

  it('is told of a column that is named nearly as theirs', async () => {
    const { segue, page } = await harness.visit()
    await segue.openFiles(
      fileOf('typo.jsonl', [{ rollout_id: 'p', response_mask: [1, 1], Reward: 1 }]),
    )
    await page.getByText('The file has a column Reward: is reward meant?').waitFor()
  })
})

describe('a file without a cut', () => {
  it('says that the two GAEs are one, and offers group baselines', async () => {
    const { segue, page } = await harness.visit()
    const rows = ['p', 'q'].map((rollout_id, k) => ({
      rollout_id,
      group_id: 'g',
      response_mask: [1, 1],
      reward: k,
    }))
    await segue.openFiles(fileOf('uncut.jsonl', rows))
    await page.getByText(/No rollout of this file is cut/).waitFor()
    await page.getByRole('button', { name: 'Compare GRPO with RLOO' }).click()
    expect(await segue.estimator('A').inputValue()).toBe('grpo')
    expect(await segue.estimator('B').inputValue()).toBe('rloo')
    await page.getByText('Your file stays on this device.').waitFor()
  })
})

describe('samples', () => {
  it('open with the estimators that make their point, and a sentence that goes with them', async () => {
    const { segue, page } = await harness.visit()
    const hint = page.getByRole('complementary', { name: 'First steps' })
    await hint.getByText(/early segments do not see/).waitFor()
    await segue.openSample('bug')
    await hint.getByText(/four attempts at one bug/).waitFor()
    expect(await segue.estimator('A').inputValue()).toBe('per-segment-gae')
    expect(await segue.estimator('B').inputValue()).toBe('grpo')
    await segue.chooseEstimator('B', 'concat-gae')
    await hint.getByText(/not the sample’s own settings: .* B GRPO, γ 1, λ 0.99/i).waitFor()
    await hint.getByRole('button', { name: 'Back to the sample’s settings' }).click()
    await hint.getByText(/four attempts at one bug/).waitFor()
    expect(await segue.estimator('B').inputValue()).toBe('grpo')
    await segue.openSample('batch')
    await hint.getByText(/256 rollouts/).waitFor()
    expect(await segue.estimator('B').inputValue()).toBe('cross-segment-gae')
    await segue.segment(3).waitFor()
  })

  it('named in a link have what the link says', async () => {
    const { segue } = await harness.visit({ hash: '#v=1&sample=bug&a=concat-gae' })
    expect(await segue.estimator('A').inputValue()).toBe('concat-gae')
    expect(await segue.estimator('B').inputValue()).toBe('cross-segment-gae')
  })
})

describe('the boundaries', () => {
  it('stay for A, and say that GRPO hands nothing over', async () => {
    const { segue, page } = await harness.visit({ hash: '#v=1&sample=search&b=grpo' })
    await page.getByText('GRPO hands nothing over between segments.').waitFor()
    expect(await segue.boundaries().count()).toBe(2)
    await page.getByText('Group of 1: advantage 0 (option singleton).').waitFor()
  })

  it('are described in the direction in which the order goes', async () => {
    const { page } = await harness.visit({ hash: '#v=1&sample=search&b.order=literal' })
    await page.getByText(/the earlier segment hands three numbers to the later one/).waitFor()
    expect(await page.getByText(/the later segment hands three numbers/).count()).toBe(0)
  })

  it('stay where they are when a token is pinned', async () => {
    const { page } = await harness.visit({ hash: '#v=1&sample=search&token=0.3' })
    await page.getByText('pinned').first().waitFor()
    const top = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? Number.NaN
    expect(await top('Boundaries')).toBeLessThan(await top('Token'))
  })
})

describe('controls', () => {
  it('say what became of a number beyond the ends', async () => {
    const { segue, page } = await harness.visit()
    await segue.setNumber('γ', 3)
    await page.getByText('γ lies between 0 and 1').waitFor()
    expect(await segue.numberBox('γ').inputValue()).toBe('1')
  })

  it('without effect are off, with the reason', async () => {
    const { segue, page } = await harness.visit({ hash: '#v=1&sample=bug&a=grpo&b=grpo' })
    await page.getByText('Greyed sliders have no effect under A and B.').waitFor()
    for (const name of ['γ', 'λ', 'λ critic'] as const) {
      expect(await segue.slider(name).isDisabled(), name).toBe(true)
    }
  })

  it('lead to the papers in a page of their own', async () => {
    const { page } = await harness.visit({ hash: '#v=1&sample=bug&b=grpo' })
    await page.locator('[data-slot=b]').getByRole('button', { name: 'About GRPO' }).click()
    const link = page.getByRole('link', { name: 'arXiv:2402.03300' })
    expect(await link.getAttribute('href')).toBe('https://arxiv.org/abs/2402.03300')
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('rel')).toContain('noopener')
  })

  it('say what a rule of post-processing does, before it is chosen and after', async () => {
    const { segue, page } = await harness.visit({ hash: '#v=1&sample=bug&b=grpo' })
    const slot = page.locator('[data-slot=b]')
    await slot.getByRole('button', { name: 'Options of B' }).click()
    await slot.getByText('Post-processing').click()
    await slot.getByRole('button', { name: 'About keep' }).click()
    await segue.dialog.getByRole('heading', { name: 'positive advantage' }).waitFor()
    await page.keyboard.press('Escape')
    await slot.getByRole('combobox', { name: 'keep' }).selectOption('positive-reward')
    await slot.getByRole('button', { name: 'About keep: positive reward' }).click()
    await segue.dialog.getByText(/give the two right ones \+0\.962/).waitFor()
    await segue.dialog.getByText('outcomes of the rollouts').waitFor()
  })

  it('and the list stays as it was left when the rule is taken back', async () => {
    const { segue, page } = await harness.visit({ hash: '#v=1&sample=bug&b=grpo' })
    const slot = page.locator('[data-slot=b]')
    await slot.getByRole('button', { name: 'Options of B' }).click()
    await slot.getByText('Post-processing').click()
    const keep = slot.getByRole('combobox', { name: 'keep' })
    await keep.selectOption('positive-reward')
    expect(await segue.link()).toContain('positive-reward')
    await keep.selectOption('all')
    expect(await segue.link()).not.toContain('positive-reward')
    expect(await keep.isVisible()).toBe(true)
  })
})

describe('a link', () => {
  it('to a rollout far down shows it in the list', async () => {
    const { page } = await harness.visit({ hash: '#v=1&sample=batch&rollout=g30-r5' })
    const row = page.getByRole('option', { name: /^g30-r5/ })
    await row.waitFor()
    const list = await page.getByRole('listbox').boundingBox()
    const box = await row.boundingBox()
    expect(list && box && box.y >= list.y && box.y + box.height <= list.y + list.height).toBe(true)
  })

  it('that cannot carry the values says so and offers the file', async () => {
    const { segue, page } = await harness.visit()
    await segue.openFiles(LONG)
    await page.getByText('long.jsonl').first().waitFor()
    await segue.shareButton.click()
    await segue.dialog.getByText(/All numbers would make the link too long/).waitFor()
    await segue.dialog.getByRole('button', { name: 'Download as a file instead' }).waitFor()
  })
})

describe('a small window', () => {
  it.each([390, 1024])('of %i pixels keeps A, B, γ and λ in sight', async (width) => {
    const { segue, page } = await harness.visit({ context: { viewport: { width, height: 800 } } })
    await page.mouse.move(width / 2, 500)
    await page.mouse.wheel(0, 900)
    await page.waitForFunction(() => scrollY > 300)
    for (const control of [
      segue.estimator('A'),
      segue.estimator('B'),
      segue.slider('γ'),
      segue.numberBox('λ'),
    ]) {
      const box = await control.boundingBox()
      expect(box && box.y >= 0 && box.y < 80 && box.x + box.width <= width).toBe(true)
    }
    await segue.slider('γ').press('ArrowLeft')
    expect(await segue.numberBox('γ').inputValue()).toBe('0.999')
  })
})
