import { describe, expect, it } from 'vitest'
import { createEvaluation, setParameters } from '../../src/credit/evaluate.ts'
import type { OptionSpec, Options } from '../../src/credit/options.ts'
import { ESTIMATORS, optionsOf } from '../../src/credit/registry.ts'
import { numpy } from '../../src/credit/settings/numpy/numpy.ts'
import { type PageSettings, settingsOf } from '../../src/credit/settings/settings.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { readTrace } from '../../src/formats/read.ts'
import type { Batch, FloatColumn } from '../../src/trace/batch.ts'
import { prepareAny } from '../../src/trace/prepare-fitted.ts'
import { runScripts } from '../support/python.ts'
import { mismatch, pageSettings } from '../support/snippets.ts'
import { MIXED_ROWS, SPARSE_ROWS } from './mixed-rows.ts'

async function batchOf(rows: readonly object[]): Promise<Batch> {
  const data = new Blob([rows.map((row) => JSON.stringify(row)).join('\n')])
  const read = await readTrace([{ name: 'mixed.jsonl', data }], () => {})
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  expect(read.value.diagnostics.filter((d) => d.severity === 'error')).toEqual([])
  return read.value.batch
}

/** The page's own numbers: overlays, scan, whitening, post-processing; one list per row of the file. */
async function pageNumbers(base: Batch, page: PageSettings) {
  const { estimator, options, gamma, lambda, lambdaCritic } = settingsOf(page, 'a')
  const batch = prepareAny(base, page.values, page.outcomes).batch
  const evaluation = createEvaluation(batch, estimator, options)
  setParameters(evaluation, { gamma, lambda, lambdaCritic })
  const engine = createReferenceEngine()
  const scans = []
  for (const stage of evaluation.stages) {
    scans.push(await engine.scan(await engine.load(stage.graph), stage.gamma, stage.runs))
  }
  evaluation.receive(scans)
  const byRow = (column: FloatColumn): readonly (readonly number[])[] => {
    const lists: number[][] = []
    for (let s = 0; s < batch.segmentCount; s++) {
      const { start, row } = batch.segment
      lists[row[s]] = Array.from(column.subarray(start[s], start[s + 1]))
    }
    return lists
  }
  return {
    advantages: byRow(evaluation.advantages),
    returns: evaluation.returns && byRow(evaluation.returns),
  }
}

/** Where half the default would do nothing on rows as short as these. */
const NUMBERS: Readonly<Record<string, number>> = {
  lMax: 6,
  lCache: 20_478,
  ddof: 1,
  maskAbove: 1.05,
}

/** Every other value of an option, with what it depends on switched on. */
function variants(spec: OptionSpec): readonly Options[] {
  const values =
    spec.kind === 'choice'
      ? spec.choices.map(({ value }) => value).filter((value) => value !== spec.default)
      : [NUMBERS[spec.name] ?? (spec.default === 0 ? 1e-4 : spec.default / 2)].filter(
          (value) => value !== spec.default,
        )
  const { when } = spec
  const masters = when ? when.is.map((value) => ({ [when.option]: value })) : [{}]
  return values.flatMap((value) => masters.map((master) => ({ ...master, [spec.name]: value })))
}

const changed = (page: PageSettings, part: Partial<PageSettings>): PageSettings => ({
  ...page,
  ...part,
})

const OVERLAYS: readonly Partial<PageSettings>[] = [
  { lambdaCritic: 1 },
  { values: { kind: 'zero' } },
  { values: { kind: 'constant', value: 0.3 } },
  { values: { kind: 'ramp', from: -0.2 } },
  { values: { kind: 'noise', mean: 0.4, amplitude: 0.2, seed: 4_000_000_000 } },
  { values: { kind: 'fitted', ridge: 1.5 } },
  { values: { kind: 'fitted', ridge: 0 } },
  { values: { kind: 'fitted', ridge: 1 }, outcomes: { all: 0.25, byRollout: {} } },
  { outcomes: { all: 0.25, byRollout: {} } },
  { outcomes: { byRollout: { 'no "outcome"': -2 } } },
  { outcomes: { all: 1, byRollout: { 'no "outcome"': 0.5, __proto__x: 1 } } },
]

/** Options that act on the advantages, whoever made them. */
const LATER = ['reweight', 'k', 'h', 'amplify', 'alphaBack', 'q', 'signScope', 'keep', 'chunkMask']
const WITH_ALL = ['per-segment-gae', 'grpo']

const settingsToTry: readonly PageSettings[] = ESTIMATORS.flatMap((estimator) => {
  const specs = optionsOf(estimator).filter(
    ({ name }) => WITH_ALL.includes(estimator.id) || !LATER.includes(name),
  )
  const sliders = { gamma: 0.9, lambda: 0.8 }
  const plain = changed(pageSettings(estimator.id), sliders)
  const options = [{}, ...specs.flatMap(variants)]
  return [
    ...options.map((one) => changed(pageSettings(estimator.id, one), sliders)),
    ...OVERLAYS.map((overlay) => changed(plain, overlay)),
  ]
})

/** Numbers in [0, 1), the same in every run (mulberry32). */
function randoms(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const a = Math.imul(state ^ (state >>> 15), 1 | state)
    const b = (a + Math.imul(a ^ (a >>> 7), 61 | a)) ^ a
    return ((b ^ (b >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Several options and an overlay at once. */
function together(count: number): readonly PageSettings[] {
  const random = randoms(7)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  return Array.from({ length: count }, () => {
    const estimator = pick(ESTIMATORS)
    const all = optionsOf(estimator).flatMap(variants)
    const options = Object.assign({}, ...Array.from({ length: 4 }, () => pick(all)))
    const overlay = random() < 0.4 ? pick(OVERLAYS) : {}
    const page = changed(pageSettings(estimator.id, options), { gamma: 0.9, lambda: 0.8 })
    return changed(page, overlay)
  })
}

/** One entry per snippet that fails or prints something else than the page has. */
async function faults(
  pages: readonly PageSettings[],
  rows = MIXED_ROWS,
): Promise<readonly string[]> {
  const base = await batchOf(rows)
  const scripts = pages.map((page, i) => ({
    id: `${i} ${page.a.estimator} ${JSON.stringify({ ...page, b: undefined })}`,
    code: numpy.write(settingsOf(page, 'a')).text,
    rows,
  }))
  const wrong: string[] = []
  for (const [i, ran] of runScripts(scripts).entries()) {
    const want = await pageNumbers(base, pages[i])
    if ('error' in ran) {
      wrong.push(`${ran.id}: ${ran.error}\n${scripts[i].code}`)
      continue
    }
    const { printed } = ran
    const fault =
      mismatch(printed.advantages, want.advantages) ?? mismatch(printed.returns, want.returns)
    if (fault) wrong.push(`${ran.id}: ${fault}\n${scripts[i].code}`)
  }
  return wrong
}

describe('the numpy snippet on rows with everything that rows may have', () => {
  it('gives the page’s numbers for every option of every estimator, made-up values and typed outcomes', {
    timeout: 120_000,
  }, async () => {
    expect(settingsToTry.length).toBeGreaterThan(400)
    expect((await faults(settingsToTry)).slice(0, 2).join('\n')).toBe('')
  })

  it('gives them where columns are absent or null, and the last segment has no action token', async () => {
    const pages = ESTIMATORS.flatMap(({ id }) =>
      ['bootstrap', 'terminal', 'egae', 'value-as-reward'].map((truncation) =>
        changed(pageSettings(id, { truncation }), { gamma: 0.9, lambda: 0.8 }),
      ),
    )
    expect((await faults(pages, SPARSE_ROWS)).slice(0, 2).join('\n')).toBe('')
  })

  it('has no line above 100 characters and one statement in each', () => {
    for (const page of [...settingsToTry, ...together(300)]) {
      const lines = numpy.write(settingsOf(page, 'a')).text.split('\n')
      // What a person typed may be longer.
      const code = lines.filter((line) => !line.startsWith('typed = '))
      expect(code.filter((line) => line.length > 100 || line.split('#')[0].includes(';'))).toEqual(
        [],
      )
    }
  })

  it('gives them for several options at once', { timeout: 120_000 }, async () => {
    expect((await faults(together(300))).slice(0, 2).join('\n')).toBe('')
  })
})
