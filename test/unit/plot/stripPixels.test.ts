/** A strip put down as pixels looks as one that is filled rectangle by rectangle. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PositionAxis, positionAxis } from '../../../src/plot/axis.ts'
import { fillStripLine, stripColours, stripPixels } from '../../../src/plot/stripPixels.ts'
import { paintStrip, type StripData } from '../../../src/plot/strips.ts'
import { makeTheme } from '../../../src/plot/theme.ts'

const theme = makeTheme(
  { '--neg': '#d7301f', '--zero': 'rgb(240, 240, 238)', '--pos': '#08519c', '--text': '#112233' },
  'sans-serif',
)
const colours = stripColours(theme)

const hex = (pixel: number): string =>
  [...new Uint8Array(Uint32Array.of(pixel).buffer)].slice(0, 3).join(', ')

/** The line as rectangles leave it: a colour by device pixel of the axis. */
function byRectangles(data: StripData, axis: PositionAxis, ratio: number): (string | undefined)[] {
  const { left, right } = stripPixels(axis, ratio)
  const line: (string | undefined)[] = Array(right - left).fill(undefined)
  const context = {
    fillStyle: '',
    fillRect(x: number, _y: number, width: number) {
      const from = Math.round(x * ratio) - left
      line.fill(this.fillStyle, from, from + Math.round(width * ratio))
    },
  }
  paintStrip(context as unknown as CanvasRenderingContext2D, data, axis, 0, 14, theme, ratio)
  return line.slice(0, right - left)
}

const scene = fc.record({
  mean: fc.array(fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constant(Number.NaN)), {
    minLength: 1,
    maxLength: 60,
  }),
  from: fc.integer({ min: 0, max: 40 }),
  shown: fc.integer({ min: 1, max: 100 }),
  ratio: fc.constantFrom(1, 1.5, 2, 3),
  lag: fc.integer({ min: -10, max: 10 }),
})

describe('a line of a strip', () => {
  it('has the colours of the rectangles, at any zoom and pixel ratio', () => {
    fc.assert(
      fc.property(scene, ({ mean, from, shown, ratio, lag }) => {
        const axis = positionAxis(0, 300, { from, to: from + shown }, 20, 140)
        const column = Float64Array.from(mean)
        const range = { from: from + lag, to: from + lag + shown }
        const data = { series: { min: column, max: column, mean: column }, range, extent: 1 }
        const { left, right } = stripPixels(axis, ratio)
        const line = new Uint32Array(right - left)
        fillStripLine(line, data, 0, axis, ratio, colours)
        const got = [...line].map((pixel) => (pixel === 0 ? undefined : `rgb(${hex(pixel)})`))
        expect(got).toEqual(byRectangles(data, axis, ratio))
      }),
    )
  })

  it('shows the track as far as the segment goes', () => {
    const axis = positionAxis(0, 134, { from: 0, to: 100 }, 0, 100)
    const { left, right } = stripPixels(axis, 1)
    const line = new Uint32Array(right - left).fill(7)
    fillStripLine(line, undefined, 60, axis, 1, colours)
    const tracked = line.filter((pixel) => pixel === colours.track).length
    expect(tracked).toBe(60)
    expect([...line.slice(60)].every((pixel) => pixel === 0)).toBe(true)
    expect(hex(colours.track)).toBe('17, 34, 51')
  })
})
