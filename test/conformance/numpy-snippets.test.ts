import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Options } from '../../src/credit/options.ts'
import { ESTIMATORS } from '../../src/credit/registry.ts'
import { numpy, TEMPLATES } from '../../src/credit/settings/numpy/numpy.ts'
import { settingsOf } from '../../src/credit/settings/settings.ts'
import { plainFormula } from '../../src/ui/formula/plain.ts'
import { type ConformanceCase, parseCases } from '../support/conformance.ts'
import { runScripts } from '../support/python.ts'
import { mismatch, pageSettings } from '../support/snippets.ts'

const folder = new URL('./cases/', import.meta.url)
const cases = readdirSync(folder)
  .flatMap((name) => parseCases(readFileSync(new URL(name, folder), 'utf8'), name))
  .filter((one): one is ConformanceCase => 'estimator' in one && one.estimator !== undefined)

const snippetOf = ({ estimator = '', options = {} }: ConformanceCase): string =>
  numpy.write(settingsOf(pageSettings(estimator, options), 'a')).text

/** As the dialog shows it, with the estimator's formula. */
function shown(estimator: string, options: Options = {}): readonly string[] {
  const settings = settingsOf(pageSettings(estimator, options), 'a')
  const formula = settings.estimator.tex.map(plainFormula)
  return numpy
    .write({ ...settings, formula })
    .text.trimEnd()
    .split('\n')
}

/** What people turn on most, one at a time. */
const USUAL: readonly Options[] = [
  { whiten: 'batch' },
  { lambdaRule: 'length-adaptive' },
  { lambdaRule: 'length-adaptive', lambdaLength: 'segment' },
  { lambdaCritic: 1 },
  { truncation: 'terminal' },
  { truncation: 'egae' },
  { observations: 'dense' },
  { keep: 'positive-reward' },
  { keep: 'positive-advantage' },
  { overlong: 'mask' },
  { overlong: 'soft-penalty' },
  { maskEnded: 'truncated' },
]

describe('the length of the numpy snippet', () => {
  it.each(ESTIMATORS.map(({ id }) => id))(
    '%s by default is at most 30 lines, comments and blank ones too',
    (id) => {
      expect(shown(id).length).toBeLessThanOrEqual(30)
      // As the page opens: the critic has a λ of its own.
      expect(shown(id, { lambdaCritic: 1 }).length).toBeLessThanOrEqual(30)
    },
  )

  it.each([
    'per-segment-gae',
    'cross-segment-gae',
    'concat-gae',
    'discounted-return',
    'grpo',
    'rloo',
    'lite-ppo',
    'chunk-return',
    'reinforce-pp',
  ])('%s stays there with any usual option', (id) => {
    for (const options of USUAL) {
      expect(shown(id, options).length, JSON.stringify(options)).toBeLessThanOrEqual(30)
    }
  })

  it('of the formula is spent only where there is room', () => {
    expect(shown('grpo').join('\n')).toContain('μ')
    expect(shown('gigpo').join('\n')).not.toContain('Σ')
  })
})

describe('the numpy snippet', () => {
  it('has a template for every estimator', () => {
    expect(Object.keys(TEMPLATES).sort()).toEqual(ESTIMATORS.map(({ id }) => id).sort())
  })

  it('gives the numbers of every estimator case', { timeout: 120_000 }, () => {
    const scripts = cases.map((one) => ({ id: one.id, code: snippetOf(one), rows: one.rows ?? [] }))
    const wrong = runScripts(scripts).flatMap((ran, i) => {
      if ('error' in ran) return [`${ran.id}: ${ran.error}\n${scripts[i].code}`]
      const { printed } = ran
      const { advantages, returns } = cases[i].expected ?? {}
      const fault = mismatch(printed.advantages, advantages) ?? mismatch(printed.returns, returns)
      return fault === undefined ? [] : [`${ran.id}: ${fault}\n${scripts[i].code}`]
    })
    expect(wrong.slice(0, 3).join('\n')).toBe('')
    expect(scripts.length).toBeGreaterThan(300)
  })
})
