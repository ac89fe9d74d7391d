/**
 * The position axis: x = response position in tokens, 0 = first response position of every segment.
 * All rows and strips share it; prompts stand to the left of 0.
 */
import { ticks } from 'd3'
import { count } from './format.ts'
import { line, type Mark } from './marks.ts'

export interface Range {
  readonly from: number
  readonly to: number
}

export interface PositionAxis extends Range {
  /** Pixel of `from` and of `to`. */
  readonly left: number
  readonly right: number
  /** Pixels left of `left` that prompts may use. */
  readonly promptWidth: number
  readonly perToken: number
}

/** Prompts get at most this share of the width. */
export const PROMPT_SHARE = 0.18
/** Room for the strip names A, B, B−A beside the strips. */
export const NAME_WIDTH = 34

/**
 * The prompt zone is as wide as the whole rollout needs it, whatever part is in view: a zone that gave
 * way while a person zooms would move the token away from under the pointer.
 *
 * @param left first pixel of the prompt zone
 * @param right pixel of `range.to`
 * @param longestPrompt tokens
 * @param longest tokens of the longest response
 */
export function positionAxis(
  left: number,
  right: number,
  range: Range,
  longestPrompt: number,
  longest: number,
): PositionAxis {
  const width = Math.max(1, right - left)
  const tokens = Math.max(1, range.to - range.from)
  const toScale = (width * longestPrompt) / Math.max(1, longestPrompt + longest)
  const promptWidth = Math.round(Math.max(NAME_WIDTH, Math.min(PROMPT_SHARE * width, toScale)))
  const zero = Math.min(left + promptWidth, right - 1)
  return {
    from: range.from,
    to: range.from + tokens,
    left: zero,
    right,
    promptWidth,
    perToken: (right - zero) / tokens,
  }
}

export const xOf = (axis: PositionAxis, position: number): number =>
  axis.left + (position - axis.from) * axis.perToken

/** x clamped to the visible part. */
export const clampedX = (axis: PositionAxis, position: number): number =>
  Math.max(axis.left, Math.min(axis.right, xOf(axis, position)))

/** Fractional position at pixel x, inside the visible range: 12.5 is the middle of token 12. */
export const placeAt = (axis: PositionAxis, x: number): number =>
  Math.max(axis.from, Math.min(axis.to - 1e-6, axis.from + (x - axis.left) / axis.perToken))

/** The position whose cell covers pixel x, clamped to the visible range. */
export function positionAt(axis: PositionAxis, x: number): number {
  const position = Math.floor(axis.from + (x - axis.left) / axis.perToken)
  return Math.max(Math.floor(axis.from), Math.min(Math.ceil(axis.to) - 1, position))
}

/** Positions [first, end) that column c of n covers: the worker's rule. */
export function columnPositions(range: Range, columns: number, column: number): [number, number] {
  const tokens = range.to - range.from
  return [range.from + (column * tokens) / columns, range.from + ((column + 1) * tokens) / columns]
}

/** Whole-number ticks about `spacing` pixels apart, with grid position and words. */
export function axisTicks(axis: PositionAxis, spacing = 110): { x: number; label: string }[] {
  const width = axis.right - axis.left
  return ticks(axis.from, axis.to, Math.max(1, Math.floor(width / spacing)))
    .filter((value) => Number.isInteger(value))
    .map((value) => ({ x: xOf(axis, value), label: count(value) }))
}

/** Axis with its title on the right above the rows; `y` is the base line, the height is AXIS_HEIGHT. */
export const AXIS_HEIGHT = 30
export function axisMarks(axis: PositionAxis, y: number, title: string): Mark[] {
  const marks: Mark[] = [
    { kind: 'path', d: line(axis.left, y, axis.right, y), stroke: '--line' },
    {
      kind: 'text',
      x: axis.right,
      y: y - 19,
      text: title,
      ink: '--muted',
      size: 10.5,
      anchor: 'end',
    },
  ]
  for (const tick of axisTicks(axis)) {
    marks.push(
      { kind: 'path', d: line(tick.x, y - 4, tick.x, y), stroke: '--faint' },
      {
        kind: 'text',
        x: tick.x,
        y: y - 7,
        text: tick.label,
        ink: '--muted',
        size: 10,
        anchor: tick.x > axis.right - 14 ? 'end' : 'middle',
      },
    )
  }
  return marks
}
