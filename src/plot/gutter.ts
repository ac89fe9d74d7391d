/** Text between two rows: what crosses the boundary, placed clear of the connectors that pass. */
import type { BoundaryRow, Frame } from '../worker/api.ts'
import { number } from './format.ts'
import { type Connector, LABEL_ABOVE, LABEL_BELOW } from './links.ts'
import type { Mark, Measure } from './marks.ts'
import { rowTop, type SegmentsLayout } from './rows.ts'
import type { PlotWords } from './words.ts'

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

function boundaryTexts(
  frame: Frame,
  earlier: number,
  row: BoundaryRow | undefined,
  flows: boolean,
  words: PlotWords,
  withName: boolean,
): string[] {
  const kind = frame.detail.segments[earlier]!.boundary
  const name = words.condense(earlier + 1)
  const full = `${name} · ${words.boundaries[kind]}`
  if (!row) return withName ? [full, name] : []
  if (!flows) return withName ? [`${full} · ${words.nothing}`, full, name] : [words.nothing]
  const [l, c, n] = [row.lastgaelam, row.criticLastgaelam, row.nextvalues].map(number)
  const numbers = [
    `lastgaelam ${l}   critic_lastgaelam ${c}   nextvalues ${n}`,
    `lastgaelam ${l}  critic ${c}  next ${n}`,
    `${l} · ${c} · ${n}`,
  ]
  return withName
    ? [`${full}   ${numbers[0]}`, `${name}   ${numbers[1]}`, ...numbers.slice(1), name]
    : numbers
}

const LABEL = { size: 10.5, face: 'mono' } as const
/** Narrow layout: base line of the names above the row, from the gutter's bottom. */
const NAME_ABOVE_ROW = 10

/** Boundary labels of the gutters below display rows [first, end), in picture pixels. */
export function boundaryMarks(
  frame: Frame,
  layout: SegmentsLayout,
  connectors: readonly Connector[],
  first: number,
  end: number,
  words: PlotWords,
  measure: Measure,
): Mark[] {
  const marks: Mark[] = []
  const { segments } = frame.detail
  const rows = new Map(frame.boundariesB.map((row) => [row.earlier, row]))
  for (let earlier = 0; earlier + 1 < segments.length; earlier++) {
    const upper = layout.rowOf.get(earlier)
    const lower = layout.rowOf.get(earlier + 1)
    if (upper === undefined || lower === undefined || Math.abs(upper - lower) !== 1) continue
    const gutter = Math.min(upper, lower)
    if (gutter < first || gutter >= end) continue
    const row = rows.get(earlier)
    const here = connectors.filter((c) => c.gutter === gutter)
    const fromBelow = here.length === 0 || here[0]!.points[0]![1] > here[0]!.legY
    const texts = boundaryTexts(frame, earlier, row, here.length > 0, words, layout.narrow)
    const y = rowTop(layout, gutter) + layout.row.height + (fromBelow ? LABEL_ABOVE : LABEL_BELOW)
    const ink = here.length > 0 ? '--carry' : '--muted'
    const widths = texts.map((text) => measure(text, LABEL.size, LABEL.face, 400))
    const lanes = here.map((c) => c.lane)
    const right = layout.width - 12
    let placed: Placed | undefined
    if (layout.narrow) placed = placeInLine(widths, 0, right, lanes)
    else {
      // Beside the rows the name has a place of its own, where no connector ever runs.
      const boundary = words.boundaries[frame.detail.segments[earlier]!.boundary]
      const name = `${words.condense(earlier + 1)} · ${boundary}`
      marks.push({
        kind: 'text',
        id: `condense:${earlier}`,
        x: 0,
        y,
        text: name,
        ink,
        size: LABEL.size,
      })
      // Numbers with their names, even left of the axis, rather than bare ones right on it.
      const afterName = measure(name, LABEL.size, 'sans', 400) + 14
      placed =
        placeInLine(widths.slice(0, 2), layout.axis.left, right, lanes) ??
        placeInLine(widths, Math.min(afterName, layout.axis.left), right, lanes)
    }
    if (!placed) continue
    marks.push({
      kind: 'text',
      id: `boundary:${earlier}`,
      x: placed.x,
      y,
      text: texts[placed.index]!,
      ink,
      ...LABEL,
    })
  }
  return marks
}

/** Names of the narrow layout, one line above every display row of [first, end), in picture pixels. */
export function narrowNameMarks(
  frame: Frame,
  layout: SegmentsLayout,
  connectors: readonly Connector[],
  first: number,
  end: number,
  words: PlotWords,
  measure: Measure,
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
        size: 10,
        face: 'mono',
      })
  }
  return marks
}
