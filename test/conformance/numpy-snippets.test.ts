import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ESTIMATORS } from '../../src/credit/registry.ts'
import { numpy, TEMPLATES } from '../../src/credit/settings/numpy/numpy.ts'
import { settingsOf } from '../../src/credit/settings/settings.ts'
import { type ConformanceCase, parseCases } from '../support/conformance.ts'
import { runScripts } from '../support/python.ts'
import { mismatch, pageSettings } from '../support/snippets.ts'

const folder = new URL('./cases/', import.meta.url)
const cases = readdirSync(folder)
  .flatMap((name) => parseCases(readFileSync(new URL(name, folder), 'utf8'), name))
  .filter((one): one is ConformanceCase => 'estimator' in one && one.estimator !== undefined)

const snippetOf = ({ estimator = '', options = {} }: ConformanceCase): string =>
  numpy.write(settingsOf(pageSettings(estimator, options), 'a')).text

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
