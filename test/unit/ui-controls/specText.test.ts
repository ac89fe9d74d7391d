import { describe, expect, it } from 'vitest'
import { ESTIMATORS, optionsOf } from '../../../src/credit/registry.ts'
import { words as boundaryWords } from '../../../src/panels/boundaries/text.ts'
import { specText } from '../../../src/panels/controls/specText.ts'
import {
  choicesZh,
  estimatorsZh,
  helpZh,
  namesEn,
  namesZh,
} from '../../../src/panels/controls/specWords.ts'
import { words as rolloutWords } from '../../../src/panels/rollouts/text.ts'
import { words as segmentWords } from '../../../src/panels/segments/text.ts'
import { textOf } from '../../../src/ui/books.ts'

const specs = ESTIMATORS.flatMap((estimator) => optionsOf(estimator))

describe('words of the registry', () => {
  it('every estimator, option and choice has its Chinese', () => {
    const missing = [
      ...ESTIMATORS.filter(({ id }) => estimatorsZh[id] === undefined).map(({ id }) => id),
      ...specs.filter(({ name }) => namesZh[name] === undefined || helpZh[name] === undefined),
      ...specs.filter(({ name }) => namesEn[name] === undefined),
      ...specs.flatMap((spec) =>
        spec.kind === 'choice'
          ? spec.choices
              .map(({ value }) => `${spec.name}.${value}`)
              .filter((key) => choicesZh[key] === undefined)
          : [],
      ),
    ]
    expect(missing).toEqual([])
  })

  it('an option that means something else in another estimator has a Chinese help of its own', () => {
    const { help } = specText('zh')
    for (const name of new Set(specs.map((spec) => spec.name))) {
      const own = specs.filter((spec) => spec.name === name)
      const english = new Set(own.map((spec) => textOf(spec.help)))
      expect(new Set(own.map(help)).size, name).toBe(english.size)
    }
  })

  it('the help of observations explains the choices that are offered, in both languages', () => {
    const clauses = { en: /^(?:skip|treat|count|or (?:start|set))/, zh: /^(?:跳过|与|计为|或)/ }
    for (const spec of specs.filter(({ name }) => name === 'observations')) {
      if (spec.kind !== 'choice') continue
      for (const language of ['en', 'zh'] as const) {
        const said = specText(language)
          .help(spec)
          .split(/[:：] ?/)[1]
          .split(/, |，/)
        const explained = said.filter((clause) => clauses[language].test(clause))
        expect(explained.length, said.join(' | ')).toBe(spec.choices.length)
      }
    }
  })

  it('a cut has one Chinese name, which is not that of truncation', () => {
    expect(segmentWords.zh.cut).toBe(boundaryWords.zh.cut)
    expect(segmentWords.zh.legendCut).toContain(boundaryWords.zh.cut)
    expect(boundaryWords.zh.cut).not.toBe(rolloutWords.zh.shortTruncated)
  })

  it('reasons are translated with the column they name', () => {
    const { reason } = specText('zh')
    expect(reason('The trace has no column `waad`.')).toBe('轨迹没有 `waad` 列。')
    expect(reason('No rollout of this trace has an outcome; enter one first.')).toContain('结果')
    expect(reason('Something new.')).toBe('Something new.')
    expect(specText('en').reason('The trace has no column `waad`.')).toContain('waad')
  })
})
