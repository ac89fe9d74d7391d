import { memo, useLayoutEffect, useRef, useState } from 'react'
import type { PositionAxis } from '../../plot/axis.ts'
import { paintMarks, prepareCanvas } from '../../plot/canvas.ts'
import type { Flow, Flows } from '../../plot/flows.ts'
import { number } from '../../plot/format.ts'
import { rowTop, type SegmentsLayout } from '../../plot/rows.ts'
import { rowMarks } from '../../plot/segmentMarks.ts'
import { fillStripLine, stripPixels } from '../../plot/stripPixels.ts'
import { type StripData, seriesRange, stripPlaces } from '../../plot/strips.ts'
import type { PlotWords } from '../../plot/words.ts'
import type { ColumnSeries, Frame, SegmentStrips, SegmentView } from '../../worker/api.ts'
import { type SegmentsText, useSegmentsWords } from './text.ts'
import type { PlotStyle } from './usePlot.ts'

/** Break marks reach 2 px beyond the kind strip. */
const BLEED = 4

const FLOW_WORD = {
  reward: 'inReward',
  carry: 'inCarry',
  next: 'inNext',
  cut: 'inCut',
} as const satisfies Record<Flow, string>

export function rangeText(series: ColumnSeries | undefined, t: SegmentsText): string {
  const range = series && seriesRange(series)
  if (!range) return t('noAction')
  return t('between', { low: number(range[0]), high: number(range[1]) })
}

/** The row in words: the canvas's text alternative. */
function alternative(
  frame: Frame,
  flows: Flows,
  index: number,
  strip: SegmentStrips | undefined,
  t: SegmentsText,
  tokens: (n: number) => string,
): string {
  const segment = frame.detail.segments[index]!
  const flow = (slot: 'a' | 'b'): string => {
    const found = flows[slot].get(index)
    return t(found ? FLOW_WORD[found] : 'inNone')
  }
  const coefficient = strip?.coefficient
    ? ` ${t('coefficientAlt', { c: rangeText(strip.coefficient, t) })}`
    : ''
  const text = t('rowAlt', {
    n: segment.segmentIndex,
    inv: segment.invIter,
    prompt: tokens(segment.promptLength),
    all: tokens(segment.length),
    action: tokens(segment.actionTokens),
    a: rangeText(strip?.a, t),
    b: rangeText(strip?.b, t),
    d: rangeText(strip?.difference, t),
    inA: flow('a'),
    inB: flow('b'),
  })
  return text + coefficient
}

function putStrip(
  context: CanvasRenderingContext2D,
  data: StripData | undefined,
  { length }: SegmentView,
  axis: PositionAxis,
  scale: number,
  [top, bottom]: readonly [number, number],
  { colours }: PlotStyle,
  kept: { current: ImageData | undefined },
): void {
  const { left, right } = stripPixels(axis, scale)
  const columns = right - left
  const lines = Math.max(1, bottom - top)
  const fits = kept.current?.width === columns && kept.current.height === lines
  const image = fits && kept.current ? kept.current : context.createImageData(columns, lines)
  kept.current = image
  const pixels = new Uint32Array(image.data.buffer)
  fillStripLine(pixels.subarray(0, columns), data, length, axis, scale, colours)
  for (let y = 1; y < image.height; y++) pixels.copyWithin(y * columns, 0, columns)
  context.putImageData(image, left, top)
}

/** The texts of a frame are new objects; the same ones need not be painted again. */
function useSameTexts(texts: readonly string[] | undefined): readonly string[] | undefined {
  const [kept, keep] = useState(texts)
  if (kept === texts) return kept
  if (kept?.length === texts?.length && kept?.every((text, i) => text === texts?.[i])) return kept
  keep(texts)
  return texts
}

/** Kind, mask, texts and the three credit strips of one segment. */
export const RowCanvas = memo(function RowCanvas(props: {
  readonly frame: Frame
  readonly flows: Flows
  readonly layout: SegmentsLayout
  readonly display: number
  readonly strip: SegmentStrips | undefined
  readonly style: PlotStyle
  readonly words: PlotWords
  readonly t: SegmentsText
  readonly ratio: number
}) {
  const { frame, flows, layout, display, strip, style, words, t, ratio } = props
  const { tokens } = useSegmentsWords()
  const ref = useRef<HTMLCanvasElement>(null)
  const index = layout.order[display]!
  const segment = frame.detail.segments[index]!
  const width = layout.axis.right + 2
  const height = layout.row.height + 2 * BLEED
  const texts = useSameTexts(strip?.texts)
  // Where the texts begin; of no matter without any.
  const from = texts && frame.request.from
  // A slider's step changes the strips alone: the rest stays painted.
  useLayoutEffect(() => {
    const canvas = ref.current
    const context = canvas && prepareCanvas(canvas, width, height, ratio)
    if (!context) return
    context.translate(0, BLEED)
    const shown = texts && { list: texts, from: from ?? 0 }
    paintMarks(context, rowMarks(segment, layout, words, style.measure, shown), style.theme)
  }, [segment, layout, texts, from, style, words, ratio, width, height])
  const { extent, request } = frame
  const image = useRef<ImageData>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever repaints the rest repaints the strips
  useLayoutEffect(() => {
    const canvas = ref.current
    const context = canvas?.getContext('2d')
    if (!context) return
    const scale = { x: context.canvas.width / width, y: context.canvas.height / height }
    for (const { series, place } of stripPlaces(strip, layout.row)) {
      const data = series && { series, range: request, extent }
      const top = Math.round((place.y + BLEED) * scale.y)
      const bottom = Math.round((place.y + place.height + BLEED) * scale.y)
      putStrip(context, data, segment, layout.axis, scale.x, [top, bottom], style, image)
    }
  }, [strip, extent, request, segment, layout, texts, from, style, words, ratio, width, height])
  return (
    <canvas
      ref={ref}
      role="img"
      aria-label={alternative(frame, flows, index, strip, t, tokens)}
      style={{ position: 'absolute', left: 0, top: rowTop(layout, display) - BLEED, width, height }}
    />
  )
})
