/** Our linear scales and numbers against d3's, which cost too much to load. */
import { format, scaleLinear } from 'd3'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brief, count, number, signed, two } from '../../../src/plot/format.ts'
import { linear, nice, tickWriter } from '../../../src/plot/scale.ts'

// Where a double ends d3 finds no ticks; the chart then counts in another unit.
const edge = fc
  .double({ min: -1e20, max: 1e20, noNaN: true })
  .map((value) => (Math.abs(value) < 1e-280 ? 0 : value))

it('pads, places and writes as d3 does', () => {
  fc.assert(
    fc.property(edge, edge, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
      const domain: [number, number] = [Math.min(one, other), Math.max(one, other)]
      fc.pre(domain[0] < domain[1])
      const wanted = scaleLinear(domain, [300, 20]).nice(6)
      const got = nice(domain, 6)
      expect(got).toEqual(wanted.domain())
      const value = domain[0] + share * (domain[1] - domain[0])
      expect(linear(got, [300, 20])(value)).toBeCloseTo(wanted(value), 6)
      const [write, wantedWrite] = [tickWriter(got, 5), wanted.tickFormat(5, '+f')]
      for (const tick of wanted.ticks(5)) expect(write(tick)).toBe(wantedWrite(tick))
    }),
  )
})

/** Where d3 has four digits and an exponent: thousands as on the rest of the page, and its minus. */
const four = (x: number, plus = ''): string => {
  const size = Math.abs(x)
  if (size < 1000 || size >= 1e9) {
    return format(`${plus}.4~g`)(x).replace('e-', 'e−').replace('e+', 'e')
  }
  return `${x < 0 ? '−' : plus}${format(',d')(size)}`
}

it('writes numbers as d3 does, thousands and exponents as the page', () => {
  const any = fc.oneof(
    edge,
    fc.double({ min: -2, max: 2, noNaN: true }),
    fc.integer(),
    fc.constant(-0),
  )
  fc.assert(
    fc.property(any, (x) => {
      const isPlain = x === 0 || (Math.abs(x) >= 0.0005 && Math.abs(x) < 1000)
      expect(number(x)).toBe(isPlain ? format('.3f')(x) : four(x))
      if (x !== 0) expect(signed(x)).toBe(isPlain ? format('+.3f')(x) : four(x, '+'))
      expect(brief(x)).toBe(four(x))
      if (Math.abs(x) < 1e20) expect(count(x)).toBe(format(',d')(x))
      const small = x / 500
      if (Math.abs(small) >= 1e-4 && Math.abs(small) < 0.005) {
        expect(two(small)).toBe(format('.1~r')(small))
      }
      if (Math.abs(x) >= 0.005) expect(two(x)).toBe(format('.2f')(x))
    }),
    { numRuns: 500 },
  )
})
