/**
 * How credit gets from one segment to another: one connector per link of B, from the later segment's
 * first action token to the earlier segment's last one, through the gutter between the rows; and what
 * enters each row from its future (reward, carry, value, nothing) at the right end of strips A and B.
 */
import type { CreditLink, Frame } from '../worker/api.ts'
import { clampedX } from './axis.ts'
import { type Flow, type Flows, flowOf, flowsOf } from './flows.ts'
import { brief } from './format.ts'
import { line, type Mark, type Measure, roundedPath } from './marks.ts'
import { rowTop, type SegmentsLayout } from './rows.ts'
import { actionBounds } from './spans.ts'
import type { PlotWords } from './words.ts'

/** What the parts of one segments picture share. */
export interface Scene {
  readonly frame: Frame
  readonly flows: Flows
  readonly layout: SegmentsLayout
  readonly words: PlotWords
  readonly measure: Measure
  /** x at which the lines between neighbouring rows change rows: the same for all of them. */
  readonly lane: number
}

export interface InflowGlyph {
  readonly flow: Flow
  /** Pixel at which the strip's last coloured token ends. */
  readonly x: number
  /** Right end of the glyph with its word. */
  readonly end: number
  readonly text: string
  /** The last action token is right of the window; the glyph stands at the window's edge. */
  readonly beyond: boolean
}

const GLYPH_SIZE = 10
/** Opacity of signs whose token is outside the window. */
const BEYOND = 0.5
const GLYPH_TEXT = 12

/** Undefined also where the segment's last action token is left of the window. */
export function inflowGlyph(
  scene: Omit<Scene, 'lane'>,
  slot: 'a' | 'b',
  segment: number,
): InflowGlyph | undefined {
  const { frame, layout, words, measure } = scene
  const flow = scene.flows[slot].get(segment)
  const view = frame.detail.segments[segment]
  const bounds = view && actionBounds(view)
  if (!flow || !bounds || bounds.end <= layout.axis.from) return undefined
  const x = clampedX(layout.axis, bounds.end)
  const { outcome } = frame.detail
  const places = slot === 'a' ? frame.detail.rewardAtA : frame.detail.rewardAtB
  const value = brief(places.find((place) => place.segment === segment)?.value)
  const texts: Record<Flow, readonly string[]> = {
    reward:
      outcome === undefined ? [words.rewardUnknown] : [words.reward(value), `R ${value}`, value],
    cut: [words.cut],
    // Under B the connector itself is the sign.
    carry: slot === 'a' ? [words.carry] : [''],
    next: slot === 'a' ? [words.nextOnly] : [''],
  }
  const width = (text: string): number => measure(text, GLYPH_SIZE, 'sans', 600)
  const text =
    texts[flow].find((candidate) => x + GLYPH_TEXT + width(candidate) <= layout.width) ?? ''
  const end = text === '' ? x + 8 : x + GLYPH_TEXT + width(text)
  return { flow, x, end, text, beyond: bounds.end > layout.axis.to }
}

const leftArrow = (x: number, y: number): string => `M${x},${y}l6.5,-3.6v7.2Z`

/** Marks of both slots' glyphs, relative to the row's top. */
export function inflowMarks(scene: Scene, segment: number): Mark[] {
  const { layout } = scene
  return (['a', 'b'] as const).flatMap((slot) => {
    const glyph = inflowGlyph(scene, slot, segment)
    if (!glyph) return []
    const place = slot === 'a' ? layout.row.a : layout.row.b
    const ink = slot === 'a' ? '--a' : '--b'
    const y = place.y + place.height / 2
    const { x, flow, text } = glyph
    const opacity = glyph.beyond ? BEYOND : 1
    const marks: Mark[] = []
    if (flow === 'cut')
      marks.push({
        kind: 'path',
        id: `cut:${slot}:${segment}`,
        d: `${line(x + 2, y, x + 7, y)}M${x + 7},${y - 5}v10`,
        stroke: ink,
        width: 1.6,
        opacity,
      })
    else if (flow === 'reward' || slot === 'a')
      marks.push({
        kind: 'path',
        id: `${flow}:${slot}:${segment}`,
        d: leftArrow(x + 2, y),
        fill: ink,
        opacity,
      })
    if (text !== '')
      marks.push({
        kind: 'text',
        x: x + GLYPH_TEXT,
        y: y + 3.6,
        text,
        ink,
        size: GLYPH_SIZE,
        weight: 600,
        opacity,
      })
    return marks
  })
}

/** Triangles on the kind strip exactly where the terminal reward stands, relative to the row's top. */
export function rewardPins({ frame, layout }: Scene, segment: number): Mark[] {
  const { axis } = layout
  const places = new Set(
    [...frame.detail.rewardAtA, ...frame.detail.rewardAtB]
      .filter((place) => place.segment === segment)
      .map((place) => place.position),
  )
  return [...places]
    .filter((position) => position + 1 > axis.from && position < axis.to)
    .map((position) => {
      const x = clampedX(axis, position + 0.5)
      return { kind: 'path', id: `pin:${segment}`, d: `M${x - 4},-8h8l-4,6.5Z`, fill: '--text' }
    })
}

export interface Connector {
  readonly from: number
  readonly to: number
  readonly dashed: boolean
  readonly points: readonly (readonly [number, number])[]
  /** Display gutter (below display row g) that the long leg runs in, and the leg's y. */
  readonly gutter: number
  readonly legY: number
  /** x at which the connector leaves the gutter towards the receiving row. */
  readonly lane: number
  readonly startX: number
  /** Whether start and end are where they say, or clamped to the window's edge. */
  readonly startVisible: boolean
  readonly endVisible: boolean
}

/** Long leg below the row above it; in the gutter it keeps clear of the lines of text (gutter.ts). */
const LEG_ABOVE_LABELS = 9
const legBelowLabels = (layout: SegmentsLayout): number => (layout.narrow ? 35 : 26)

/** Room right of a row's end for the line into it. */
const LANE_GAP = 12

/** x of `Scene.lane`: clear of every row that a line between neighbours goes into, and of what stands there. */
function laneOf(scene: Omit<Scene, 'lane'>): number {
  const { frame, layout } = scene
  const edge = layout.width - 5
  if (layout.narrow) return edge
  let lane = 0
  for (const link of frame.detail.linksB) {
    const target = frame.detail.segments[link.toSegment]
    const rows = [link.fromSegment, link.toSegment].map((s) => layout.rowOf.get(s) ?? Number.NaN)
    if (!target || flowOf(link) === 'cut' || Math.abs(rows[0]! - rows[1]!) !== 1) continue
    lane = Math.max(lane, clampedX(layout.axis, target.length) + LANE_GAP)
    // A line that comes from above passes the words behind strip A.
    if (rows[0]! < rows[1]!)
      lane = Math.max(lane, (inflowGlyph(scene, 'a', link.toSegment)?.end ?? 0) + 7)
    if (lane >= edge) return edge
  }
  return lane
}

export function sceneOf(parts: {
  readonly frame: Frame
  readonly layout: SegmentsLayout
  readonly words: PlotWords
  readonly measure: Measure
}): Scene {
  const scene = { ...parts, flows: flowsOf(parts.frame) }
  return { ...scene, lane: laneOf(scene) }
}

/** Geometry of a link of B in pixels of the picture; undefined where nothing flows or no token is there. */
export function connector(scene: Scene, link: CreditLink): Connector | undefined {
  const { frame, layout } = scene
  const flow = flowOf(link)
  const source = frame.detail.segments[link.fromSegment]
  const target = frame.detail.segments[link.toSegment]
  const sourceRow = layout.rowOf.get(link.fromSegment)
  const targetRow = layout.rowOf.get(link.toSegment)
  const sourceBounds = source && actionBounds(source)
  const targetBounds = target && actionBounds(target)
  if (flow === 'cut' || sourceRow === undefined || targetRow === undefined) return undefined
  if (!sourceBounds || !targetBounds) return undefined
  const { axis, row } = layout
  const fromBelow = sourceRow > targetRow
  const adjacent = Math.abs(sourceRow - targetRow) === 1
  const gutter = fromBelow ? sourceRow - 1 : sourceRow
  const leg = fromBelow ? legBelowLabels(layout) : LEG_ABOVE_LABELS
  const legY = rowTop(layout, gutter) + row.height + leg
  const startX = clampedX(axis, sourceBounds.first + Math.min(0.5, 3 / axis.perToken))
  const startY = fromBelow
    ? rowTop(layout, sourceRow) - 2
    : rowTop(layout, sourceRow) + row.height + 2
  const tipX = clampedX(axis, targetBounds.end) + 2
  const tipY = rowTop(layout, targetRow) + row.b.y + row.b.height / 2
  const lane = adjacent ? scene.lane : layout.width - 4
  return {
    from: link.fromSegment,
    to: link.toSegment,
    dashed: flow === 'next',
    points: [
      [startX, startY],
      [startX, legY],
      [lane, legY],
      [lane, tipY],
      [tipX + 6, tipY],
    ],
    gutter,
    legY,
    lane,
    startX,
    startVisible: sourceBounds.first >= axis.from && sourceBounds.first < axis.to,
    endVisible: targetBounds.end > axis.from && targetBounds.end <= axis.to,
  }
}

/** Connectors that touch display rows [first, end). */
export function visibleConnectors(scene: Scene, first: number, end: number): Connector[] {
  const { frame, layout } = scene
  return frame.detail.linksB.flatMap((link) => {
    const a = layout.rowOf.get(link.fromSegment) ?? -1
    const b = layout.rowOf.get(link.toSegment) ?? -1
    if (Math.max(a, b) < first || Math.min(a, b) >= end) return []
    const shape = connector(scene, link)
    return shape ? [shape] : []
  })
}

export function connectorMarks(shape: Connector): Mark[] {
  const [tipX, tipY] = shape.points.at(-1)!
  const opacity = shape.startVisible && shape.endVisible ? 1 : BEYOND
  const marks: Mark[] = [
    {
      kind: 'path',
      id: `link:${shape.from}>${shape.to}`,
      d: roundedPath(shape.points, 7),
      stroke: '--carry',
      width: 1.6,
      opacity,
      ...(shape.dashed ? { dash: [4, 3] as const } : {}),
    },
    { kind: 'path', d: leftArrow(tipX - 6, tipY), fill: '--carry', opacity },
  ]
  if (shape.startVisible) {
    const [x, y] = shape.points[0]!
    marks.push({
      kind: 'path',
      d: `M${x - 2.6},${y}a2.6,2.6 0 1,0 5.2,0a2.6,2.6 0 1,0 -5.2,0Z`,
      fill: '--carry',
      opacity,
    })
  }
  return marks
}
