/** Advantage along the rollout: A and B over the rollout's action tokens, mean line and min–max band. */
import { area as d3area, line as d3line, scaleLinear } from 'd3'
import type { ColumnSeries, Frame } from '../worker/api.ts'
import { count } from './format.ts'
import { line, type Mark, type Measure, widthOf } from './marks.ts'
import { type CurveEnvelope, placeLabel } from './placeLabel.ts'
import type { PlotWords } from './words.ts'

const LABEL_LINE = 13.5
/** The first line names the curve, the second says what it shows. */
const labelStyle = (line: number) =>
  line === 0 ? ({ size: 12, weight: 600 } as const) : ({ size: 11, weight: 400 } as const)

export type CurveLabels = readonly (readonly string[])[]

export interface CurveInput {
  readonly frame: Frame
  readonly width: number
  readonly height: number
  /** Direct labels per slot as lines, richest variant first. */
  readonly labels: { readonly a: CurveLabels; readonly b: CurveLabels }
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
  readonly yTicks: readonly { readonly value: number; readonly label: string }[]
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
  const write = y.tickFormat(5, '+f')
  const yTicks = y.ticks(5).map((value) => ({ value, label: value === 0 ? '0' : write(value) }))
  return { left, right, top, bottom, tokens, x: (t) => x(t), y: (v) => y(v), yTicks }
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

/** Cuts closer than this on average are no lines any more, and curves are not broken at them. */
const CUT_PIXELS = 5

const showsCuts = (layout: CurveLayout, segments: number): boolean =>
  (layout.right - layout.left) / Math.max(1, segments) >= CUT_PIXELS

/** Columns of one segment each: a curve is never joined across a boundary, a jump there is real. */
export function pieces(columns: number, tokens: number, segmentStart: readonly number[]): Piece[] {
  const out: Piece[] = []
  segmentStart.forEach((start, s) => {
    const stop = segmentStart[s + 1] ?? tokens
    // Columns that straddle a cut mix both sides and are left out, except where a segment has no other:
    // then it gets the column that its middle lies in.
    let from = Math.ceil((start * columns) / tokens - 1e-9)
    let end = Math.floor((stop * columns) / tokens + 1e-9)
    if (end <= from && stop > start) {
      from = Math.floor(((start + stop) * columns) / 2 / tokens)
      end = from + 1
    }
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
  const starts = showsCuts(layout, frame.curve.segmentStart.length) ? frame.curve.segmentStart : [0]
  const drawn = pieces(series.mean.length, layout.tokens, starts).map((piece) =>
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

/** 1, 2, 5, 10, … : the smallest step at which labels `each` pixels apart leave `room` between them. */
function labelStep(each: number, room: number): number {
  for (let decade = 1; ; decade *= 10)
    for (const digit of [1, 2, 5]) if (digit * decade * each >= room) return digit * decade
}

/** Cuts and segment names above the plot. All labels of a kind are written alike, or none is. */
function headerMarks(input: CurveInput, layout: CurveLayout): Mark[] {
  const { frame, words, measure } = input
  const starts = frame.curve.segmentStart
  const { segments } = frame.detail
  const shown = showsCuts(layout, starts.length) ? starts.slice(1) : []
  const cuts = shown.map((start, i) => {
    const name = words.condense(i + 1)
    const boundary = words.boundaries[segments[i]!.boundary]
    return { x: layout.x(start), texts: [`${name} (${boundary})`, name] }
  })
  const cutWidth = (text: string): number => measure(text, 10, 'sans', 400)
  const variant = [0, 1].find((v) =>
    cuts.every((cut, i) => {
      const half = cutWidth(cut.texts[v]!) / 2
      const before = cuts[i - 1]
      const free = before ? before.x + cutWidth(before.texts[v]!) / 2 + 8 : 0
      return cut.x - half >= free && cut.x + half <= layout.right + MARGIN.right
    }),
  )
  const marks: Mark[] = cuts.flatMap((cut, i): Mark[] => [
    {
      kind: 'path',
      id: `condense:${i + 1}`,
      d: line(cut.x, layout.top - 18, cut.x, layout.bottom),
      stroke: '--carry',
      dash: [3, 3],
      opacity: cuts.length > 24 ? 0.35 : 0.75,
    },
    ...(variant === undefined
      ? []
      : [
          {
            kind: 'text',
            id: `condense-label:${i + 1}`,
            x: cut.x,
            y: 11,
            text: cut.texts[variant]!,
            ink: '--carry',
            size: 10,
            anchor: 'middle',
          } as const,
        ]),
  ])
  const spans = starts.map((start, s) => ({
    s,
    x0: layout.x(start),
    x1: layout.x(starts[s + 1] ?? layout.tokens),
  }))
  const width = (text: string): number => measure(text, 10.5, 'sans', 400)
  const named = spans.every(({ s, x0, x1 }) => x1 === x0 || width(words.segment(s)) + 8 <= x1 - x0)
  const step = named
    ? 1
    : labelStep((layout.right - layout.left) / spans.length, width(String(spans.length)) + 12)
  let free = Number.NEGATIVE_INFINITY
  for (const { s, x0, x1 } of spans) {
    const text = named ? words.segment(s) : String(s)
    const middle = (x0 + x1) / 2
    if (x1 === x0 || s % step !== 0 || middle - width(text) / 2 < free) continue
    free = middle + width(text) / 2 + 6
    marks.push({
      kind: 'text',
      id: `segment:${s}`,
      x: middle,
      y: layout.top - 7,
      text,
      ink: '--muted',
      size: 10.5,
      anchor: 'middle',
    })
  }
  return marks
}

function axesMarks(layout: CurveLayout, words: PlotWords): Mark[] {
  const { left, right, top, bottom } = layout
  const marks: Mark[] = []
  for (const { value: tick, label } of layout.yTicks) {
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
        text: label,
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
  const area = { x0: layout.left, x1: layout.right, y0: layout.top, y1: layout.bottom }
  const cuts = frame.curve.segmentStart.slice(1)
  const verticals = showsCuts(layout, cuts.length + 1) ? cuts.map((start) => layout.x(start)) : []
  const taken = [{ x0: layout.left, x1: layout.right, y0: zero - 3, y1: zero + 3 }]
  for (const slot of ['b', 'a'] as const) {
    const variants = input.labels[slot]
    const place = placeLabel({
      own: envelopes[slot],
      others: [envelopes[slot === 'a' ? 'b' : 'a']],
      sizes: variants.map((lines) => ({
        width: Math.max(...lines.map((text, i) => widthOf({ text, ...labelStyle(i) }, measure))),
        height: lines.length * LABEL_LINE,
      })),
      area,
      verticals,
      taken,
    })
    if (!place) continue
    taken.push(place.box)
    variants[place.variant]!.forEach((text, i) => {
      marks.push({
        kind: 'text',
        id: `label:${slot}:${i}`,
        x: place.box.x0,
        y: place.box.y0 + i * LABEL_LINE + 10.5,
        text,
        ink: slot === 'a' ? '--a' : '--b',
        ...labelStyle(i),
      })
    })
  }
  return { marks, layout }
}
