import { describe, expect, it } from 'vitest'
import { isShown } from '../../../src/credit/options.ts'
import { estimatorOf, optionsOf } from '../../../src/credit/registry.ts'
import { summaryOf, withEstimator, withOption } from '../../../src/panels/controls/slot.ts'
import type { Slot } from '../../../src/worker/api.ts'

const estimator = (id: string) => {
  const found = estimatorOf(id)
  if (!found) throw new Error(id)
  return found
}
const option = (id: string, name: string) => {
  const found = optionsOf(estimator(id)).find((spec) => spec.name === name)
  if (!found) throw new Error(name)
  return found
}
const cross = 'cross-segment-gae'
const slot = (options: Slot['options']): Slot => ({ estimator: cross, options })

describe('options of a slot', () => {
  it('a default is left out of the slot, and so out of the link', () => {
    const order = option(cross, 'order')
    const literal = withOption(slot({}), order, 'literal')
    expect(literal.options).toEqual({ order: 'literal' })
    expect(withOption(literal, order, 'ascending').options).toEqual({})
  })

  it('another estimator keeps the options it shares, and only those', () => {
    const before = slot({ observations: 'dense', order: 'literal', whiten: 'batch' })
    expect(withEstimator(before, estimator('per-segment-gae'))).toEqual({
      estimator: 'per-segment-gae',
      options: { observations: 'dense', whiten: 'batch' },
    })
  })

  it('an option that depends on another shows only while it has an effect', () => {
    const specs = optionsOf(estimator(cross))
    const alpha = option(cross, 'alpha')
    expect(isShown(alpha, specs, {})).toBe(false)
    expect(isShown(alpha, specs, { lambdaRule: 'length-adaptive' })).toBe(true)
  })

  it('the summary names what makes the estimator, and what was changed and has an effect', () => {
    const read = (options: Slot['options']) =>
      summaryOf(estimator(cross), options).map(
        ({ spec, value, changed }) => `${changed ? '*' : ''}${spec.name}=${value}`,
      )
    expect(read({})).toEqual(['order=ascending', 'boundary=next-action', 'carry=full'])
    // α does nothing while the rule is fixed
    expect(read({ carry: 'value-only', observations: 'dense', alpha: 2 })).toEqual([
      'order=ascending',
      'boundary=next-action',
      '*carry=value-only',
      '*observations=dense',
    ])
  })
})
