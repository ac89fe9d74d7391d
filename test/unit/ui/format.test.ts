import { describe, expect, it } from 'vitest'
import {
  formatBrief,
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatPlain,
  formatShare,
  formatSigned,
  withoutNoise,
} from '../../../src/ui/format.ts'

describe('what float32 leaves of a sum that cancels', () => {
  it('is 0; a small number of its own is not', () => {
    // −0.04 + 0.04 in float32, as a return of a token that the reward does not reach
    expect(withoutNoise(-2.86e-9, -0.04, 0.04)).toBe(0)
    expect(withoutNoise(-2.86e-9, -2.86e-9, 0)).toBe(-2.86e-9)
    expect(withoutNoise(undefined, 1)).toBeUndefined()
  })
})

describe('numbers on the page', () => {
  it.each([
    [0, '0'],
    [0.18762, '0.188'],
    [1.23456, '1.235'],
    [12.3456, '12.35'],
    [-0.5, '−0.500'],
    [0.001234, '0.00123'],
    [1234.5, '1,235'],
    [123456.7, '123,457'],
    [1.2345e-7, '1.23e−7'],
    [-4e12, '−4.00e12'],
    [9.9996, '10.000'],
    [Number.NaN, '–'],
    [undefined, '–'],
    [Number.NEGATIVE_INFINITY, '−∞'],
  ])('%s reads %s', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })

  it('signs what is signed and leaves zero alone', () => {
    expect([0.5, -0.5, 0].map(formatSigned)).toEqual(['+0.500', '−0.500', '0'])
  })

  it('an exact zero stands apart from small numbers and has no sign', () => {
    expect([-0, 0, 1e-5].map(formatNumber)).toEqual(['0', '0', '1.00e−5'])
  })

  it('chosen numbers are shown as typed', () => {
    expect([1, 0.95, -0.5, 0.1 + 0.2, 1e-8].map(formatPlain)).toEqual([
      '1',
      '0.95',
      '−0.5',
      '0.3',
      '1.00e−8',
    ])
  })

  it('an outcome in a list has 3 significant digits, and none of its whole part is lost', () => {
    const outcomes = [0, 1, 0.15384615, -0.25, 12.54, 1234.5, -0.9999, 2e-5, Number.NaN]
    expect(outcomes.map(formatBrief)).toEqual([
      '0',
      '1',
      '0.154',
      '−0.25',
      '12.5',
      '1,235',
      '−1',
      '2.00e−5',
      '–',
    ])
  })

  it('counts are grouped, and estimated ones say so', () => {
    expect(formatCount(100_000)).toBe('100,000')
    expect(formatCount(1606, true)).toBe('≈1,606')
  })

  it('a share is never rounded to all or nothing', () => {
    expect([0, 0.0004, 0.29, 0.99996, 1].map(formatShare)).toEqual([
      '0%',
      '<0.1%',
      '29.0%',
      '>99.9%',
      '100%',
    ])
  })

  it('bytes and times carry a unit', () => {
    expect([512, 1500, 200e6, 999_999].map(formatBytes)).toEqual([
      '512\u202fB',
      '1.5\u202fkB',
      '200\u202fMB',
      '1.0\u202fMB',
    ])
    expect([0.42, 12.3, 1300].map(formatDuration)).toEqual([
      '0.4\u202fms',
      '12\u202fms',
      '1.3\u202fs',
    ])
  })
})
