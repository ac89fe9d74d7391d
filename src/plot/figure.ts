/** The whole picture for saving: segments, legend, curves and reach, on one sheet. */
import type { Frame } from '../worker/api.ts'
import { AXIS_HEIGHT, axisMarks } from './axis.ts'
import { type CurveInput, curveMarks, hasBand } from './curve.ts'
import { boundaryMarks, handOverForm, narrowNameMarks } from './gutter.ts'
import { curveLegend, segmentsLegend, usedSigns } from './legend.ts'
import {
  connectorMarks,
  inflowMarks,
  rewardPins,
  type Scene,
  sceneOf,
  visibleConnectors,
} from './links.ts'
import { fitText, group, type Mark, type Measure } from './marks.ts'
import { effectiveRange } from './range.ts'
import { REACH_HEIGHT, reachMarks } from './reach.ts'
import { layoutSegments, longestResponse, rowTop } from './rows.ts'
import { rowMarks, rowNameMarks } from './segmentMarks.ts'
import { hasCoefficient, stripMarks, stripPlaces } from './strips.ts'
import type { PlotTheme } from './theme.ts'
import type { PlotWords } from './words.ts'

export interface FigureInput {
  readonly frame: Frame
  readonly width: number
  readonly range: { readonly from: number; readonly to: number } | undefined
  readonly order: 'time' | 'processing'
  readonly theme: PlotTheme
  readonly words: PlotWords
  readonly measure: Measure
  readonly names: { readonly a: string; readonly b: string }
  readonly labels: CurveInput['labels']
  readonly headings: { readonly a: readonly string[]; readonly b: readonly string[] }
  readonly title: string
  /** Trace, estimators, parameters: lines of parts. A line too long for the sheet breaks between parts. */
  readonly subtitle: readonly (readonly string[])[]
  readonly inRewards: boolean
  /** As in CurveInput. */
  readonly window: CurveInput['window']
  readonly curveTitle: string
  readonly reachTitle: string
  /** Said below the rows when not all fit: `segments 0–39 of 1,000`. */
  readonly partial: (first: number, end: number, all: number) => string
}

/** More rows than this make a picture nobody can print. */
export const MAX_ROWS = 40
/** More make a slide whose words nobody can read from a chair. */
const SLIDE_ROWS = 4
/** Share of a slide's width that the segments have. */
const SLIDE_SEGMENTS = 0.54
const MAX_SLIDE_WIDTH = 1600
const MARGIN = 24
const CURVE_HEIGHT = 268

/** Rows [first, end) with names, connectors and labels, in the layout's pixels, credit colours included. */
export function rowsMarks(scene: Scene, first: number, end: number, theme: PlotTheme): Mark[] {
  const { frame, layout, words, measure } = scene
  const strips = new Map(frame.strips.map((strip) => [strip.segment, strip]))
  const marks: Mark[] = []
  for (let display = first; display < end; display++) {
    const index = layout.order[display]!
    const segment = frame.detail.segments[index]!
    const strip = strips.get(index)
    const texts = strip?.texts && { list: strip.texts, from: frame.request.from }
    const row: Mark[] = rowMarks(segment, layout, words, measure, texts)
    const { row: geometry, axis } = layout
    for (const { series, place } of stripPlaces(strip, geometry))
      if (series)
        row.push(
          ...stripMarks(
            { series, range: frame.request, extent: frame.extent },
            axis,
            place.y,
            place.height,
            theme,
          ),
        )
    row.push(...inflowMarks(scene, index), ...rewardPins(scene, index))
    if (!layout.narrow) row.push(...rowNameMarks(segment, words, measure))
    marks.push(group(0, rowTop(layout, display), row, `row:${index}`))
  }
  const connectors = visibleConnectors(scene, first, end).filter(
    (c) => layout.rowOf.get(c.from)! < end && layout.rowOf.get(c.to)! < end,
  )
  marks.push(...connectors.flatMap(connectorMarks))
  marks.push(...boundaryMarks(scene, handOverForm(scene), connectors, first, end - 1))
  if (layout.narrow) marks.push(...narrowNameMarks(scene, connectors, first, end))
  return marks
}

/**
 * Display rows [first, end) of the sheet: the first ones, or in a rollout so long that the frame has the
 * strips of a part only, the middle of that part, which is what was in sight.
 */
function drawnRows(
  frame: Frame,
  order: readonly number[],
  most: number,
): readonly [number, number] {
  const has = new Set(frame.strips.map((strip) => strip.segment))
  const first = Math.max(
    0,
    order.findIndex((segment) => has.has(segment)),
  )
  const rest = order.findIndex((segment, display) => display > first && !has.has(segment))
  const end = rest < 0 ? order.length : rest
  const whole = first === 0 && end === order.length
  const start = whole ? 0 : first + Math.max(0, Math.floor((end - first - most) / 2))
  return [start, Math.min(end, start + most)]
}

const SUBTITLE = 11
const TITLE = 13

/** Parts joined by middle dots, as many to a line as fit; a part longer than a line is shortened. */
export function wrapParts(parts: readonly string[], width: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const joined = lines.length === 0 ? part : `${lines.at(-1)} · ${part}`
    if (lines.length > 0 && measure(joined, SUBTITLE, 'sans', 400) <= width)
      lines[lines.length - 1] = joined
    else lines.push(fitText(part, width, { size: SUBTITLE }, measure))
  }
  return lines
}

/** A title in as many lines as it takes. */
function wrapWords(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const joined = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && measure(joined, TITLE, 'sans', 600) <= width)
      lines[lines.length - 1] = joined
    else lines.push(fitText(word, width, { size: TITLE, weight: 600 }, measure))
  }
  return lines
}

interface Column {
  readonly marks: Mark[]
  /** Width of what stands in it. */
  readonly inner: number
  /** Where the next part begins. */
  y: number
  heading(text: string, size: number, ink: string, weight: 400 | 600): void
  /** Puts marks in, and goes down by so much. */
  put(marks: readonly Mark[], height: number, shift?: number): void
}

function columnAt(x: number, y: number, inner: number): Column {
  const marks: Mark[] = []
  const column: Column = {
    marks,
    inner,
    y,
    heading: (text, size, ink, weight) => {
      column.y += size + 2
      marks.push({ kind: 'text', x, y: column.y, text, ink, size, weight })
      column.y += 6
    },
    put: (added, height, shift = 0) => {
      marks.push(group(x, column.y - shift, [...added]))
      column.y += height
    },
  }
  return column
}

function putHead(column: Column, { title, subtitle, measure }: FigureInput): void {
  column.heading(title, 15, '--text', 600)
  for (const line of subtitle)
    for (const text of wrapParts(line, column.inner, measure))
      column.heading(text, SUBTITLE, '--muted', 400)
  column.y += 6
}

function putSegments(column: Column, input: FigureInput, maxRows: number): void {
  const { frame, words, measure, theme } = input
  const layout = layoutSegments({
    detail: frame.detail,
    width: column.inner,
    range: effectiveRange(input.range, longestResponse(frame.detail)),
    order: input.order,
    hasTexts: frame.strips.some((strip) => strip.texts !== undefined),
    hasCoefficient: hasCoefficient(frame),
  })
  const scene = sceneOf({ frame, layout, words, measure })
  const [first, end] = drawnRows(frame, layout.order, maxRows)
  column.put(axisMarks(layout.axis, AXIS_HEIGHT, words.positions), AXIS_HEIGHT)
  const above = rowTop(layout, first) - layout.top
  const height = rowTop(layout, end) - above - layout.gutter + 14
  column.put(rowsMarks(scene, first, end, theme), height, above)
  if (end - first < layout.order.length)
    column.heading(input.partial(first, end, layout.order.length), 10.5, '--muted', 400)
  const legend = segmentsLegend({
    used: usedSigns(frame, scene.flows),
    width: column.inner,
    extent: frame.extent,
    inRewards: input.inRewards,
    hasCoefficient: hasCoefficient(frame),
    shortHandOver: handOverForm(scene).short,
    perToken: layout.axis.perToken,
    theme,
    words,
    measure,
  })
  column.put(legend.marks, legend.height)
}

function putCurves(column: Column, input: FigureInput): void {
  const { frame, words, measure, window } = input
  const width = column.inner
  const title = (text: string): void => {
    for (const line of wrapWords(text, width, measure)) column.heading(line, TITLE, '--text', 600)
  }
  title(input.curveTitle)
  const curve = curveMarks({
    frame,
    width,
    height: CURVE_HEIGHT,
    window,
    labels: input.labels,
    words,
    measure,
  })
  column.put(curve.marks, CURVE_HEIGHT)
  const lines = curveLegend({
    width,
    names: input.names,
    band: hasBand(frame),
    window: window !== undefined,
    words,
    measure,
  })
  column.put(lines.marks, lines.height + 14)
  title(input.reachTitle)
  column.y += 6
  column.put(reachMarks({ frame, width, headings: input.headings, measure }), REACH_HEIGHT)
}

export interface Figure {
  readonly marks: Mark[]
  readonly width: number
  readonly height: number
}

function sheetOf(columns: readonly Column[], width: number, height: number): Figure {
  const sheet: Mark = { kind: 'rect', x: 0, y: 0, width, height, fill: '--panel' }
  return { marks: [sheet, ...columns.flatMap(({ marks }) => marks)], width, height }
}

/** One under the other, as tall as it takes: for a page. */
export function figureMarks(input: FigureInput): Figure {
  const column = columnAt(MARGIN, MARGIN, input.width - 2 * MARGIN)
  putHead(column, input)
  putSegments(column, input, MAX_ROWS)
  column.y += 14
  putCurves(column, input)
  return sheetOf([column], input.width, Math.ceil(column.y + MARGIN - 10))
}

/** Segments beside curves and reach, 16:9: for a slide. Wider than `input.width` only where it takes that to fit. */
export function slideMarks(input: FigureInput): Figure {
  const { width } = input
  const inner = width - 3 * MARGIN
  const head = columnAt(MARGIN, MARGIN, width - 2 * MARGIN)
  putHead(head, input)
  const leftWidth = Math.round(inner * SLIDE_SEGMENTS)
  const left = columnAt(MARGIN, head.y, leftWidth)
  putSegments(left, input, SLIDE_ROWS)
  const right = columnAt(2 * MARGIN + leftWidth, head.y, inner - leftWidth)
  putCurves(right, input)
  const needed = Math.max(left.y, right.y) + MARGIN - 10
  const height = Math.round((width * 9) / 16)
  if (needed > height && width < MAX_SLIDE_WIDTH)
    return slideMarks({ ...input, width: Math.min(MAX_SLIDE_WIDTH, width + 80) })
  return sheetOf([head, left, right], width, Math.max(height, Math.ceil(needed)))
}
