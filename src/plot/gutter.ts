/** Text between two rows: what crosses the boundary, placed clear of the connectors that pass. */
import type { BoundaryRow } from '../worker/api.ts'
import { number, two } from './format.ts'
import type { Connector, Scene } from './links.ts'
import type { Mark, TextMark } from './marks.ts'
import { rowTop, type SegmentsLayout } from './rows.ts'

export interface Placed {
  readonly x: number
  readonly index: number
}

/** Distance a text keeps from a line it must not touch. */
const CLEARANCE = 7

/**
 * Puts the first variant that fits (widths, longest first) into [left, right] so that it keeps clear of
 * every x in `blocked`; leftmost free place wins. Undefined: not even the last fits.
 */
export function placeInLine(
  widths: readonly number[],
  left: number,
  right: number,
  blocked: readonly number[],
): Placed | undefined {
  const walls = blocked.filter((x) => x > left - CLEARANCE && x < right + CLEARANCE)
  walls.sort((a, b) => a - b)
  const starts = [left, ...walls.map((x) => x + CLEARANCE)]
  const ends = [...walls.map((x) => x - CLEARANCE), right]
  for (const [index, width] of widths.entries()) {
    const slot = starts.findIndex((start, i) => ends[i]! - Math.max(left, start) >= width)
    if (slot >= 0) return { x: Math.max(left, starts[slot]!), index }
  }
  return undefined
}

/** How what is handed over is written, longest first. */
const FORMS: readonly ((row: BoundaryRow) => string)[] = [
  (row) =>
    `lastgaelam ${number(row.lastgaelam)} · critic_lastgaelam ${number(row.criticLastgaelam)} · nextvalues ${number(row.nextvalues)}`,
  (row) =>
    `gae ${number(row.lastgaelam)} · critic ${number(row.criticLastgaelam)} · V′ ${number(row.nextvalues)}`,
  (row) =>
    `gae ${two(row.lastgaelam)} · critic ${two(row.criticLastgaelam)} · V′ ${two(row.nextvalues)}`,
  (row) => [row.lastgaelam, row.criticLastgaelam, row.nextvalues].map(two).join(' · '),
]

/** One form for all rows of a picture, and the x that the numbers start at. */
export interface HandOverForm {
  readonly index: number
  readonly left: number
  /** The numbers go by short names, or by none: the legend has to say which they are. */
  readonly short: boolean
}

const LABEL = { size: 10.5, face: 'mono' } as const
/** Narrow layout: base line of the names above the row, from the gutter's bottom. */
const NAME_ABOVE_ROW = 10
/** Between the numbers and the name of the cut beside them. */
const NAME_GAP = 14

/** Base lines from the gutter's top: the cut's name, how the context was cut, and the numbers. */
function baseLines(layout: SegmentsLayout, fromBelow: boolean) {
  if (layout.narrow)
    return fromBelow ? { name: 13, kind: 13, numbers: 26 } : { name: 22, kind: 22, numbers: 35 }
  return fromBelow ? { name: 16, kind: 28, numbers: 16 } : { name: 13, kind: 25, numbers: 25 }
}

const nameWidth = ({ frame, measure, words }: Scene): number =>
  // The last cut has the longest name.
  measure(words.condense(Math.max(1, frame.detail.segments.length - 1)), LABEL.size, 'sans', 400)

/** The longest form that fits beside the lines at every cut of the rollout. */
export function handOverForm(scene: Scene): HandOverForm {
  const { frame, layout, measure } = scene
  const right = Math.min(scene.lane - CLEARANCE, layout.width - 12)
  const beside = nameWidth(scene) + NAME_GAP
  const lefts = layout.narrow ? [0] : [layout.axis.left, Math.min(beside, layout.axis.left)]
  for (const [index, write] of FORMS.entries()) {
    // The face is monospaced: the longest text is the widest.
    let longest = ''
    for (const row of frame.boundariesB) {
      const text = write(row)
      if (text.length > longest.length) longest = text
    }
    const width = measure(longest, LABEL.size, LABEL.face, 400)
    for (const left of lefts) if (left + width <= right) return { index, left, short: index > 0 }
  }
  return { index: FORMS.length - 1, left: lefts.at(-1)!, short: true }
}

/** Boundary labels of the gutters below display rows [first, end), in picture pixels. */
export function boundaryMarks(
  scene: Scene,
  form: HandOverForm,
  connectors: readonly Connector[],
  first: number,
  end: number,
): Mark[] {
  const { frame, layout, words, measure } = scene
  const { segments } = frame.detail
  const rows = new Map(frame.boundariesB.map((row) => [row.earlier, row]))
  const marks: Mark[] = []
  for (let display = first; display < end; display++) {
    const pair = [layout.order[display], layout.order[display + 1]]
    if (pair[0] === undefined || pair[1] === undefined) continue
    const earlier = Math.min(pair[0], pair[1])
    if (Math.abs(pair[0] - pair[1]) !== 1) continue
    const here = connectors.filter((c) => c.gutter === display)
    const fromBelow = here.length === 0 || here[0]!.points[0]![1] > here[0]!.legY
    const lines = baseLines(layout, fromBelow)
    const top = rowTop(layout, display) + layout.row.height
    const ink = here.length > 0 ? '--carry' : '--muted'
    const lanes = here.map((c) => c.lane)
    const right = layout.width - 12
    const width = (text: string, face: 'sans' | 'mono' = 'sans'): number =>
      measure(text, LABEL.size, face, 400)
    const kind = words.boundaries[segments[earlier]!.boundary]
    const names = [words.condense(earlier + 1), words.condenseShort(earlier + 1)]
    if (layout.narrow) {
      const texts = [`${names[0]} · ${kind}`, ...names]
      const place = placeInLine(
        texts.map((text) => width(text)),
        0,
        right,
        lanes,
      )
      if (place)
        marks.push(
          label(`condense:${earlier}`, place.x, top + lines.name, texts[place.index]!, ink),
        )
    } else {
      // Beside the rows the name has a place of its own, where no line ever runs.
      const name = names.find((text) => width(text) + NAME_GAP <= layout.axis.left)
      if (name) marks.push(label(`condense:${earlier}`, 0, top + lines.name, name, ink))
      marks.push(label(`condense-kind:${earlier}`, 0, top + lines.kind, kind, '--muted'))
    }
    const row = rows.get(earlier)
    if (!row) continue
    const texts =
      here.length > 0 ? FORMS.slice(form.index).map((write) => write(row)) : [words.nothing]
    const face = here.length > 0 ? LABEL.face : 'sans'
    const place = placeInLine(
      texts.map((text) => width(text, face)),
      form.left,
      right,
      lanes,
    )
    if (place)
      marks.push({
        ...label(`boundary:${earlier}`, place.x, top + lines.numbers, texts[place.index]!, ink),
        face,
      })
  }
  return marks
}

const label = (id: string, x: number, y: number, text: string, ink: string): TextMark => ({
  kind: 'text',
  id,
  x,
  y,
  text,
  ink,
  halo: true,
  size: LABEL.size,
})

/** Names of the narrow layout, one line above every display row of [first, end), in picture pixels. */
export function narrowNameMarks(
  { frame, layout, words, measure }: Scene,
  connectors: readonly Connector[],
  first: number,
  end: number,
): Mark[] {
  const marks: Mark[] = []
  for (let display = first; display < end; display++) {
    const segment = frame.detail.segments[layout.order[display]!]!
    const y = rowTop(layout, display) - NAME_ABOVE_ROW
    const blocked = connectors.flatMap((c) =>
      c.gutter === display - 1 ? [layout.order[display] === c.from ? c.startX : c.lane] : [],
    )
    const name = words.segment(segment.segmentIndex)
    const nameWidth = measure(name, 12, 'sans', 600)
    const placedName = placeInLine([nameWidth], 0, layout.width, blocked)
    if (!placedName) continue
    marks.push({
      kind: 'text',
      id: `name:${segment.segmentIndex}`,
      x: placedName.x,
      y,
      text: name,
      ink: '--text',
      halo: true,
      size: 12,
      weight: 600,
    })
    const details = [
      `${words.invIter(segment.invIter)} · ${words.counts(segment.actionTokens, segment.length)}`,
      words.invIter(segment.invIter),
    ]
    const placed = placeInLine(
      details.map((text) => measure(text, 10, 'mono', 400)),
      placedName.x + nameWidth + 8,
      layout.width,
      blocked,
    )
    if (placed)
      marks.push({
        kind: 'text',
        id: `detail:${segment.segmentIndex}`,
        x: placed.x,
        y,
        text: details[placed.index]!,
        ink: '--muted',
        halo: true,
        size: 10,
        face: 'mono',
      })
  }
  return marks
}
