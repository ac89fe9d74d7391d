import { describe, expect, it } from 'vitest'
import { visibleStretches } from '../../../src/plot/spans.ts'

describe('spans of a strip', () => {
  /** 1,000 tokens a pixel. */
  const axis = { from: 0, to: 1e6, left: 0, right: 1000, promptWidth: 0, perToken: 1e-3 }
  const everyOther = (action: number, rest: number, count: number) => ({
    count: 2 * count,
    start: (i: number) => (i >> 1) * (action + rest) + (i % 2) * action,
    end: (i: number) => ((i + 1) >> 1) * (action + rest) + ((i + 1) % 2) * action,
    part: (i: number) => i % 2,
    parts: 2,
  })

  it('show shares where spans are narrower than a pixel: what is drawn follows the width', () => {
    // 35 of 100 tokens, 0.35 · 20 = 7 steps of the height in every pixel.
    const even = visibleStretches(everyOther(35, 65, 10_000), 20, axis, 1000)
    expect(even).toEqual([{ x0: 0, x1: expect.closeTo(1000), tops: [7, 20] }])
    // 700 of 1,500 tokens: [0, 700), [1500, 2200), [3000, 3700), … are action tokens.
    const uneven = visibleStretches(everyOther(700, 800, 666), 10, axis, 1000)
    expect(uneven.length).toBeLessThanOrEqual(1000)
    expect(uneven.slice(0, 3).map(({ x0, x1, tops }) => [x0, x1, tops[0]])).toEqual([
      [0, 1, 7],
      [1, 2, 5],
      [2, 3, 2],
    ])
    expect(uneven.every(({ x1 }, i) => i + 1 === uneven.length || uneven[i + 1]?.x0 === x1)).toBe(
      true,
    )
  })

  it('never round a part down to nothing or up to the whole', () => {
    const rare = visibleStretches(everyOther(1, 999, 1000), 17, axis, 1000)
    expect(rare.every(({ tops }) => tops[0] === 1 && tops[1] === 17)).toBe(true)
    const most = visibleStretches(everyOther(999, 1, 1000), 17, axis, 1000)
    expect(most.every(({ tops }) => tops[0] === 16 && tops[1] === 17)).toBe(true)
  })

  it('of a mask count what is in no run, and end where the segment ends', () => {
    const one = { count: 1, start: () => 4200, end: () => 4700, part: () => 0, parts: 1 }
    expect(visibleStretches(one, 8, axis, 1000)).toEqual([{ x0: 4, x1: 5, tops: [4] }])
    expect(visibleStretches(one, 8, axis, 4.7)).toEqual([{ x0: 4, x1: 4.7, tops: [6] }])
  })

  it('keep a span of a pixel and more as it is', () => {
    const wide = { count: 1, start: () => 500, end: () => 2500, part: () => 1, parts: 2 }
    expect(visibleStretches(wide, 17, axis, 1000)).toEqual([
      { x0: 0.5, x1: 2.5, index: 0, tops: [0, 17] },
    ])
  })
})
