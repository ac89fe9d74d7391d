import { memo, useLayoutEffect, useRef } from 'react'
import { paintMarks, prepareCanvas } from '../../plot/canvas.ts'
import type { Flow, Flows } from '../../plot/flows.ts'
import { number } from '../../plot/format.ts'
import { rowTop, type SegmentsLayout } from '../../plot/rows.ts'
import { rowMarks } from '../../plot/segmentMarks.ts'
import { paintStrip, seriesRange, stripPlaces } from '../../plot/strips.ts'
import type { PlotWords } from '../../plot/words.ts'
import type { ColumnSeries, Frame, SegmentStrips } from '../../worker/api.ts'
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
  const width = layout.axis.right + 2
  const height = layout.row.height + 2 * BLEED
  useLayoutEffect(() => {
    const canvas = ref.current
    const context = canvas && prepareCanvas(canvas, width, height, ratio)
    if (!context) return
    context.translate(0, BLEED)
    const segment = frame.detail.segments[index]!
    const texts = strip?.texts && { list: strip.texts, from: frame.request.from }
    paintMarks(context, rowMarks(segment, layout, words, style.measure, texts), style.theme)
    if (!strip) return
    for (const { series, place } of stripPlaces(strip, layout.row)) {
      const data = { series, range: frame.request, extent: frame.extent }
      paintStrip(context, data, layout.axis, place.y, place.height, style.theme, ratio)
    }
  }, [frame, layout, index, strip, style, words, ratio, width, height])
  return (
    <canvas
      ref={ref}
      role="img"
      aria-label={alternative(frame, flows, index, strip, t, tokens)}
      style={{ position: 'absolute', left: 0, top: rowTop(layout, display) - BLEED, width, height }}
    />
  )
})
