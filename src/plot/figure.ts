/** The whole picture for saving: segments, legend, curves and reach, on one sheet. */
import type { Frame } from '../worker/api.ts'
import { AXIS_HEIGHT, axisMarks } from './axis.ts'
import { type CurveInput, curveMarks } from './curve.ts'
import { boundaryMarks, narrowNameMarks } from './gutter.ts'
import { curveLegend, segmentsLegend, usedSigns } from './legend.ts'
import { connectorMarks, inflowMarks, rewardPins, visibleConnectors } from './links.ts'
import { group, type Mark, type Measure } from './marks.ts'
import { effectiveRange } from './range.ts'
import { REACH_HEIGHT, reachMarks } from './reach.ts'
import { layoutSegments, longestResponse, rowTop, type SegmentsLayout } from './rows.ts'
import { rowMarks, rowNameMarks } from './segmentMarks.ts'
import { stripMarks } from './strips.ts'
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
  /** Estimators and parameters. */
  readonly subtitle: string
  readonly curveTitle: string
  readonly reachTitle: string
  /** Said below the rows when not all fit: `segments 0–39 of 1,000`. */
  readonly partial: (first: number, end: number, all: number) => string
}

/** More rows than this make a picture nobody can print; the first ones in display order are drawn. */
export const MAX_ROWS = 40
const MARGIN = 24
const CURVE_HEIGHT = 268

/** Rows [first, end) with names, connectors and labels, in the layout's pixels, credit colours included. */
export function rowsMarks(
  frame: Frame,
  layout: SegmentsLayout,
  first: number,
  end: number,
  { theme, words, measure }: Pick<FigureInput, 'theme' | 'words' | 'measure'>,
): Mark[] {
  const strips = new Map(frame.strips.map((strip) => [strip.segment, strip]))
  const marks: Mark[] = []
  for (let display = first; display < end; display++) {
    const index = layout.order[display]!
    const segment = frame.detail.segments[index]!
    const strip = strips.get(index)
    const texts = strip?.texts && { list: strip.texts, from: frame.request.from }
    const row: Mark[] = rowMarks(segment, layout, words, measure, texts)
    const { row: geometry, axis } = layout
    if (strip)
      for (const name of ['a', 'b', 'difference'] as const)
        row.push(
          ...stripMarks(
            { series: strip[name], range: frame.request, extent: frame.extent },
            axis,
            geometry[name].y,
            geometry[name].height,
            theme,
          ),
        )
    row.push(
      ...inflowMarks(frame, index, layout, words, measure),
      ...rewardPins(frame, index, layout),
    )
    if (!layout.narrow) row.push(...rowNameMarks(segment, words))
    marks.push(group(0, rowTop(layout, display), row, `row:${index}`))
  }
  const connectors = visibleConnectors(frame, layout, first, end, words, measure).filter(
    (c) => layout.rowOf.get(c.from)! < end && layout.rowOf.get(c.to)! < end,
  )
  marks.push(...connectors.flatMap(connectorMarks))
  marks.push(...boundaryMarks(frame, layout, connectors, first, end - 1, words, measure))
  if (layout.narrow)
    marks.push(...narrowNameMarks(frame, layout, connectors, first, end, words, measure))
  return marks
}

export function figureMarks(input: FigureInput): {
  marks: Mark[]
  width: number
  height: number
} {
  const { frame, words, measure, theme } = input
  const inner = input.width - 2 * MARGIN
  const range = effectiveRange(input.range, longestResponse(frame.detail))
  const layout = layoutSegments({
    detail: frame.detail,
    width: inner,
    range,
    order: input.order,
    hasTexts: frame.strips.some((strip) => strip.texts !== undefined),
  })
  const rows = Math.min(MAX_ROWS, layout.order.length)
  const marks: Mark[] = []
  let y = MARGIN
  const heading = (text: string, size: number, ink: string, weight: 400 | 600): void => {
    y += size + 2
    marks.push({ kind: 'text', x: MARGIN, y, text, ink, size, weight })
    y += 6
  }
  heading(input.title, 15, '--text', 600)
  heading(input.subtitle, 11, '--muted', 400)
  y += 6
  marks.push(group(MARGIN, y, axisMarks(layout.axis, AXIS_HEIGHT, words.positions)))
  y += AXIS_HEIGHT
  marks.push(group(MARGIN, y, rowsMarks(frame, layout, 0, rows, input)))
  y += rowTop(layout, rows) - layout.gutter + 14
  if (rows < layout.order.length)
    heading(input.partial(0, rows, layout.order.length), 10.5, '--muted', 400)
  const legend = segmentsLegend({
    used: usedSigns(frame),
    width: inner,
    extent: frame.extent,
    theme,
    words,
    measure,
  })
  marks.push(group(MARGIN, y, legend.marks))
  y += legend.height + 14
  heading(input.curveTitle, 13, '--text', 600)
  const curve = curveMarks({
    frame,
    width: inner,
    height: CURVE_HEIGHT,
    labels: input.labels,
    words,
    measure,
  })
  marks.push(group(MARGIN, y, curve.marks))
  y += CURVE_HEIGHT
  const lines = curveLegend(inner, input.names, words, measure)
  marks.push(group(MARGIN, y, lines.marks))
  y += lines.height + 14
  heading(input.reachTitle, 13, '--text', 600)
  y += 6
  marks.push(
    group(MARGIN, y, reachMarks({ frame, width: inner, headings: input.headings, measure })),
  )
  y += REACH_HEIGHT + MARGIN - 10
  const height = Math.ceil(y)
  const sheet: Mark = {
    kind: 'rect',
    x: 0,
    y: 0,
    width: input.width,
    height,
    fill: '--panel',
  }
  return { marks: [sheet, ...marks], width: input.width, height }
}
