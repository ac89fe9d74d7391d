/** One segment's row: prompt, kind strip, loss mask, token texts and names, as marks relative to the row's top. */
import type { SpanKind } from '../trace/batch.ts'
import type { SegmentView } from '../worker/api.ts'
import { clampedX, type PositionAxis, xOf } from './axis.ts'
import { fitText, line, type Mark, type Measure, type RectMark } from './marks.ts'
import { LABEL_WIDTH, type SegmentsLayout } from './rows.ts'
import { type Stretch, visibleStretches } from './spans.ts'
import { TRACK_OPACITY } from './stripPixels.ts'
import type { PlotWords } from './words.ts'

const FILL: Readonly<Record<SpanKind, Pick<RectMark, 'fill' | 'hatch'>>> = {
  action: { fill: '--action' },
  observation: { fill: '--observation' },
  skeleton: { fill: '--skeleton', hatch: { of: 'lines', ink: '--faint' } },
  summary: { fill: '--skeleton', hatch: { of: 'dots', ink: '--muted' } },
  prompt: { fill: '--prompt' },
}
export const kindFill = (kind: SpanKind): Pick<RectMark, 'fill' | 'hatch'> => FILL[kind]

const SMALL = { size: 9.5, face: 'sans' } as const
/** Spans narrower than this carry no word. */
const LABEL_MIN = 24

export interface PromptBox {
  readonly x0: number
  readonly x1: number
  readonly label: string | undefined
}

/**
 * Where a segment's prompt parts stand, right-aligned at 0. Longer than the zone: `cut`, the parts share
 * the zone in proportion and a break mark says that the zone is not to scale.
 */
export function promptBoxes(
  segment: SegmentView,
  axis: PositionAxis,
): { readonly boxes: readonly PromptBox[]; readonly cut: boolean } {
  if (axis.from > 0 || segment.promptLength === 0) return { boxes: [], cut: false }
  const toScale = segment.promptLength * axis.perToken
  const cut = toScale > axis.promptWidth + 0.5
  const width = cut ? axis.promptWidth : toScale
  const parts =
    segment.promptParts.length > 0
      ? segment.promptParts
      : [{ label: undefined, length: segment.promptLength, text: undefined }]
  let x = axis.left - width
  const boxes = parts.map((part) => {
    const x0 = x
    x += (width * part.length) / segment.promptLength
    return { x0, x1: x, label: part.label }
  })
  return { boxes, cut }
}

function promptMarks(
  segment: SegmentView,
  layout: SegmentsLayout,
  words: PlotWords,
  measure: Measure,
): Mark[] {
  const { axis, row } = layout
  const { boxes, cut } = promptBoxes(segment, axis)
  const { y, height } = row.kind
  const marks: Mark[] = []
  let breakAt = 0
  boxes.forEach((box, i) => {
    const isCut = cut && isWidest(boxes, i)
    if (isCut) breakAt = box.x0 + (box.x1 - box.x0) * 0.78
    const width = box.x1 - box.x0 - (i < boxes.length - 1 ? 1 : 0)
    marks.push({ kind: 'rect', x: box.x0, y, width, height, fill: '--prompt' })
    const given = box.label ?? (boxes.length === 1 ? 'prompt' : '')
    const label = given === 'prompt' ? words.kinds.prompt : given
    const wide = measure(label, SMALL.size, 'sans', 400)
    // The break mark stands behind the label of the widest box, or has the box for itself.
    const room = isCut ? width - 4 - 2 * BREAK_ROOM : width - 6
    if (wide > room || label === '') return
    const x = (box.x0 + box.x1) / 2
    if (isCut) breakAt = Math.max(breakAt, box.x0 + 4 + wide + BREAK_ROOM)
    marks.push({
      kind: 'text',
      x: isCut ? box.x0 + 4 : x,
      y: y + height / 2 + 3.5,
      text: label,
      ink: '--muted',
      anchor: isCut ? 'start' : 'middle',
      ...SMALL,
    })
  })
  if (cut) {
    marks.push(...breakMarks(breakAt, y, height))
    const room = axis.promptWidth
    const n = segment.promptLength
    const text = [words.prompt(n), words.promptShort(n), words.tokens(n)].find(
      // The long one would end just above the strips' names.
      (candidate, i) => measure(candidate, SMALL.size, 'sans', 400) <= room - (i === 0 ? 20 : 0),
    )
    if (text)
      marks.push({
        kind: 'text',
        id: 'prompt-length',
        x: axis.left - axis.promptWidth,
        y: row.mask.y + 8,
        text,
        ink: '--muted',
        ...SMALL,
      })
  }
  return marks
}

const isWidest = (boxes: readonly PromptBox[], index: number): boolean => {
  const width = (box: PromptBox): number => box.x1 - box.x0
  const widest = boxes.reduce((best, box, i) => (width(box) > width(boxes[best]!) ? i : best), 0)
  return widest === index
}

/** Half of what the break mark takes, slanted as it is. */
const BREAK_ROOM = 6

function breakMarks(x: number, y: number, height: number): Mark[] {
  const slant = (at: number): string => line(at - 3, y + height + 2, at + 3, y - 2)
  return [
    {
      kind: 'path',
      id: 'break',
      d: `M${x - 4.5},${y + height + 2}L${x + 1.5},${y - 2}L${x + 4.5},${y - 2}L${x - 1.5},${y + height + 2}Z`,
      fill: '--panel',
    },
    { kind: 'path', d: slant(x - 1.5), stroke: '--muted' },
    { kind: 'path', d: slant(x + 1.5), stroke: '--muted' },
  ]
}

/** From the foot of the strip up, where a pixel column holds several kinds. */
const STACK = [
  'action',
  'summary',
  'skeleton',
  'prompt',
  'observation',
] as const satisfies readonly SpanKind[]

const spanStretches = (
  { spans, length }: SegmentView,
  axis: PositionAxis,
  height: number,
): Stretch[] =>
  visibleStretches(
    {
      count: spans.length,
      start: (i) => spans[i]!.start,
      end: (i) => spans[i]!.end,
      part: (i) => STACK.indexOf(spans[i]!.kind),
      parts: STACK.length,
    },
    height,
    axis,
    clampedX(axis, length),
  )

interface Place {
  readonly y: number
  readonly height: number
}

/** The kind strip alone; where spans are narrower than a pixel, the height of a kind is its share of the tokens. */
export const kindRects = (segment: SegmentView, axis: PositionAxis, place: Place): Mark[] =>
  rectsOf(spanStretches(segment, axis, place.height), place)

const rectsOf = (stretches: readonly Stretch[], { y, height }: Place): Mark[] =>
  stretches.flatMap(({ x0, x1, tops }) =>
    STACK.flatMap((kind, part): Mark[] => {
      const foot = tops[part - 1] ?? 0
      const own = tops[part]! - foot
      if (own === 0) return []
      return [
        {
          kind: 'rect',
          x: x0,
          width: x1 - x0,
          y: y + height - foot - own,
          height: own,
          ...FILL[kind],
        },
      ]
    }),
  )

function kindMarks(
  segment: SegmentView,
  layout: SegmentsLayout,
  words: PlotWords,
  measure: Measure,
): Mark[] {
  const { y, height } = layout.row.kind
  const stretches = spanStretches(segment, layout.axis, height)
  const marks = rectsOf(stretches, layout.row.kind)
  for (const { x0, x1, index } of stretches) {
    if (layout.texts !== 'none' || x1 - x0 < LABEL_MIN || index === undefined) continue
    const span = segment.spans[index]!
    if (span.kind === 'action') continue
    const text = span.kind === 'observation' ? (span.tool ?? '') : words.kinds[span.kind]
    const width = measure(text, SMALL.size, 'sans', 400)
    if (text === '' || width + 8 > x1 - x0) continue
    const middle = (x0 + x1) / 2
    if (FILL[span.kind].hatch)
      marks.push({
        kind: 'rect',
        x: middle - width / 2 - 3,
        y: y + 2,
        width: width + 6,
        height: height - 4,
        fill: '--skeleton',
      })
    marks.push({
      kind: 'text',
      x: middle,
      y: y + height / 2 + 3.5,
      text,
      ink: '--muted',
      anchor: 'middle',
      ...SMALL,
    })
  }
  return marks
}

/** Shades of the mask, which is too low for heights. */
const SHADES = 8

function maskMarks({ maskRuns, length }: SegmentView, { axis, row }: SegmentsLayout): Mark[] {
  const runs = {
    count: maskRuns.length / 2,
    start: (i: number) => maskRuns[2 * i]!,
    end: (i: number) => maskRuns[2 * i + 1]!,
    part: () => 0,
    parts: 1,
  }
  return visibleStretches(runs, SHADES, axis, clampedX(axis, length)).map(({ x0, x1, tops }) => ({
    kind: 'rect',
    x: x0,
    width: x1 - x0,
    ...row.mask,
    fill: '--mask',
    opacity: tops[0]! / SHADES,
  }))
}

/** Spaces and line ends are tokens too: show them. */
export const visibleToken = (text: string): string =>
  text
    .replaceAll('\n', '↵')
    .replaceAll('\t', '⇥')
    .replace(/^ +| +$/g, (spaces) => '·'.repeat(spaces.length))

function tokenMarks(
  segment: SegmentView,
  layout: SegmentsLayout,
  texts: readonly string[],
  textsFrom: number,
  measure: Measure,
): Mark[] {
  const { axis, row } = layout
  const { y, height } = row.kind
  const upright = layout.texts === 'upright'
  const size = upright ? 9.5 : 11
  const marks: Mark[] = []
  const first = Math.max(0, Math.floor(axis.from))
  const end = Math.min(segment.length, Math.ceil(axis.to))
  for (let position = first; position < end; position++) {
    const x0 = xOf(axis, position)
    if (position > first)
      marks.push({
        kind: 'path',
        d: line(x0, y, x0, y + height),
        stroke: '--panel',
        opacity: 0.45,
      })
    const text = texts[position - textsFrom]
    if (!text) continue
    const kind = segment.spans.find((s) => position >= s.start && position < s.end)?.kind
    const room = (upright ? height : axis.perToken) - 6
    const shown = fitText(visibleToken(text), room, { size, face: 'mono' }, measure)
    if (shown === '') continue
    marks.push({
      kind: 'text',
      x: upright ? x0 + axis.perToken / 2 + size * 0.33 : x0 + axis.perToken / 2,
      y: upright ? y + height - 4 : y + height / 2 + 4,
      text: shown,
      ink: kind === 'action' ? '--panel' : '--text',
      size,
      face: 'mono',
      ...(upright ? { upright: true } : { anchor: 'middle' }),
    })
  }
  return marks
}

/** Faint tracks under the credit strips, as long as the response, and the strips' names beside them. */
function trackMarks(segment: SegmentView, layout: SegmentsLayout): Mark[] {
  const { axis, row } = layout
  const end = clampedX(axis, segment.length)
  const tracks = [
    { place: row.a, name: 'A', ink: '--a', weight: 600 },
    { place: row.b, name: 'B', ink: '--b', weight: 600 },
    { place: row.difference, name: 'B−A', ink: '--muted', weight: 400 },
    ...(row.coefficient
      ? ([{ place: row.coefficient, name: 'r·Â (B)', ink: '--muted', weight: 400 }] as const)
      : []),
  ] as const
  return tracks.flatMap(({ place, name, ink, weight }): Mark[] => [
    {
      kind: 'rect',
      x: axis.left,
      y: place.y,
      width: Math.max(0, end - axis.left),
      height: place.height,
      fill: '--text',
      opacity: TRACK_OPACITY,
    },
    {
      kind: 'text',
      x: axis.left - 7,
      y: place.y + place.height / 2 + 3.8,
      text: name,
      ink,
      size: 10.5,
      weight,
      anchor: 'end',
    },
  ])
}

function overMarks(segment: SegmentView, layout: SegmentsLayout, words: PlotWords): Mark[] {
  if (segment.length > layout.axis.from) return []
  return [
    {
      kind: 'text',
      id: 'over',
      x: layout.axis.left + 6,
      y: layout.row.kind.y + 12,
      text: words.endsAt(segment.length - 1),
      ink: '--muted',
      size: 10.5,
    },
  ]
}

/** Everything of a row below the credit colours. `texts` start at position `textsFrom`. */
export function rowMarks(
  segment: SegmentView,
  layout: SegmentsLayout,
  words: PlotWords,
  measure: Measure,
  texts?: { readonly list: readonly string[]; readonly from: number },
): Mark[] {
  return [
    ...trackMarks(segment, layout),
    ...promptMarks(segment, layout, words, measure),
    ...kindMarks(segment, layout, words, measure),
    ...maskMarks(segment, layout),
    ...overMarks(segment, layout, words),
    ...(texts && layout.texts !== 'none'
      ? tokenMarks(segment, layout, texts.list, texts.from, measure)
      : []),
  ]
}

/**
 * Names beside a row of the wide layout; the narrow one puts them into the gutter (links.ts). Counts that would run
 * into the names of the strips take two lines.
 */
export function rowNameMarks(
  { segmentIndex, invIter, actionTokens, length }: SegmentView,
  words: PlotWords,
  measure: Measure,
): Mark[] {
  const text = (
    y: number,
    content: string,
    ink: string,
    size: number,
    face: 'sans' | 'mono',
    weight: 400 | 600 = 400,
  ): Mark => ({ kind: 'text', x: 0, y, text: content, ink, size, face, weight })
  const counts = words.counts(actionTokens, length)
  const fits = measure(counts, 10, 'sans', 400) <= LABEL_WIDTH + 8
  const lines = fits ? [counts] : counts.split(/ (?=\/)/)
  return [
    text(13, words.segment(segmentIndex), '--text', 12.5, 'sans', 600),
    text(30, words.invIter(invIter), '--muted', 10.5, 'mono'),
    ...lines.map((line, i) => text(45 + 13 * i, line, '--muted', 10, 'sans')),
  ]
}
