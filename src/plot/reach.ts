/** What the terminal reward adds: mean ∂Â/∂R per segment, on the curve's axis of action tokens. */
import type { Frame, Reach } from '../worker/api.ts'
import { curveLeft, curvePlotWidth } from './curveAxes.ts'
import { brief, two } from './format.ts'
import { line, type Mark, type Measure } from './marks.ts'
import { linear } from './scale.ts'

export interface ReachInput {
  readonly frame: Frame
  readonly width: number
  /** Line above each band, longest first: estimator and share reached. */
  readonly headings: { readonly a: readonly string[]; readonly b: readonly string[] }
  readonly measure: Measure
}

const HEADING = 18
/** Room for the number above the tallest bar. */
const HEADROOM = 12
const BARS = 34
const GAP = 12
export const REACH_HEIGHT = 2 * (HEADING + HEADROOM + BARS) + GAP + 6

export function reachDomain(reaches: readonly Reach[]): [number, number] {
  let low = 0
  let high = 0
  for (const { meanBySegment } of reaches)
    for (const mean of meanBySegment) {
      if (mean === undefined) continue
      if (mean < low) low = mean
      if (mean > high) high = mean
    }
  return low === high ? [0, 1] : [low, high]
}

function bandMarks(input: ReachInput, slot: 'a' | 'b', top: number): Mark[] {
  const { frame, measure } = input
  const ink = slot === 'a' ? '--a' : '--b'
  const reach = slot === 'a' ? frame.reachA : frame.reachB
  const left = curveLeft
  const right = left + curvePlotWidth(input.width)
  const { tokens, segmentStart } = frame.curve
  const x = linear([0, Math.max(1, tokens)], [left, right])
  const barTop = top + HEADING + HEADROOM
  const domain = reachDomain([frame.reachA, frame.reachB])
  const y = linear(domain, [barTop + BARS, barTop])
  const zero = y(0)
  const [low, high] = domain
  const text = input.headings[slot].find(
    (candidate) => measure(candidate, 11, 'sans', 400) <= right - left,
  )
  const marks: Mark[] = [
    { kind: 'text', x: left, y: top + 11, text: text ?? '', ink, size: 11 },
    {
      kind: 'text',
      x: 0,
      y: top + 11,
      text: slot.toUpperCase(),
      ink,
      size: 12,
      weight: 600,
    },
    { kind: 'path', d: line(left, zero, right, zero), stroke: '--faint' },
  ]
  for (const tick of [low, 0, high].filter((t, i, all) => all.indexOf(t) === i))
    marks.push({
      kind: 'text',
      x: left - 7,
      y: y(tick) + 3.5,
      text: brief(Number(tick.toPrecision(2))),
      ink: '--muted',
      size: 10,
      anchor: 'end',
    })
  const widthOf = (s: number): number => x(segmentStart[s + 1] ?? tokens) - x(segmentStart[s] ?? 0)
  const fits = (mean: number | undefined, s: number): boolean =>
    mean !== undefined && measure(two(mean), 10, 'sans', 400) + 4 <= widthOf(s)
  // A number here and there among unnumbered bars would look like a finding.
  const numbered = reach.meanBySegment.filter(fits).length * 2 >= reach.meanBySegment.length
  if ((right - left) / Math.max(1, segmentStart.length) < HAIR)
    return [...marks, hairs(reach, slot, { x: (s) => x(segmentStart[s] ?? tokens), y, ink })]
  reach.meanBySegment.forEach((mean, s) => {
    const start = segmentStart[s]
    if (mean === undefined || start === undefined) return
    const x0 = x(start)
    const x1 = x(segmentStart[s + 1] ?? tokens)
    // Hair gaps keep neighbours apart until the bars are hairs themselves.
    const gap = x1 - x0 > 4 ? 1 : 0
    const [y0, y1] = mean >= 0 ? [y(mean), zero] : [zero, y(mean)]
    marks.push({
      kind: 'rect',
      id: `reach:${slot}:${s}`,
      x: x0 + gap,
      y: y0,
      width: Math.max(0.5, x1 - x0 - 2 * gap),
      height: y1 - y0,
      fill: ink,
      opacity: 0.85,
    })
    const label = two(mean)
    if (!numbered || !fits(mean, s)) return
    marks.push({
      kind: 'text',
      x: (x0 + x1) / 2,
      y: y0 - 3,
      text: label,
      ink: mean === 0 ? '--muted' : '--text',
      size: 10,
      anchor: 'middle',
    })
  })
  return marks
}

/** Bars narrower than this on average (pixels) are one shape, not a bar each. */
const HAIR = 1.5

/** Per pixel column from the smallest to the largest mean, and zero. */
function hairs(
  reach: Reach,
  slot: 'a' | 'b',
  at: {
    readonly x: (s: number) => number
    readonly y: (mean: number) => number
    readonly ink: string
  },
): Mark {
  const columns = new Map<number, { low: number; high: number }>()
  reach.meanBySegment.forEach((mean, s) => {
    if (mean === undefined) return
    for (
      let column = Math.floor(at.x(s));
      column < Math.max(at.x(s) + 1e-6, at.x(s + 1));
      column++
    ) {
      const here = columns.get(column)
      if (!here) columns.set(column, { low: Math.min(0, mean), high: Math.max(0, mean) })
      else if (mean < here.low) here.low = mean
      else if (mean > here.high) here.high = mean
    }
  })
  const d = [...columns].map(([column, { low, high }]) => {
    const [y0, y1] = [at.y(high), at.y(low)].map((y) => Math.round(y * 100) / 100)
    return `M${column},${y0}h1V${y1}h-1Z`
  })
  return { kind: 'path', id: `reach:${slot}`, d: d.join(''), fill: at.ink, opacity: 0.85 }
}

export function reachMarks(input: ReachInput): Mark[] {
  if (input.frame.curve.tokens === 0) return []
  return [...bandMarks(input, 'a', 0), ...bandMarks(input, 'b', HEADING + HEADROOM + BARS + GAP)]
}
