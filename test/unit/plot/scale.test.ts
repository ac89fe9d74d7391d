/** Our linear scales against d3's, which cost too much to load. */
import { scaleLinear } from 'd3'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { linear, nice, tickWriter } from '../../../src/plot/scale.ts'

// Where a double ends d3 finds no ticks; the chart then counts in another unit.
const edge = fc
  .double({ min: -1e20, max: 1e20, noNaN: true })
  .map((value) => (Math.abs(value) < 1e-280 ? 0 : value))

it('pads, places and writes as d3 does', () => {
  fc.assert(
    fc.property(edge, edge, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, share) => {
      const domain: [number, number] = [Math.min(one, other), Math.max(one, other)]
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
