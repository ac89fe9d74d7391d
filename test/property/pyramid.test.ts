/** Pixel columns from blocks are those from tokens, at any zoom and in any order of zooms. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPyramid } from '../../src/engine/pyramid.ts'
import { addsTokens, type Series, summarise, type Tokens } from '../../src/engine/summaries.ts'

const number = fc.oneof(
  { weight: 20, arbitrary: fc.double({ min: -1e3, max: 1e3, noNaN: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -0, 0, 1e308, -1e308),
  },
)

/** A column is long, so a few numbers are repeated, at distances that share no factor with a block. */
const column = (length: number) =>
  fc
    .tuple(fc.array(number, { minLength: 1, maxLength: 97 }), fc.boolean())
    .map(([few, isFloat32]) => {
      const whole = Float64Array.from({ length }, (_, i) => few[(i * 31 + (i >> 7)) % few.length])
      return isFloat32 ? Float32Array.from(whole) : whole
    })

const maskOf = (length: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 0, max: 900 }))
    .map(([on, off]) => Uint8Array.from({ length }, (_, i) => (i % (on + off) < on ? 1 : 0)))

const scene = fc.integer({ min: 1, max: 40_000 }).chain((length) =>
  fc.record({
    length: fc.constant(length),
    a: column(length),
    b: column(length),
    mask: maskOf(length),
    otherMask: maskOf(length),
    zooms: fc.array(
      fc.record({
        from: fc.double({ min: 0, max: 1, noNaN: true }),
        share: fc.double({ min: 0.001, max: 1.2, noNaN: true }),
        columns: fc.integer({ min: 1, max: 40 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  }),
)

function expectSame(got: Series, want: Series, largest: number): void {
  expect(got.min).toEqual(want.min)
  expect(got.max).toEqual(want.max)
  for (let c = 0; c < want.mean.length; c++) {
    const apart = Math.abs(got.mean[c] - want.mean[c])
    if (!(apart <= 1e-11 * largest)) expect(got.mean[c]).toBe(want.mean[c])
  }
}

describe('a pyramid over a segment', () => {
  it('gives the extremes of every pixel column to the bit, and its mean to rounding', () => {
    fc.assert(
      fc.property(scene, ({ length, a, b, mask, otherMask, zooms }) => {
        const ofA: Tokens = { numbers: a, first: 0, mask, offset: 0 }
        const ofB: Tokens = { numbers: b, first: 0, mask: otherMask, offset: 0 }
        const finite = [...a, ...b].filter(Number.isFinite).map(Math.abs)
        const largest = 2 * finite.reduce((most, x) => Math.max(most, x), 0)
        const pyramid = createPyramid(length, addsTokens(ofA))
        for (const direct of [addsTokens(ofA), addsTokens(ofB, ofA)]) {
          pyramid.renew(direct)
          for (const { from, share, columns } of zooms) {
            const range = [from * length, from * length + share * length] as const
            expectSame(
              summarise(pyramid.add, length, ...range, columns),
              summarise(direct, length, ...range, columns),
              largest,
            )
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('reads few tokens for a zoom over what it knows', () => {
    const length = 2 ** 20
    let read = 0
    const tokens = addsTokens({
      numbers: new Float64Array(length),
      first: 0,
      mask: new Uint8Array(length).fill(1),
      offset: 0,
    })
    const pyramid = createPyramid(length, (first, end, into) => {
      read += end - first
      tokens(first, end, into)
    })
    const { mean } = summarise(pyramid.add, length, 0, length, 500)
    expect(mean.every((x) => x === 0)).toBe(true)
    expect(read).toBeLessThanOrEqual(length)
    read = 0
    summarise(pyramid.add, length, 1000, length - 5000, 500)
    expect(read).toBeLessThan(length / 6)
  })
})
