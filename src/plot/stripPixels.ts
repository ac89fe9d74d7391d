/**
 * Credit strips as pixels: they are all that a slider's step changes in a row, and a rectangle for each run of
 * equal colour costs ten times what a copied line of pixels does.
 */
import { clampedX, type PositionAxis } from './axis.ts'
import { type StripData, visitRuns } from './strips.ts'
import { channels, type PlotTheme } from './theme.ts'

/** Opacity of the track under a strip, see segmentMarks.ts. */
export const TRACK_OPACITY = 0.035

/** Colours as ImageData has them in memory, four bytes each. */
export interface StripColours {
  readonly diverging: Uint32Array
  readonly track: number
}

export function stripColours(theme: PlotTheme): StripColours {
  const of = (colour: string, opacity: number): number => {
    const bytes = Uint8Array.of(0, 0, 0, Math.round(255 * opacity))
    bytes.set(channels(colour).slice(0, 3))
    return new Uint32Array(bytes.buffer)[0] ?? 0
  }
  return {
    diverging: Uint32Array.from(theme.diverging, (colour) => of(colour, 1)),
    track: of(theme.ink('--text'), TRACK_OPACITY),
  }
}

/** Device pixels [left, right) of the axis; `scale` of them are a CSS pixel. */
export function stripPixels(axis: PositionAxis, scale: number): { left: number; right: number } {
  const left = Math.round(axis.left * scale)
  return { left, right: Math.max(left + 1, Math.round(axis.right * scale)) }
}

/**
 * One line of a strip into `line`, which begins at the axis's left end: colours snapped to device pixels, the
 * track as far as the segment goes, nothing beyond.
 *
 * @param data absent: the track alone
 * @param length positions of the segment
 */
export function fillStripLine(
  line: Uint32Array,
  data: StripData | undefined,
  length: number,
  axis: PositionAxis,
  scale: number,
  colours: StripColours,
): void {
  const { left } = stripPixels(axis, scale)
  const place = (x: number): number => Math.round(x * scale) - left
  line.fill(0)
  line.fill(colours.track, 0, Math.max(0, place(clampedX(axis, length))))
  if (!data) return
  visitRuns(data, axis, (x0, x1, bucket) => {
    const from = place(x0)
    line.fill(colours.diverging[bucket] ?? 0, from, Math.max(from + 1, place(x1)))
  })
}
