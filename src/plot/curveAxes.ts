/** Where the advantage chart's axes, cuts and segment names stand. */
import { ticks as ticksOf } from 'd3'
import type { ColumnSeries, Frame } from '../worker/api.ts'
import { count, signed } from './format.ts'
import { line, type Mark, type Measure } from './marks.ts'
import { linear, nice, tickWriter } from './scale.ts'
import type { PlotWords } from './words.ts'

/** Told apart without colour too: A is wide and dashed, B thin and solid, on top of it. */
export const CURVE_LINE = {
  a: { width: 3.2, dash: [7, 3] },
  b: { width: 1.6 },
} as const

/** Of the shade over the part that the strips show. */
export const WINDOW_OPACITY = 0.13

/** Action tokens [from, end) of the rollout. */
export interface ActionSpan {
  readonly from: number
  readonly end: number
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

function extremes(series: readonly ColumnSeries[]): [number, number] {
  let low = 0
  let high = 0
  for (const { min, max } of series)
    for (let i = 0; i < min.length; i++) {
      if (min[i]! < low) low = min[i]!
      if (max[i]! > high) high = max[i]!
    }
  return [low, high]
}

function domain(low: number, high: number): [number, number] {
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
  const x = linear([0, Math.max(1, tokens)], [left, right])
  const [low, high] = extremes([a, b])
  const unit = unitOf(Math.max(-low, high))
  const shown = nice(domain(low / unit, high / unit), 6)
  const y = linear(shown, [bottom, top])
  const write = tickWriter(shown, 5)
  const yTicks = ticksOf(...shown, 5).map((tick) => {
    const value = tick * unit
    return { value, label: tick === 0 ? '0' : unit === 1 ? write(tick) : signed(value) }
  })
  return { left, right, top, bottom, tokens, x: (t) => x(t), y: (v) => y(v / unit), yTicks }
}

/** Near both ends of what a double can hold d3 finds no steps: such numbers are drawn in this unit. */
const unitOf = (largest: number): number =>
  largest > 1e290 ? 1e300 : largest > 0 && largest < 1e-290 ? 1e-300 : 1

/** Action index under pixel x, clamped; undefined without action tokens. */
export function actionAt(layout: CurveLayout, x: number): number | undefined {
  if (layout.tokens === 0) return undefined
  const share = (x - layout.left) / (layout.right - layout.left)
  return Math.max(0, Math.min(layout.tokens - 1, Math.floor(share * layout.tokens)))
}

/** Cuts closer than this on average are no lines any more, and curves are not broken at them. */
const CUT_PIXELS = 5

export const showsCuts = (layout: CurveLayout, segments: number): boolean =>
  (layout.right - layout.left) / Math.max(1, segments) >= CUT_PIXELS

/** 1, 2, 5, 10, … : the smallest step at which labels `each` pixels apart leave `room` between them. */
function labelStep(each: number, room: number): number {
  for (let decade = 1; ; decade *= 10)
    for (const digit of [1, 2, 5]) if (digit * decade * each >= room) return digit * decade
}

/** Cuts and segment names above the plot. All labels of a kind are written alike, or none is. */
export function headerMarks(
  frame: Frame,
  layout: CurveLayout,
  words: PlotWords,
  measure: Measure,
): Mark[] {
  const starts = frame.curve.segmentStart
  const { segments } = frame.detail
  const shown = showsCuts(layout, starts.length) ? starts.slice(1) : []
  const cuts = shown.map((start, i) => {
    const name = words.condense(i + 1)
    const boundary = words.boundaries[segments[i]!.boundary]
    return {
      x: layout.x(start),
      texts: [`${name} · ${boundary}`, name, words.condenseShort(i + 1)],
    }
  })
  const cutWidth = (text: string): number => measure(text, 10, 'sans', 400)
  const variant = [0, 1, 2].find((v) =>
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
            halo: true,
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
      halo: true,
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

export function axesMarks(layout: CurveLayout, words: PlotWords): Mark[] {
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
  const wanted = Math.max(2, Math.floor((right - left) / 110))
  const ticks = ticksOf(0, Math.max(1, layout.tokens), wanted).filter(
    (tick) => Number.isInteger(tick) && tick <= layout.tokens,
  )
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
