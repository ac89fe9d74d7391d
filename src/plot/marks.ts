/**
 * A picture as data. Layout functions return marks; three backends draw the same ones: React (panels),
 * an SVG string (svg.ts) and Canvas 2D (canvas.ts). So what the tests check is what is drawn and saved.
 */

/** A theme token such as `--a`, or a CSS colour. */
export type Ink = string

/** A texture over a fill: tells fills apart that share a colour. */
export interface Hatch {
  readonly of: 'lines' | 'dots'
  readonly ink: Ink
}

interface MarkBase {
  /** Stable name for tests and React keys, e.g. `link:2>1`. */
  readonly id?: string
  readonly opacity?: number
}
export interface RectMark extends MarkBase {
  readonly kind: 'rect'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly fill?: Ink
  readonly hatch?: Hatch
  readonly stroke?: Ink
  readonly radius?: number
}
export interface PathMark extends MarkBase {
  readonly kind: 'path'
  /** SVG path data with absolute commands. */
  readonly d: string
  readonly stroke?: Ink
  readonly fill?: Ink
  readonly width?: number
  readonly dash?: readonly [number, number]
}
export interface TextMark extends MarkBase {
  readonly kind: 'text'
  readonly x: number
  /** Baseline. */
  readonly y: number
  readonly text: string
  readonly ink: Ink
  readonly size: number
  readonly weight?: 400 | 600
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly face?: 'sans' | 'mono'
  /** Quarter turn counter-clockwise around (x, y). */
  readonly upright?: true
  /** Lines that pass behind leave a margin of the background around it. On SVG only. */
  readonly halo?: true
}

export const HALO_WIDTH = 3

/** Marks moved by whole (x, y). */
export interface GroupMark extends MarkBase {
  readonly kind: 'group'
  readonly x: number
  readonly y: number
  readonly marks: readonly Mark[]
}
export type Mark = RectMark | PathMark | TextMark | GroupMark

/** Hatch lines are a hint under text, not a pattern to look at; dots cover less. */
export const HATCH_OPACITY = { lines: 0.55, dots: 0.7 } as const
/** Both textures repeat after so many units. */
export const HATCH_STEP = 5
export const DOT_SIZE = 1.6
/** Places of the dots within a step. */
export const DOTS = [
  [1.25, 1.25],
  [3.75, 3.75],
] as const

/** One step of a texture as SVG: a path and how it is stroked. */
export const HATCH_TILE = {
  lines: { d: 'M-1,1L1,-1M0,5L5,0M4,6L6,4', width: 1, cap: 'butt' },
  dots: { d: DOTS.map(([x, y]) => `M${x},${y}h0`).join(''), width: DOT_SIZE, cap: 'round' },
} as const

export const hatchKey = ({ of, ink }: Hatch): string => `${of}${ink}`

export const group = (x: number, y: number, marks: readonly Mark[], id?: string): GroupMark => ({
  kind: 'group',
  x,
  y,
  marks,
  ...(id === undefined ? {} : { id }),
})

/** Width in CSS pixels of a text; panels measure with a canvas, tests estimate. */
export type Measure = (
  text: string,
  size: number,
  face: 'sans' | 'mono',
  weight: 400 | 600,
) => number

const isWide = (character: string): boolean => character >= '\u2e80'

/**
 * Font-free upper estimate: 0.62 em a character, 1.02 em for CJK, 8 % more when bold. DejaVu Sans, the
 * widest of the common fallbacks, averages 0.60 em on the page's own words.
 */
export const estimateWidth: Measure = (text, size, _face, weight) => {
  let em = 0
  for (const character of text) em += isWide(character) ? 1.02 : 0.62
  return em * size * (weight === 600 ? 1.08 : 1)
}

export const widthOf = (mark: Omit<TextMark, 'kind' | 'x' | 'y' | 'ink'>, measure: Measure) =>
  measure(mark.text, mark.size, mark.face ?? 'sans', mark.weight ?? 400)

export interface Box {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

export const overlaps = (a: Box, b: Box): boolean =>
  a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1

/** Ink box of a text mark: 0.78 em above the baseline, 0.22 em below. */
export function textBox(mark: TextMark, measure: Measure): Box {
  const width = widthOf(mark, measure)
  const shift = mark.anchor === 'middle' ? width / 2 : mark.anchor === 'end' ? width : 0
  const up = mark.size * 0.78
  const down = mark.size * 0.22
  if (mark.upright)
    return { x0: mark.x - up, x1: mark.x + down, y0: mark.y + shift - width, y1: mark.y + shift }
  return { x0: mark.x - shift, x1: mark.x - shift + width, y0: mark.y - up, y1: mark.y + down }
}

/** Longest prefix that fits, with an ellipsis; empty when not even one character does. */
export function fitText(
  text: string,
  width: number,
  style: Omit<TextMark, 'kind' | 'x' | 'y' | 'ink' | 'text'>,
  measure: Measure,
): string {
  if (widthOf({ ...style, text }, measure) <= width) return text
  const characters = [...text]
  let low = 0
  let high = characters.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const candidate = `${characters.slice(0, middle).join('')}…`
    if (widthOf({ ...style, text: candidate }, measure) <= width) low = middle
    else high = middle - 1
  }
  return low === 0 ? '' : `${characters.slice(0, low).join('')}…`
}

const round = (value: number): number => Math.round(value * 100) / 100

export const line = (x0: number, y0: number, x1: number, y1: number): string =>
  `M${round(x0)},${round(y0)}L${round(x1)},${round(y1)}`

/** Polyline with corners rounded by at most `radius`; horizontal and vertical legs only look right. */
export function roundedPath(
  points: readonly (readonly [number, number])[],
  radius: number,
): string {
  const first = points[0]
  if (!first) return ''
  let d = `M${round(first[0])},${round(first[1])}`
  for (let i = 1; i < points.length; i++) {
    const [x, y] = points[i]!
    const after = points[i + 1]
    if (!after) {
      d += `L${round(x)},${round(y)}`
      break
    }
    const before = points[i - 1]!
    const inLength = Math.hypot(x - before[0], y - before[1])
    const outLength = Math.hypot(after[0] - x, after[1] - y)
    const r = Math.min(radius, inLength / 2, outLength / 2)
    if (r < 0.5) {
      d += `L${round(x)},${round(y)}`
      continue
    }
    const inX = x - ((x - before[0]) / inLength) * r
    const inY = y - ((y - before[1]) / inLength) * r
    const outX = x + ((after[0] - x) / outLength) * r
    const outY = y + ((after[1] - y) / outLength) * r
    d += `L${round(inX)},${round(inY)}Q${round(x)},${round(y)} ${round(outX)},${round(outY)}`
  }
  return d
}
