/** Files that a person opens: read by content, shown at once, refused in a sentence. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type AdvantageTable, actionRows, idsOf } from './csv.ts'
import {
  BAD_LENGTH,
  CLAUDE_CODE,
  GROUP,
  HOSTILE,
  NOT_A_TRACE,
  OTHER_COLUMNS,
  PARTLY_BAD,
  STEPS,
  TWO_ONE,
  VERL,
} from './files.ts'
import { largestError } from './gae.ts'
import type { SeguePage } from './page.ts'
import { Harness } from './support.ts'

let harness: Harness
beforeAll(async () => {
  harness = await Harness.start('none')
})
afterEach(() => harness.closeContexts())
afterAll(() => harness.stop())

const eventually = (check: () => Promise<void>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 300 })

/** The export, once it is of the wanted rollouts. */
async function exportOf(segue: SeguePage, ...ids: readonly string[]): Promise<AdvantageTable> {
  let table: AdvantageTable | undefined
  await eventually(async () => {
    table = await segue.exportCsv()
    expect(idsOf(table)).toEqual(ids)
  })
  return table as AdvantageTable
}

async function expectAdvantages(
  segue: SeguePage,
  want: { readonly a?: readonly number[]; readonly b?: readonly number[] },
): Promise<void> {
  await eventually(async () => {
    const rows = actionRows(await segue.exportCsv())
    if (want.a)
      expect(
        largestError(
          rows.map((r) => r.advantage_a),
          want.a,
        ),
      ).toBeLessThan(1e-6)
    if (want.b)
      expect(
        largestError(
          rows.map((r) => r.advantage_b),
          want.b,
        ),
      ).toBeLessThan(1e-6)
  })
}

describe('a canonical JSONL', () => {
  it('gives the seed numbers: cross-segment, CompactionRL and the literal order', async () => {
    const { segue, watch } = await harness.visit()
    await segue.openFiles(TWO_ONE)
    await exportOf(segue, 'A')
    await segue.setNumber('γ', 1)
    await segue.setNumber('λ', 0.8)
    await segue.chooseEstimator('A', 'compaction-gae')
    await expectAdvantages(segue, { a: [0.544, 0.48, 0.4], b: [0.616, 0.52, 0.4] })
    await segue.chooseOption('B', /order/i, 'literal')
    await expectAdvantages(segue, { b: [-0.12, -0.4, 0.504] })
    expect(watch.problems).toEqual([])
  })

  it('gives a group 1, 0, 1, 1 the baselines 0.577 and −1.732', async () => {
    const { segue } = await harness.visit()
    await segue.openFiles(GROUP)
    await exportOf(segue, 'g-1', 'g-2', 'g-3', 'g-4')
    await segue.chooseEstimator('B', 'grpo')
    const [up, down] = [1 / Math.sqrt(3), -Math.sqrt(3)]
    await expectAdvantages(segue, { b: [up, up, down, down, down, up, up, up] })
  })

  it('can be dropped anywhere on the page', async () => {
    const { segue } = await harness.visit()
    await segue.dropFiles(TWO_ONE)
    await exportOf(segue, 'A')
  })

  it('can be pasted', async () => {
    const { segue } = await harness.visit()
    await segue.paste(TWO_ONE.text)
    await exportOf(segue, 'A')
  })

  it('can be several files at once', async () => {
    const { segue } = await harness.visit()
    await segue.openFiles(TWO_ONE, GROUP)
    await exportOf(segue, 'A', 'g-1', 'g-2', 'g-3', 'g-4')
  })
})

describe('files of other programs', () => {
  it('reads verl rollouts, and says that tokens are approximate and values synthetic', async () => {
    const { segue, page, watch } = await harness.visit()
    await segue.openFiles(VERL)
    const table = await exportOf(segue, '7c9e-aa_0', '7c9e-aa_1')
    const first = table.rows.filter((row) => row.rollout_id === '7c9e-aa_0')
    expect(new Set(first.map((row) => row.segment_index))).toEqual(new Set([0, 1]))
    await page
      .getByText(/approximate/i)
      .first()
      .waitFor()
    await page
      .getByText(/synthetic/i)
      .first()
      .waitFor()
    expect(watch.problems).toEqual([])
  })

  it('reads a Claude Code session whatever its name, and asks for its outcome', async () => {
    const { segue, page, watch } = await harness.visit()
    await segue.openFiles(CLAUDE_CODE)
    const table = await exportOf(segue, 's1')
    expect(new Set(table.rows.map((row) => row.segment_index))).toEqual(new Set([0, 1]))
    await page
      .getByText(/approximate/i)
      .first()
      .waitFor()
    await page.getByText('quantum-state × 2').waitFor()
    await segue.setOutcomeOfAll(1)
    await eventually(async () => {
      const rows = actionRows(await segue.exportCsv())
      expect(rows[rows.length - 1].advantage_b).not.toBe(0)
    })
    expect(watch.problems).toEqual([])
  })
})

describe('a file that cannot be read', () => {
  it('gets a dialog with line and field, and the old trace stays', async () => {
    const { segue, watch } = await harness.visit()
    const before = await segue.exportCsv()
    await segue.openFiles(BAD_LENGTH)
    const text = await segue.dialogText()
    expect(text).toContain('wrong.jsonl')
    expect(text).toMatch(/line 2/i)
    expect(text).toContain('values')
    expect(text).toMatch(/JSON/i)
    await segue.page.keyboard.press('Escape')
    await segue.dialog.waitFor({ state: 'detached' })
    expect((await segue.exportCsv()).rows).toEqual(before.rows)
    expect(watch.problems).toEqual([])
  })

  it('is told what is accepted when it is no trace at all', async () => {
    const { segue } = await harness.visit()
    await segue.openFiles(NOT_A_TRACE)
    const text = await segue.dialogText()
    expect(text).toContain('notes.jsonl')
    expect(text).toMatch(/verl/i)
    expect(text).toMatch(/Claude Code/i)
  })

  it('leaves out a rollout with a bad row, lists it, and shows the rest', async () => {
    const { segue } = await harness.visit()
    await segue.openFiles(PARTLY_BAD)
    await exportOf(segue, 'Y')
    await segue.showProblems()
    // The list is a chunk of its own.
    await expect.poll(() => segue.dialogText(), { timeout: 15_000 }).toMatch(/line 2\D/)
  })
})

describe('a hostile file', () => {
  it('is only ever text', async () => {
    const { segue, page, watch } = await harness.visit()
    await segue.openFiles(HOSTILE)
    await exportOf(segue, '<script>window.hostile=1</script>')
    await page.getByText('<script>window.hostile=1</script>').first().waitFor()
    expect(await page.evaluate(() => 'hostile' in window)).toBe(false)
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(watch.problems).toEqual([])
  })
})

describe('a table that no format knows', () => {
  it('is mapped in a dialog, and saved with its advantages it opens as a known format', async () => {
    const { segue, page, watch } = await harness.visit()
    await segue.openFiles(OTHER_COLUMNS)
    const dialog = page.getByRole('dialog', { name: 'Which column is what?' })
    await dialog.getByText('2 rollouts').waitFor()
    await dialog.getByRole('combobox', { name: 'Reward' }).selectOption('won')
    await dialog.getByText('2 with an outcome').waitFor()
    await dialog.getByRole('button', { name: 'Open' }).click()
    await exportOf(segue, 'a', 'b')
    await eventually(async () => expect(await segue.link()).toContain('map.reward=won'))

    await segue.exportButton.click()
    await page.getByRole('menuitem', { name: /^Trace with advantages/ }).click()
    const save = page.getByRole('dialog', { name: 'Save the trace' })
    await save.getByRole('radio', { name: 'npz' }).check({ force: true })
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      save.getByRole('button', { name: 'Save', exact: true }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('dump-with-b.npz')
    await page.keyboard.press('Escape')
    await segue.fileInput.setInputFiles(await saved.path())
    await page.getByText('canonical-npz').first().waitFor()
    await exportOf(segue, 'a', 'b')
    expect(watch.problems).toEqual([])
  })
})

describe('files of several training steps', () => {
  it('open together, and a chosen step is the batch: list, group advantages, link', async () => {
    const { segue, page } = await harness.visit()
    await segue.openFiles(...STEPS)
    await segue.chooseEstimator('B', 'grpo')
    await page.getByRole('combobox', { name: 'Step' }).selectOption('13')
    // Outcomes 2 and 0 of one prompt: mean 1, standard deviation 1.
    const table = await exportOf(segue, 'step 13 row 3', 'step 13 row 4')
    const advantages = actionRows(table).map((row) => row.advantage_b)
    expect(new Set(advantages)).toEqual(new Set([1, -1]))
    expect(await segue.link()).toContain('step=13')
    await eventually(async () => {
      expect(await page.getByText('The batch is training step 13: 2 of 4 rollouts.').count()).toBe(
        1,
      )
    })
  })
})
