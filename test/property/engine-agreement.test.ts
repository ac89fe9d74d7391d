import { describe, expect, it } from 'vitest'
import { compareScans } from '../support/scanAgreement.ts'
import { makeGraph } from './engine-graphs.ts'

const graph = makeGraph({ chains: [[3]], seed: 1 })
const both = (...numbers: number[]) => {
  const advantage = Float64Array.from(numbers)
  return { advantage, critic: advantage }
}

describe('compareScans', () => {
  it('finds the worst node and measures it against the largest expected number', () => {
    const got = { advantage: Float32Array.of(1, 2, 4), critic: Float64Array.of(1, 2.5, 4) }
    const result = compareScans(got, both(1, 2, 4), graph)
    expect(result).toEqual({
      nodes: 3,
      maxAbsolute: 0.5,
      maxRelative: 0.125,
      worst: { node: 1, series: 'critic', got: 2.5, want: 2 },
    })
  })

  it('says nothing is apart when nothing is', () => {
    const result = compareScans(both(0, 0, 0), both(0, 0, 0), graph)
    expect(result).toMatchObject({ maxAbsolute: 0, maxRelative: 0, worst: undefined })
  })

  it('counts a missing number as infinitely wrong, wherever it stands', () => {
    const result = compareScans(both(1, 2, Number.NaN), both(1, 2, 4), graph)
    expect(result.maxRelative).toBe(Number.POSITIVE_INFINITY)
    expect(result.worst?.node).toBe(2)
  })

  it('counts anything but zero as infinitely wrong where all should be zero', () => {
    const result = compareScans(both(0, 1e-30, 0), both(0, 0, 0), graph)
    expect(result.maxRelative).toBe(Number.POSITIVE_INFINITY)
    expect(result.maxAbsolute).toBe(1e-30)
  })

  it('refuses results that do not cover the graph', () => {
    expect(() => compareScans(both(1), both(1, 2, 3), graph)).toThrow(/1 of 3 nodes/)
  })
})
