/** Advantage along the rollout: A and B over the rollout's action tokens, mean line and min–max band. */
import type { ColumnSeries, Frame } from '../worker/api.ts'
import {
  type ActionSpan,
  axesMarks,
  CURVE_LINE,
  type CurveLayout,
  headerMarks,
  layoutCurve,
  showsCuts,
  WINDOW_OPACITY,
} from './curveAxes.ts'
import { type Box, line, type Mark, type Measure, widthOf } from './marks.ts'
import { type CurveEnvelope, placeLabel } from './placeLabel.ts'
import { band, polyline } from './shapes.ts'
import type { PlotWords } from './words.ts'

const LABEL_LINE = 13.5
/** Between two labels side by side. */
const LABEL_GAP = 14
/** The first line names the curve, the second says what it shows. */
const labelStyle = (line: number) =>
  line === 0 ? ({ size: 12, weight: 600 } as const) : ({ size: 11, weight: 400 } as const)

export type CurveLabels = readonly (readonly string[])[]

export interface CurveInput {
  readonly frame: Frame
  readonly width: number
  readonly height: number
  /** Action tokens that the strips show; undefined = all. */
  readonly window: readonly ActionSpan[] | undefined
  /** Direct labels per slot as lines, richest variant first. */
  readonly labels: { readonly a: CurveLabels; readonly b: CurveLabels }
  readonly words: PlotWords
  readonly measure: Measure
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
  /** Of the mean. */
  readonly y: number
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
      y: layout.y(series.mean[c]!),
      low: layout.y(series.min[c]!),
      high: layout.y(series.max[c]!),
    })
  }
  return out
}

/** Some column holds more than one token: then smallest and largest differ from the mean. */
export const hasBand = ({ curve }: Frame): boolean => curve.tokens > curve.a.mean.length

/** The shaded part; spans that touch within a pixel are one. */
function windowMarks(window: readonly ActionSpan[], layout: CurveLayout): Mark[] {
  const parts: { x0: number; x1: number }[] = []
  for (const { from, end } of window) {
    if (end <= from) continue
    const [x0, x1] = [layout.x(from), layout.x(end)]
    const last = parts.at(-1)
    if (last && x0 - last.x1 < 1) last.x1 = x1
    else parts.push({ x0, x1 })
  }
  return parts.map(({ x0, x1 }, i) => ({
    kind: 'rect',
    id: `window:${i}`,
    x: x0,
    y: layout.top,
    width: Math.max(1, x1 - x0),
    height: layout.bottom - layout.top,
    fill: '--accent',
    opacity: WINDOW_OPACITY,
  }))
}

/** The points of each piece of the line. */
function drawnOf(series: ColumnSeries, frame: Frame, layout: CurveLayout): readonly Point[][] {
  const starts = showsCuts(layout, frame.curve.segmentStart.length) ? frame.curve.segmentStart : [0]
  return pieces(series.mean.length, layout.tokens, starts).map((piece) =>
    points(series, piece, layout),
  )
}

function seriesMarks(drawn: readonly Point[][], frame: Frame, slot: 'a' | 'b'): Mark[] {
  const ink = `--${slot}`
  const path = drawn
    .map((p) =>
      // A segment of one column is a dash, not an invisible point.
      p.length === 1 ? line(p[0]!.x - 2, p[0]!.y, p[0]!.x + 2, p[0]!.y) : polyline(p),
    )
    .join('')
  return [
    ...(hasBand(frame)
      ? [
          {
            kind: 'path',
            id: `band:${ink}`,
            d: drawn.map(band).join(''),
            fill: ink,
            opacity: 0.16,
          } as const,
        ]
      : []),
    { kind: 'path', id: `curve:${ink}`, d: path, stroke: ink, ...CURVE_LINE[slot] },
  ]
}

/** Between its points a line runs straight: few tokens are far apart. */
function envelope(drawn: readonly Point[][], { left, right }: CurveLayout): CurveEnvelope {
  const top = new Float64Array(right - left + 1).fill(Number.NaN)
  const bottom = top.slice()
  for (const piece of drawn) {
    for (const [i, from] of piece.entries()) {
      const to = piece[i + 1] ?? from
      for (let x = from.x; x <= to.x; x++) {
        const share = (x - from.x) / (to.x - from.x) || 0
        const pixel = Math.floor(x - left)
        const high = from.high + share * (to.high - from.high)
        const low = from.low + share * (to.low - from.low)
        if (!(top[pixel]! <= high)) top[pixel] = high
        if (!(bottom[pixel]! >= low)) bottom[pixel] = low
      }
    }
  }
  return { top, bottom }
}

const labelMarks = (lines: readonly string[], box: Box, slot: 'a' | 'b'): Mark[] =>
  lines.map((text, i) => ({
    kind: 'text',
    id: `label:${slot}:${i}`,
    x: box.x0,
    y: box.y0 + i * LABEL_LINE + 10.5,
    text,
    ink: slot === 'a' ? '--a' : '--b',
    halo: true,
    ...labelStyle(i),
  }))

/** The whole chart. Without action tokens: axes only. */
export function curveMarks(input: CurveInput): { marks: Mark[]; layout: CurveLayout } {
  const { frame, measure } = input
  const layout = layoutCurve(frame, input.width, input.height)
  const marks = axesMarks(layout, input.words)
  if (layout.tokens === 0) return { marks, layout }
  marks.push(...headerMarks(frame, layout, input.words, measure))
  const { a, b } = frame.curve
  const drawn = { a: drawnOf(a, frame, layout), b: drawnOf(b, frame, layout) }
  // A is the wider line beneath, so that both stay visible where they coincide.
  marks.push(
    ...(input.window ? windowMarks(input.window, layout) : []),
    ...seriesMarks(drawn.a, frame, 'a'),
    ...seriesMarks(drawn.b, frame, 'b'),
  )
  const envelopes = { a: envelope(drawn.a, layout), b: envelope(drawn.b, layout) }
  const zero = layout.y(0)
  const area = { x0: layout.left, x1: layout.right, y0: layout.top, y1: layout.bottom }
  const cuts = frame.curve.segmentStart.slice(1)
  const verticals = showsCuts(layout, cuts.length + 1) ? cuts.map((start) => layout.x(start)) : []
  const axis = { x0: layout.left, x1: layout.right, y0: zero - 3, y1: zero + 3 }
  const place = (lines: number): readonly Mark[] | undefined => {
    const taken = [axis]
    const placed: Mark[] = []
    for (const slot of ['b', 'a'] as const) {
      const variants = input.labels[slot].filter((variant) => variant.length <= lines)
      const found = placeLabel({
        own: envelopes[slot],
        others: [envelopes[slot === 'a' ? 'b' : 'a']],
        sizes: variants.map((texts) => ({
          width: Math.max(...texts.map((text, i) => widthOf({ text, ...labelStyle(i) }, measure))),
          height: texts.length * LABEL_LINE,
        })),
        area,
        verticals,
        taken,
      })
      // What one curve is said to show, the other is too: an answer for one alone would look like a finding.
      if (lines > 1 && found?.variant !== 0) return undefined
      if (!found) continue
      const { box } = found
      taken.push({ ...box, x0: box.x0 - LABEL_GAP, x1: box.x1 + LABEL_GAP })
      placed.push(...labelMarks(variants[found.variant]!, box, slot))
    }
    return placed
  }
  marks.push(...(place(2) ?? place(1) ?? []))
  return { marks, layout }
}
