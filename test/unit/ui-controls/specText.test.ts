import { describe, expect, it } from 'vitest'
import { ESTIMATORS, optionsOf } from '../../../src/credit/registry.ts'
import { specText } from '../../../src/panels/controls/specText.ts'
import {
  choicesZh,
  estimatorsZh,
  helpZh,
  namesEn,
  namesZh,
} from '../../../src/panels/controls/specWords.ts'

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

  it('reasons are translated with the column they name', () => {
    const { reason } = specText('zh')
    expect(reason('The trace has no column `waad`.')).toBe('轨迹没有 `waad` 列。')
    expect(reason('No rollout of this trace has an outcome; enter one first.')).toContain('结果')
    expect(reason('Something new.')).toBe('Something new.')
    expect(specText('en').reason('The trace has no column `waad`.')).toContain('waad')
  })
})
