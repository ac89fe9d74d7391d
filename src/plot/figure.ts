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
function drawnRows(frame: Frame, order: readonly number[]): readonly [number, number] {
  const has = new Set(frame.strips.map((strip) => strip.segment))
  const first = Math.max(
    0,
    order.findIndex((segment) => has.has(segment)),
  )
  const rest = order.findIndex((segment, display) => display > first && !has.has(segment))
  const end = rest < 0 ? order.length : rest
  const whole = first === 0 && end === order.length
  const start = whole ? 0 : first + Math.max(0, Math.floor((end - first - MAX_ROWS) / 2))
  return [start, Math.min(end, start + MAX_ROWS)]
}

const SUBTITLE = 11

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
    hasCoefficient: hasCoefficient(frame),
  })
  const scene = sceneOf({ frame, layout, words, measure })
  const [first, end] = drawnRows(frame, layout.order)
  const marks: Mark[] = []
  let y = MARGIN
  const heading = (text: string, size: number, ink: string, weight: 400 | 600): void => {
    y += size + 2
    marks.push({ kind: 'text', x: MARGIN, y, text, ink, size, weight })
    y += 6
  }
  heading(input.title, 15, '--text', 600)
  for (const line of input.subtitle)
    for (const text of wrapParts(line, inner, measure)) heading(text, SUBTITLE, '--muted', 400)
  y += 6
  marks.push(group(MARGIN, y, axisMarks(layout.axis, AXIS_HEIGHT, words.positions)))
  y += AXIS_HEIGHT
  const above = rowTop(layout, first) - layout.top
  marks.push(group(MARGIN, y - above, rowsMarks(scene, first, end, theme)))
  y += rowTop(layout, end) - above - layout.gutter + 14
  if (end - first < layout.order.length)
    heading(input.partial(first, end, layout.order.length), 10.5, '--muted', 400)
  const legend = segmentsLegend({
    used: usedSigns(frame, scene.flows),
    width: inner,
    extent: frame.extent,
    inRewards: input.inRewards,
    hasCoefficient: hasCoefficient(frame),
    shortHandOver: handOverForm(scene).short,
    perToken: layout.axis.perToken,
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
    window: input.window,
    labels: input.labels,
    words,
    measure,
  })
  marks.push(group(MARGIN, y, curve.marks))
  y += CURVE_HEIGHT
  const lines = curveLegend({
    width: inner,
    names: input.names,
    band: hasBand(frame),
    window: input.window !== undefined,
    words,
    measure,
  })
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
