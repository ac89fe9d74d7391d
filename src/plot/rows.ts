/** Where the rows of the segments picture stand: one pitch for all rows, so windowing is arithmetic. */
import type { RolloutDetail } from '../worker/api.ts'
import { type PositionAxis, positionAxis, type Range } from './axis.ts'

export interface RowGeometry {
  /** Offsets from a row's top. */
  readonly kind: { readonly y: number; readonly height: number }
  readonly mask: { readonly y: number; readonly height: number }
  readonly a: { readonly y: number; readonly height: number }
  readonly b: { readonly y: number; readonly height: number }
  readonly difference: { readonly y: number; readonly height: number }
  readonly height: number
}

export type TextMode = 'none' | 'upright' | 'level'

export interface SegmentsLayout {
  readonly axis: PositionAxis
  readonly width: number
  /** Segment names stand beside the rows (wide) or above them (narrow). */
  readonly narrow: boolean
  readonly texts: TextMode
  readonly row: RowGeometry
  /** Space between two rows; holds the hand-over's line and label, and the names when narrow. */
  readonly gutter: number
  readonly pitch: number
  readonly top: number
  readonly height: number
  /** Segment of each display row, and the display row of each segment. */
  readonly order: readonly number[]
  readonly rowOf: ReadonlyMap<number, number>
}

/** From here on a token is wide enough to read its text. */
export const TEXT_PIXELS = 9
/** From here on texts are written level. */
const LEVEL_PIXELS = 38
export const NARROW_WIDTH = 600
/** Segment names: `segment 123`, 600 weight. */
export const LABEL_WIDTH = 112
/** Right of the longest segment: `reward −0.25`, `cut`, and the lane of the hand-over lines. */
const RIGHT_WIDTH = 74
const RIGHT_WIDTH_NARROW = 56
const STRIP = 14

function rowGeometry(texts: TextMode): RowGeometry {
  const kindHeight = texts === 'upright' ? 64 : texts === 'level' ? 20 : 17
  const mask = kindHeight + 2
  const a = mask + 4 + 5
  const b = a + STRIP + 2
  const difference = b + STRIP + 2
  return {
    kind: { y: 0, height: kindHeight },
    mask: { y: mask, height: 4 },
    a: { y: a, height: STRIP },
    b: { y: b, height: STRIP },
    difference: { y: difference, height: STRIP },
    height: difference + STRIP,
  }
}

export interface LayoutInput {
  readonly detail: RolloutDetail
  readonly width: number
  readonly range: Range
  readonly order: 'time' | 'processing'
  /** The frame has token texts of the visible range. */
  readonly hasTexts: boolean
}

export function longestResponse(detail: RolloutDetail): number {
  return detail.segments.reduce((longest, segment) => Math.max(longest, segment.length), 1)
}

/** Segments that an estimator never processes (no action token) follow in time order. */
function rowOrder(detail: RolloutDetail, order: 'time' | 'processing'): readonly number[] {
  const all = detail.segments.map((_, index) => index)
  if (order === 'time') return all
  const processed = new Set(detail.processingOrder)
  return [...processed, ...all.filter((segment) => !processed.has(segment))]
}

export function layoutSegments(input: LayoutInput): SegmentsLayout {
  const { detail, width } = input
  const narrow = width < NARROW_WIDTH
  const longestPrompt = detail.segments.reduce((n, s) => Math.max(n, s.promptLength), 0)
  const right = width - (narrow ? RIGHT_WIDTH_NARROW : RIGHT_WIDTH)
  const axis = positionAxis(
    narrow ? 0 : LABEL_WIDTH,
    right,
    input.range,
    longestPrompt,
    longestResponse(detail),
  )
  const texts: TextMode =
    !input.hasTexts || axis.perToken < TEXT_PIXELS
      ? 'none'
      : axis.perToken < LEVEL_PIXELS
        ? 'upright'
        : 'level'
  const row = rowGeometry(texts)
  const gutter = narrow ? 64 : 40
  const order = rowOrder(detail, input.order)
  const top = narrow ? 32 : 16
  const pitch = row.height + gutter
  return {
    axis,
    width,
    narrow,
    texts,
    row,
    gutter,
    pitch,
    top,
    height: top + Math.max(0, order.length * pitch - gutter) + 12,
    order,
    rowOf: new Map(order.map((segment, index) => [segment, index])),
  }
}

export const rowTop = (layout: SegmentsLayout, displayRow: number): number =>
  layout.top + displayRow * layout.pitch

/** Display rows [first, end) that touch the pixels [top, top + height), with `margin` more on both sides. */
export function visibleRows(
  layout: SegmentsLayout,
  top: number,
  height: number,
  margin = 1,
): readonly [number, number] {
  const first = Math.floor((top - layout.top) / layout.pitch) - margin
  const end = Math.ceil((top + height - layout.top) / layout.pitch) + margin
  return [Math.max(0, Math.min(first, layout.order.length)), Math.min(layout.order.length, end)]
}

/** Display row at pixel y; a gutter belongs to the row above it. */
export function rowAt(layout: SegmentsLayout, y: number): number | undefined {
  const row = Math.floor((y - layout.top) / layout.pitch)
  return row >= 0 && row < layout.order.length ? row : undefined
}
