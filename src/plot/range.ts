/** The visible range: zoom, pan and brush as pure functions. `undefined` = everything. */
import type { Range } from './axis.ts'

/** Fewer positions than this are never shown: a 9-token window is ~80 px per token already. */
export const MIN_TOKENS = 8

export const fullRange = (length: number): Range => ({ from: 0, to: Math.max(1, length) })

/** Whole positions inside 0..length, at least MIN_TOKENS long where the rollout is; full → undefined. */
export function clampRange(range: Range, length: number): Range | undefined {
  const smallest = Math.min(MIN_TOKENS, length)
  const tokens = Math.max(smallest, Math.min(length, Math.round(range.to - range.from)))
  if (tokens >= length) return undefined
  const from = Math.max(0, Math.min(length - tokens, Math.round(range.from)))
  return { from, to: from + tokens }
}

/** The document's range as it applies to a rollout of this length. */
export function effectiveRange(range: Range | undefined, length: number): Range {
  return (range && clampRange(range, length)) ?? fullRange(length)
}

/** Tokens of a range zoomed by `factor`: whole, between MIN_TOKENS and the rollout's length. */
export function zoomedTokens(range: Range, factor: number, length: number): number {
  const smallest = Math.min(MIN_TOKENS, length)
  return Math.max(smallest, Math.min(length, Math.round((range.to - range.from) * factor)))
}

/** Whether fewer tokens cannot be shown. */
export const isClosest = (range: Range, length: number): boolean =>
  range.to - range.from <= Math.min(MIN_TOKENS, length)

/**
 * `factor` > 1 shows more tokens. The token at `anchor` (fractional: a place inside a token) stays under
 * the pixel it was under, as far as the ends of the rollout allow; ranges are whole tokens.
 */
export function zoomRange(
  range: Range,
  factor: number,
  anchor: number,
  length: number,
): Range | undefined {
  const tokens = zoomedTokens(range, factor, length)
  const share = (anchor - range.from) / (range.to - range.from)
  // The one whole number for which the pixel's place, from + share · tokens, is inside the token.
  const from = Math.ceil(Math.floor(anchor) - share * tokens)
  return clampRange({ from, to: from + tokens }, length)
}

/** What zooming without a pointer keeps in place: the pinned token where it is in view, else the middle. */
export const zoomAnchor = (range: Range, pinned: number | undefined): number =>
  pinned !== undefined && pinned >= range.from && pinned < range.to
    ? pinned + 0.5
    : (range.from + range.to) / 2

export function panRange(range: Range, tokens: number, length: number): Range | undefined {
  const size = range.to - range.from
  const from = Math.max(0, Math.min(length - size, range.from + tokens))
  return clampRange({ from, to: from + size }, length)
}

/** Moves the window by as little as needed so that `position` is inside it, with a margin of 10 %. */
export function revealPosition(range: Range, position: number, length: number): Range | undefined {
  const margin = (range.to - range.from) * 0.1
  if (position < range.from) return panRange(range, position - range.from - margin, length)
  if (position >= range.to) return panRange(range, position + 1 - range.to + margin, length)
  return clampRange(range, length)
}
