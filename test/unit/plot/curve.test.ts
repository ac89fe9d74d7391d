import { describe, expect, it } from 'vitest'
import { type CurveInput, curveMarks, pieces } from '../../../src/plot/curve.ts'
import { actionAt, layoutCurve } from '../../../src/plot/curveAxes.ts'
import { figureMarks, slideMarks } from '../../../src/plot/figure.ts'
import { estimateWidth, type Mark, overlaps, textBox } from '../../../src/plot/marks.ts'
import { placeLabel } from '../../../src/plot/placeLabel.ts'
import { reachDomain, reachMarks } from '../../../src/plot/reach.ts'
import { kindFill } from '../../../src/plot/segmentMarks.ts'
import { marksToSvg } from '../../../src/plot/svg.ts'
import { makeTheme } from '../../../src/plot/theme.ts'
import { type MockOptions, mockFrame } from '../../support/mockFrame.ts'
import { testWords } from './words.ts'

const labels = {
  a: [['A per-segment GAE', 'reward reaches 39 % of action tokens'], ['A per-segment GAE'], ['A']],
  b: [['B cross-segment GAE', 'reward reaches every action token'], ['B cross-segment GAE'], ['B']],
}

const chart = (
  options: Partial<MockOptions>,
  width = 850,
  window: CurveInput['window'] = undefined,
) => {
  const { frame } = mockFrame(options, { curveColumns: width - 70 })
  return {
    frame,
    ...curveMarks({
      frame,
      width,
      height: 268,
      window,
      labels,
      words: testWords,
      measure: estimateWidth,
    }),
  }
}

/** Data points of the paths, from their `d`. */
const pointsOf = (marks: readonly Mark[], id: string): [number, number][] =>
  marks
    .filter((m) => m.kind === 'path' && m.id === id)
    .flatMap((m) => (m.kind === 'path' ? [...m.d.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)] : []))
    .map((match) => [Number(match[1]), Number(match[2])])

describe('curve', () => {
  it.each([
    ['three segments', {}, 850],
    ['phone', {}, 358],
    ['forty segments', { segments: 40 }, 850],
    ['one segment', { segments: 1 }, 700],
    ['value only', { hand: 'value-only' }, 700],
  ] as const)('keeps labels off curves, cuts and each other: %s', (_name, options, width) => {
    const { marks, frame, layout } = chart(options, width)
    const texts = marks.flatMap((m) => (m.kind === 'text' ? [m] : []))
    const boxes = texts.map((m) => textBox(m, estimateWidth))
    boxes.forEach((a, i) => {
      boxes.slice(i + 1).forEach((b, j) => {
        expect(overlaps(a, b), `${texts[i]!.text} / ${texts[i + 1 + j]!.text}`).toBe(false)
      })
    })
    const direct = texts.filter((m) => m.id?.startsWith('label:'))
    for (const label of direct) {
      const box = textBox(label, estimateWidth)
      for (const id of ['curve:--a', 'curve:--b'])
        for (const [x, y] of pointsOf(marks, id))
          expect(x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1, label.text).toBe(false)
      for (const start of frame.curve.segmentStart.slice(1)) {
        const x = layout.x(start)
        expect(x > box.x0 && x < box.x1, `${label.text} on a cut`).toBe(false)
      }
    }
  })

  it('keeps labels apart where A and B coincide, and gives both their second line or neither', () => {
    for (const width of [360, 420, 520, 640, 850, 1100]) {
      const { frame } = mockFrame({ segments: 1 }, { curveColumns: width - 70 })
      const flat = { mean: Float64Array.of(1), min: Float64Array.of(1), max: Float64Array.of(1) }
      const { marks } = curveMarks({
        frame: { ...frame, curve: { ...frame.curve, a: flat, b: flat } },
        width,
        height: 268,
        window: undefined,
        labels,
        words: testWords,
        measure: estimateWidth,
      })
      const texts = marks.flatMap((m) =>
        m.kind === 'text' && m.id?.startsWith('label:') ? [m] : [],
      )
      const second = texts.filter(({ id }) => id?.endsWith(':1')).length
      expect([0, 2], `${width}`).toContain(second)
      const [a, b] = ['a', 'b'].map((slot) =>
        texts
          .filter(({ id }) => id?.startsWith(`label:${slot}`))
          .map((m) => textBox(m, estimateWidth)),
      )
      for (const one of a!)
        for (const other of b!) {
          const apart = { ...one, x0: one.x0 - 12, x1: one.x1 + 12 }
          expect(overlaps(apart, other), `${width}`).toBe(false)
        }
    }
  })

  it('is broken at the cuts', () => {
    expect(pieces(100, 100, [0, 40, 70])).toEqual([
      { from: 0, end: 40 },
      { from: 40, end: 70 },
      { from: 70, end: 100 },
    ])
    // A column that straddles a cut belongs to neither side.
    expect(pieces(10, 100, [0, 45])).toEqual([
      { from: 0, end: 4 },
      { from: 5, end: 10 },
    ])
    // A segment inside one column is still there; one without action tokens is not.
    expect(pieces(10, 1000, [0, 410, 420, 420]).map((p) => p.end - p.from)).toEqual([4, 1, 5])
  })

  it('tells A from B without colour: one is wide and dashed, the other thin and solid', () => {
    const { marks } = chart({})
    const of = (slot: string) => marks.find((m) => m.id === `curve:--${slot}`)
    const [a, b] = [of('a'), of('b')]
    if (a?.kind !== 'path' || b?.kind !== 'path') throw new Error('no curves')
    expect(a.dash).toBeDefined()
    expect(b.dash).toBeUndefined()
    expect(a.width! / b.width!).toBeGreaterThan(1.5)
  })

  it('has a band only where a column holds more than one token', () => {
    const banded = (width: number) =>
      chart({ scale: 2 }, width).marks.some((m) => m.id?.startsWith('band:'))
    expect(banded(400)).toBe(true)
    expect(banded(2000)).toBe(false)
  })

  it('shades the tokens that the strips show, in every segment', () => {
    const { marks, layout } = chart({}, 850, [
      { from: 10, end: 20 },
      { from: 100, end: 100 },
      { from: 150, end: 180 },
    ])
    const shades = marks.flatMap((m) =>
      m.kind === 'rect' && m.id?.startsWith('window:') ? [m] : [],
    )
    expect(shades.map((m) => [m.x, m.x + m.width])).toEqual([
      [layout.x(10), layout.x(20)],
      [layout.x(150), layout.x(180)],
    ])
    expect(chart({}).marks.some((m) => m.id?.startsWith('window:'))).toBe(false)
  })

  it('keeps labels off the straight lines between a few tokens', () => {
    const { frame } = mockFrame({ segments: 2, scale: 0.1 })
    const tokens = (...list: readonly number[]) => {
      const line = Float64Array.from(list)
      return { min: line, max: line, mean: line }
    }
    const curve = {
      ...frame.curve,
      tokens: 5,
      segmentStart: [0, 3],
      a: tokens(-0.191, -0.395, -0.5, 0.398, 0.2),
      b: tokens(0.783, 0.589, 0.494, 0.398, 0.2),
    }
    const size = { width: 700, height: 268, window: undefined }
    const more = { labels, words: testWords, measure: estimateWidth }
    const { marks } = curveMarks({ frame: { ...frame, curve }, ...size, ...more })
    const boxes = marks.flatMap((m) =>
      m.kind === 'text' && m.id?.startsWith('label:') ? [textBox(m, estimateWidth)] : [],
    )
    expect(boxes.length).toBeGreaterThan(1)
    for (const id of ['curve:--a', 'curve:--b']) {
      const points = pointsOf(marks, id)
      for (const [i, [x1, y1]] of points.slice(1).entries()) {
        const [x0, y0] = points[i]!
        for (let k = 0; k <= 50; k++) {
          const [x, y] = [x0 + ((x1 - x0) * k) / 50, y0 + ((y1 - y0) * k) / 50]
          const isIn = (box: (typeof boxes)[number]) =>
            x > box.x0 && x < box.x1 && y > box.y0 && y < box.y1
          expect(boxes.some(isIn), `${id} at ${x}`).toBe(false)
        }
      }
    }
  })

  it('finds the action token under the pointer', () => {
    const { layout, frame } = chart({})
    expect(actionAt(layout, layout.left - 50)).toBe(0)
    expect(actionAt(layout, layout.right + 50)).toBe(frame.curve.tokens - 1)
    expect(actionAt(layout, layout.x(123.5))).toBe(123)
  })

  it('shows axes and nothing else without action tokens', () => {
    const { marks, frame } = chart({ empty: true })
    expect(actionAt(layoutCurve(frame, 850, 268), 400)).toBeUndefined()
    expect(marks.some((m) => m.id?.startsWith('curve:'))).toBe(false)
    expect(marks.some((m) => m.kind === 'text' && m.text === 'action tokens')).toBe(true)
  })

  it('does not draw a wall of cuts for a thousand segments', () => {
    const { marks } = chart({ segments: 1000, scale: 0.1 })
    expect(marks.filter((m) => m.id?.startsWith('condense:'))).toHaveLength(0)
  })
})

describe('direct labels', () => {
  const flat = (y: number) => ({
    top: Array<number>(300).fill(y),
    bottom: Array<number>(300).fill(y),
  })
  const area = { x0: 0, x1: 300, y0: 0, y1: 200 }

  it('stand beside their own curve, not beside the other', () => {
    const place = placeLabel({
      own: flat(60),
      others: [flat(90)],
      sizes: [{ width: 100, height: 14 }],
      area,
      verticals: [],
      taken: [],
    })!
    expect(place.box.y1).toBeLessThan(60)
  })

  it('shrink before they cross a line, and give up when there is no room', () => {
    const request = {
      own: flat(60),
      others: [],
      sizes: [
        { width: 200, height: 14 },
        { width: 80, height: 14 },
      ],
      area,
      verticals: [100, 200],
      taken: [],
    }
    expect(placeLabel(request)?.variant).toBe(1)
    expect(placeLabel({ ...request, verticals: [50, 100, 150, 200, 250] })).toBeUndefined()
  })
})

describe('reach bars', () => {
  it('show no bar where the reward does not arrive, and B’s bar where it does', () => {
    const { frame } = mockFrame()
    const marks = reachMarks({
      frame,
      width: 850,
      headings: { a: ['A'], b: ['B'] },
      measure: estimateWidth,
    })
    const height = (id: string) => {
      const bar = marks.find((m) => m.id === id)
      return bar?.kind === 'rect' ? bar.height : Number.NaN
    }
    expect(height('reach:a:0')).toBe(0)
    expect(height('reach:b:0')).toBeGreaterThan(0)
    expect(height('reach:a:2')).toBeCloseTo(height('reach:b:2'))
  })

  it('are one shape per slot in a rollout of thousands of segments', () => {
    const { frame } = mockFrame({ segments: 3000, scale: 0.05 })
    const marks = reachMarks({
      frame,
      width: 850,
      headings: { a: ['A'], b: ['B'] },
      measure: estimateWidth,
    })
    expect(marks.length).toBeLessThan(20)
    expect(marks.filter((m) => m.kind === 'path' && m.id?.startsWith('reach:'))).toHaveLength(2)
  })

  it('share one scale, which survives all zeros and negative means', () => {
    const reach = (...meanBySegment: (number | undefined)[]) => ({
      meanBySegment,
      share: 0,
      shareAbove1Percent: 0,
    })
    expect(reachDomain([reach(0, undefined), reach(0)])).toEqual([0, 1])
    expect(reachDomain([reach(0.2), reach(-0.5)])).toEqual([-0.5, 0.2])
  })
})

describe('saved picture', () => {
  const theme = makeTheme({ '--neg': '#c00', '--zero': '#eee', '--pos': '#00c' }, 'sans-serif')
  const input = (segments: number) => {
    const { frame } = mockFrame({ segments })
    return {
      frame,
      width: 960,
      range: undefined,
      order: 'time' as const,
      theme,
      words: testWords,
      measure: estimateWidth,
      names: { a: 'per-segment GAE', b: 'cross-segment GAE' },
      labels,
      headings: { a: ['A'], b: ['B'] },
      title: 'Rollout <r0> & "friends"',
      subtitle: [
        ['search', 'outcome 1 (assumed)'],
        ['A per-segment GAE', 'B GRPO, std none'],
      ],
      inRewards: true,
      window: undefined,
      curveTitle: 'Advantage',
      reachTitle: 'Reach',
      partial: (first: number, end: number, all: number) => `rows ${first} ${end} ${all}`,
    }
  }

  it('is well-formed SVG without a foreign reference, whatever the trace is called', () => {
    const figure = figureMarks(input(3))
    const svg = marksToSvg(figure.marks, figure, theme, {
      title: 'Rollout <r0> & "friends"',
      description: 'x\u0000y',
    })
    expect(svg).toContain('&lt;r0&gt; &amp; &quot;friends&quot;')
    expect(svg).not.toMatch(/href|<script|var\(|NaN|undefined/)
    expect(svg).not.toContain('\u0000')
    expect(svg.match(/https?:\/\/[^"]+/g)).toEqual(['http://www.w3.org/2000/svg'])
    expect(svg.match(/<g/g)!.length).toBe(svg.match(/<\/g>/g)!.length)
  })

  it('tells a kept skeleton from a summary by the texture, not by the shade of one', () => {
    const swatch = (kind: 'skeleton' | 'summary'): Mark => ({
      kind: 'rect',
      x: 0,
      y: 0,
      width: 14,
      height: 10,
      ...kindFill(kind),
    })
    const svg = marksToSvg(
      [swatch('skeleton'), swatch('summary'), swatch('summary')],
      { width: 14, height: 10 },
      theme,
      { title: '', description: '' },
    )
    const paths = [...svg.matchAll(/<pattern id="(\w+)"[^>]*><path d="([^"]+)"/g)]
    expect(new Set(paths.map(([, , d]) => d)).size).toBe(2)
    const used = [...svg.matchAll(/url\(#(\w+)\)/g)].map(([, id]) => id)
    const [lines, dots] = paths.map(([, id]) => id)
    expect(used).toEqual([lines, dots, dots])
  })

  it('holds the first forty rows of a long rollout and says so', () => {
    const { marks } = figureMarks(input(120))
    const flat = JSON.stringify(marks)
    expect(flat).toContain('row:39')
    expect(flat).not.toContain('row:40')
    expect(flat).toContain('rows 0 40 120')
  })

  it('is a slide of 16:9 whose parts stand beside each other, with four rows at most', () => {
    const few = slideMarks(input(3))
    expect(few.width / few.height).toBeCloseTo(16 / 9, 2)
    const many = slideMarks(input(120))
    expect(many.width / many.height).toBeCloseTo(16 / 9, 2)
    const flat = JSON.stringify(many.marks)
    expect(flat).toContain('row:3')
    expect(flat).not.toContain('row:4')
    expect(flat).toContain('rows 0 4 120')
  })
})
