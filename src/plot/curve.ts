/** Advantage along the rollout: A and B over the rollout's action tokens, mean line and min–max band. */
import { area as d3area, line as d3line, scaleLinear } from 'd3'
import type { ColumnSeries, Frame } from '../worker/api.ts'
import { brief, count } from './format.ts'
import { line, type Mark, type Measure } from './marks.ts'
import { type CurveEnvelope, placeLabel } from './placeLabel.ts'
import type { PlotWords } from './words.ts'

export interface CurveInput {
  readonly frame: Frame
  readonly width: number
  readonly height: number
  /** Direct labels per slot, longest first. */
  readonly labels: { readonly a: readonly string[]; readonly b: readonly string[] }
  readonly words: PlotWords
  readonly measure: Measure
}

export interface CurveLayout {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly tokens: number
  readonly x: (token: number) => number
  readonly y: (advantage: number) => number
  readonly yTicks: readonly number[]
}

const MARGIN = { left: 54, right: 14, top: 34, bottom: 36 }

export const curveLeft = MARGIN.left
export const curvePlotWidth = (width: number): number =>
  Math.max(1, width - MARGIN.left - MARGIN.right)

function domain(series: readonly ColumnSeries[]): [number, number] {
  let low = 0
  let high = 0
  for (const { min, max } of series)
    for (let i = 0; i < min.length; i++) {
      if (min[i]! < low) low = min[i]!
      if (max[i]! > high) high = max[i]!
    }
  if (low === high) return [-1, 1]
  const pad = (high - low) * 0.08
  return [low < 0 ? low - pad : low, high > 0 ? high + pad : high]
}

export function layoutCurve(frame: Frame, width: number, height: number): CurveLayout {
  const { a, b, tokens } = frame.curve
  const left = MARGIN.left
  const right = Math.max(left + 1, width - MARGIN.right)
  const top = MARGIN.top
  const bottom = height - MARGIN.bottom
  const x = scaleLinear([0, Math.max(1, tokens)], [left, right])
  const y = scaleLinear(domain([a, b]), [bottom, top]).nice(6)
  return { left, right, top, bottom, tokens, x: (t) => x(t), y: (v) => y(v), yTicks: y.ticks(5) }
}

/** Action index under pixel x, clamped; undefined without action tokens. */
export function actionAt(layout: CurveLayout, x: number): number | undefined {
  if (layout.tokens === 0) return undefined
  const share = (x - layout.left) / (layout.right - layout.left)
  return Math.max(0, Math.min(layout.tokens - 1, Math.floor(share * layout.tokens)))
}

interface Piece {
  readonly from: number
  readonly end: number
}

/** Columns of one segment each: a curve is never joined across a boundary, a jump there is real. */
export function pieces(columns: number, tokens: number, segmentStart: readonly number[]): Piece[] {
  const out: Piece[] = []
  segmentStart.forEach((start, s) => {
    const stop = segmentStart[s + 1] ?? tokens
    // A column belongs to the segment that its middle token lies in.
    const from = Math.ceil((start * columns) / tokens - 0.5)
    const end = Math.ceil((stop * columns) / tokens - 0.5)
    if (end > from) out.push({ from: Math.max(0, from), end: Math.min(columns, end) })
  })
  return out
}

interface Point {
  readonly x: number
  readonly mean: number
  readonly low: number
  readonly high: number
}

function points(series: ColumnSeries, piece: Piece, layout: CurveLayout): Point[] {
  const out: Point[] = []
  const n = series.mean.length
  for (let c = piece.from; c < piece.end; c++) {
    if (Number.isNaN(series.mean[c]!)) continue
    out.push({
      x: layout.x(((c + 0.5) * layout.tokens) / n),
      mean: layout.y(series.mean[c]!),
      low: layout.y(series.min[c]!),
      high: layout.y(series.max[c]!),
    })
  }
  return out
}

function seriesMarks(
  series: ColumnSeries,
  frame: Frame,
  layout: CurveLayout,
  ink: string,
  width: number,
): Mark[] {
  const drawn = pieces(series.mean.length, layout.tokens, frame.curve.segmentStart).map((piece) =>
    points(series, piece, layout),
  )
  const shape = d3area<Point>(
    (p) => p.x,
    (p) => p.low,
    (p) => p.high,
  ).digits(2)
  const stroke = d3line<Point>(
    (p) => p.x,
    (p) => p.mean,
  ).digits(2)
  const band = drawn.map((p) => shape(p) ?? '').join('')
  const path = drawn
    .map((p) =>
      // A segment of one column is a dash, not an invisible point.
      p.length === 1 ? line(p[0]!.x - 2, p[0]!.mean, p[0]!.x + 2, p[0]!.mean) : (stroke(p) ?? ''),
    )
    .join('')
  return [
    { kind: 'path', id: `band:${ink}`, d: band, fill: ink, opacity: 0.16 },
    { kind: 'path', id: `curve:${ink}`, d: path, stroke: ink, width },
  ]
}

function envelope(series: ColumnSeries, layout: CurveLayout): CurveEnvelope {
  const pixels = Math.ceil(layout.right - layout.left)
  const n = series.mean.length
  const top: number[] = []
  const bottom: number[] = []
  for (let x = 0; x < pixels; x++) {
    const column = Math.min(n - 1, Math.floor((x * n) / pixels))
    top.push(n === 0 ? Number.NaN : layout.y(series.max[column]!))
    bottom.push(n === 0 ? Number.NaN : layout.y(series.min[column]!))
  }
  return { top, bottom }
}

/** Largest of evenly growing steps so that labels at least `minimum` pixels apart remain. */
function headerMarks(input: CurveInput, layout: CurveLayout): Mark[] {
  const { frame, words, measure } = input
  const starts = frame.curve.segmentStart
  const { segments } = frame.detail
  const marks: Mark[] = []
  let nameEnd = Number.NEGATIVE_INFINITY
  let condenseEnd = Number.NEGATIVE_INFINITY
  starts.forEach((start, s) => {
    const segment = segments[s]
    if (!segment) return
    const x0 = layout.x(start)
    const x1 = layout.x(starts[s + 1] ?? layout.tokens)
    if (s > 0) {
      const boundary = segments[s - 1]!.boundary
      marks.push({
        kind: 'path',
        id: `condense:${s}`,
        d: line(x0, layout.top - 18, x0, layout.bottom),
        stroke: '--carry',
        dash: [3, 3],
        opacity: starts.length > 24 ? 0.35 : 0.75,
      })
      const name = words.condense(s)
      const texts = [`${name} (${words.boundaries[boundary]})`, name]
      const text = texts.find((candidate) => {
        const width = measure(candidate, 10, 'sans', 400)
        const next = s + 1 < starts.length ? x1 + width / 2 : layout.right
        return x0 - width / 2 > condenseEnd + 8 && x0 + width / 2 + 8 <= next
      })
      const width = text ? measure(text, 10, 'sans', 400) : 0
      if (text && x0 + width / 2 <= layout.right + MARGIN.right) {
        marks.push({
          kind: 'text',
          id: `condense-label:${s}`,
          x: x0,
          y: 11,
          text,
          ink: '--carry',
          size: 10,
          anchor: 'middle',
        })
        condenseEnd = x0 + width / 2
      }
    }
    const name = [words.segment(segment.segmentIndex), String(segment.segmentIndex)].find(
      (candidate) => measure(candidate, 10.5, 'sans', 400) + 8 <= x1 - x0,
    )
    const middle = (x0 + x1) / 2
    if (!name || middle < nameEnd) return
    const half = measure(name, 10.5, 'sans', 400) / 2
    nameEnd = middle + half + 6
    marks.push({
      kind: 'text',
      id: `segment:${s}`,
      x: middle,
      y: layout.top - 7,
      text: name,
      ink: '--muted',
      size: 10.5,
      anchor: 'middle',
    })
  })
  return marks
}

function axesMarks(layout: CurveLayout, words: PlotWords): Mark[] {
  const { left, right, top, bottom } = layout
  const marks: Mark[] = []
  for (const tick of layout.yTicks) {
    const y = layout.y(tick)
    marks.push(
      {
        kind: 'path',
        id: tick === 0 ? 'zero' : `grid:${tick}`,
        d: line(left, y, right, y),
        stroke: tick === 0 ? '--muted' : '--line',
        opacity: tick === 0 ? 0.8 : 0.7,
      },
      {
        kind: 'text',
        x: left - 7,
        y: y + 3.6,
        text: tick > 0 ? `+${brief(tick)}` : brief(tick),
        ink: '--muted',
        size: 10,
        anchor: 'end',
      },
    )
  }
  const ticks = scaleLinear([0, Math.max(1, layout.tokens)], [left, right])
    .ticks(Math.max(2, Math.floor((right - left) / 110)))
    .filter((tick) => Number.isInteger(tick) && tick <= layout.tokens)
  for (const tick of ticks) {
    const x = layout.x(tick)
    marks.push(
      { kind: 'path', d: line(x, bottom, x, bottom + 4), stroke: '--faint' },
      {
        kind: 'text',
        x,
        y: bottom + 15,
        text: count(tick),
        ink: '--muted',
        size: 10,
        anchor: x > right - 12 ? 'end' : 'middle',
      },
    )
  }
  marks.push(
    { kind: 'path', d: line(left, bottom, right, bottom), stroke: '--line' },
    {
      kind: 'text',
      x: right,
      y: bottom + 30,
      text: words.actionTokens,
      ink: '--muted',
      size: 10.5,
      anchor: 'end',
    },
    {
      kind: 'text',
      x: 11,
      y: (top + bottom) / 2,
      text: words.advantage,
      ink: '--muted',
      size: 10.5,
      anchor: 'middle',
      upright: true,
    },
  )
  return marks
}

/** The whole chart. Without action tokens: axes only. */
export function curveMarks(input: CurveInput): { marks: Mark[]; layout: CurveLayout } {
  const { frame, measure } = input
  const layout = layoutCurve(frame, input.width, input.height)
  const marks = axesMarks(layout, input.words)
  if (layout.tokens === 0) return { marks, layout }
  marks.push(...headerMarks(input, layout))
  const { a, b } = frame.curve
  // A is the wider line beneath, so that both stay visible where they coincide.
  marks.push(
    ...seriesMarks(a, frame, layout, '--a', 3.2),
    ...seriesMarks(b, frame, layout, '--b', 1.6),
  )
  const envelopes = { a: envelope(a, layout), b: envelope(b, layout) }
  const zero = layout.y(0)
  const style = { size: 12, weight: 600 } as const
  const area = { x0: layout.left, x1: layout.right, y0: layout.top, y1: layout.bottom }
  const verticals = frame.curve.segmentStart.slice(1).map((start) => layout.x(start))
  const taken = [{ x0: layout.left, x1: layout.right, y0: zero - 1, y1: zero + 1 }]
  for (const slot of ['b', 'a'] as const) {
    const texts = input.labels[slot]
    const place = placeLabel({
      own: envelopes[slot],
      others: [envelopes[slot === 'a' ? 'b' : 'a']],
      widths: texts.map((text) => measure(text, style.size, 'sans', style.weight)),
      height: style.size,
      area,
      verticals,
      taken,
    })
    if (!place) continue
    taken.push(place.box)
    marks.push({
      kind: 'text',
      id: `label:${slot}`,
      x: place.box.x0,
      y: place.box.y1 - style.size * 0.22,
      text: texts[place.variant]!,
      ink: slot === 'a' ? '--a' : '--b',
      ...style,
    })
  }
  return { marks, layout }
}
