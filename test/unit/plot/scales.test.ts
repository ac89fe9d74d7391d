import { describe, expect, it } from 'vitest'
import {
  axisTicks,
  columnPositions,
  NAME_WIDTH,
  PROMPT_SHARE,
  placeAt,
  positionAt,
  positionAxis,
  type Range,
  xOf,
} from '../../../src/plot/axis.ts'
import { signed, two } from '../../../src/plot/format.ts'
import {
  clampRange,
  effectiveRange,
  isClosest,
  MIN_TOKENS,
  panRange,
  revealPosition,
  zoomAnchor,
  zoomRange,
} from '../../../src/plot/range.ts'
import { bucketOf, divergingTable, HALF } from '../../../src/plot/theme.ts'

describe('position axis', () => {
  it('maps every visible position to a pixel and back', () => {
    const axis = positionAxis(100, 900, { from: 37, to: 412 }, 500, 1000)
    for (let p = 37; p < 412; p++) {
      expect(positionAt(axis, xOf(axis, p) + 1e-6)).toBe(p)
      expect(positionAt(axis, xOf(axis, p + 1) - 1e-6)).toBe(p)
    }
  })

  it('gives prompts at most their share, and the same room whatever is in view', () => {
    const long = positionAxis(0, 1000, { from: 0, to: 100 }, 12_430, 100)
    expect(long.promptWidth).toBe(1000 * PROMPT_SHARE)
    const short = positionAxis(0, 1000, { from: 0, to: 900 }, 100, 900)
    expect(short.promptWidth).toBe(100)
    expect(short.promptWidth).toBeCloseTo(100 * short.perToken, 0)
    expect(positionAxis(0, 1000, { from: 5, to: 100 }, 100, 900).promptWidth).toBe(100)
    expect(positionAxis(0, 1000, { from: 5, to: 100 }, 0, 900).promptWidth).toBe(NAME_WIDTH)
  })

  it('partitions the range into columns without gap or overlap', () => {
    const range = { from: 3, to: 1000 }
    for (let c = 1; c < 700; c++)
      expect(columnPositions(range, 700, c)[0]).toBe(columnPositions(range, 700, c - 1)[1])
    expect(columnPositions(range, 700, 0)[0]).toBe(3)
    expect(columnPositions(range, 700, 699)[1]).toBe(1000)
  })

  it('labels whole positions only', () => {
    const axis = positionAxis(0, 1000, { from: 0, to: 9 }, 0, 9)
    for (const tick of axisTicks(axis)) expect(tick.label).toMatch(/^[\d,]+$/)
  })
})

describe('visible range', () => {
  it('keeps the anchor where it is while zooming', () => {
    const before = { from: 100, to: 500 }
    const after = zoomRange(before, 0.5, 200, 1000)!
    const share = (r: { from: number; to: number }) => (200 - r.from) / (r.to - r.from)
    expect(share(after)).toBeCloseTo(share(before), 2)
    expect(after.to - after.from).toBe(200)
  })

  it('keeps the token under the pointer under it, at every zoom and every place', () => {
    const length = 1000
    const pixels = [0, 1, 40, 333, 511, 798, 799]
    for (const x of pixels) {
      const axisOf = (range: Range) => positionAxis(100, 1000, range, 150, length)
      let range: Range = { from: 0, to: length }
      const pointer = axisOf(range).left + x
      const token = positionAt(axisOf(range), pointer)
      for (const factor of [0.7, 0.7, 0.5, 0.9, 0.6, 0.3, 0.5, 0.5]) {
        const anchor = placeAt(axisOf(range), pointer)
        range = effectiveRange(zoomRange(range, factor, anchor, length), length)
        // A pixel was several tokens wide at first: from the one under it on, nothing moves.
        const now = positionAt(axisOf(range), pointer)
        expect(now).toBe(Math.floor(anchor))
        expect(Math.abs(now - token)).toBeLessThanOrEqual(2)
      }
      expect(range.to - range.from).toBeLessThan(20)
    }
  })

  it('is as close as it gets at the minimum, or where the whole rollout is shorter', () => {
    expect(isClosest({ from: 4, to: 4 + MIN_TOKENS }, 1000)).toBe(true)
    expect(isClosest({ from: 4, to: 5 + MIN_TOKENS }, 1000)).toBe(false)
    expect(isClosest({ from: 0, to: 3 }, 3)).toBe(true)
  })

  it('zooms around the pinned token where it is in view, else around the middle', () => {
    let range: Range = { from: 0, to: 1000 }
    for (let step = 0; step < 7; step++)
      range = effectiveRange(zoomRange(range, 0.5, zoomAnchor(range, 970), 1000), 1000)
    expect(range.to - range.from).toBe(MIN_TOKENS)
    expect(range.from <= 970 && 970 < range.to).toBe(true)
    expect(zoomAnchor({ from: 0, to: 100 }, 970)).toBe(50)
    expect(zoomAnchor({ from: 0, to: 100 }, undefined)).toBe(50)
  })

  it('becomes undefined when everything is visible', () => {
    expect(zoomRange({ from: 100, to: 900 }, 2, 500, 1000)).toBeUndefined()
    expect(effectiveRange(undefined, 1000)).toEqual({ from: 0, to: 1000 })
  })

  it('never leaves the rollout and never shows fewer than the minimum', () => {
    expect(panRange({ from: 0, to: 100 }, -50, 1000)).toEqual({ from: 0, to: 100 })
    expect(panRange({ from: 800, to: 900 }, 500, 1000)).toEqual({ from: 900, to: 1000 })
    const smallest = clampRange({ from: 50, to: 51 }, 1000)!
    expect(smallest.to - smallest.from).toBe(MIN_TOKENS)
    expect(clampRange({ from: 2, to: 3 }, 5)).toBeUndefined()
  })

  it('a link range beyond a shorter rollout still shows tokens', () => {
    const range = effectiveRange({ from: 5000, to: 6000 }, 800)
    expect(range).toEqual({ from: 0, to: 800 })
    expect(effectiveRange({ from: 5000, to: 5100 }, 800)).toEqual({ from: 700, to: 800 })
  })

  it('reveals a position with a margin', () => {
    const range = revealPosition({ from: 100, to: 200 }, 300, 1000)!
    expect(range.from).toBeLessThanOrEqual(300)
    expect(range.to).toBeGreaterThan(300)
    expect(range.to - range.from).toBe(100)
  })
})

describe('colours', () => {
  it('are symmetric around zero and clamped at the extent', () => {
    for (const v of [0.001, 0.1, 0.5, 0.99, 1, 7]) {
      expect(bucketOf(v, 1) - HALF).toBe(HALF - bucketOf(-v, 1))
    }
    expect(bucketOf(0, 1)).toBe(HALF)
    expect(bucketOf(1, 1)).toBe(2 * HALF)
    expect(bucketOf(-9, 1)).toBe(0)
  })

  it('grow with the value, so that a larger credit is never paler', () => {
    let last = -1
    for (let v = -1; v <= 1; v += 0.01) {
      const bucket = bucketOf(v, 1)
      expect(bucket).toBeGreaterThanOrEqual(last)
      last = bucket
    }
  })

  it('leave columns without action tokens empty and survive an extent of 0', () => {
    expect(bucketOf(Number.NaN, 1)).toBe(-1)
    expect(bucketOf(0.3, 0)).toBe(HALF)
  })

  it('end exactly at the theme’s three colours', () => {
    const table = divergingTable('#c2391a', '#ecebe8', '#0b63a5')
    expect(table[0]).toBe('rgb(194, 57, 26)')
    expect(table[HALF]).toBe('rgb(236, 235, 232)')
    expect(table[2 * HALF]).toBe('rgb(11, 99, 165)')
  })
})

describe('numbers', () => {
  it('use a real minus, a sign where asked, and never round a credit to zero', () => {
    expect(signed(-0.1212)).toBe('−0.121')
    expect(signed(0.5344)).toBe('+0.534')
    expect(signed(0)).toBe('0.000')
    expect(signed(0.00001234)).not.toContain('0.000 ')
    expect(two(0.0036)).toBe('0.004')
    expect(two(0.00000041)).toBe('4e−7')
  })
})
