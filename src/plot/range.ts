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

/** `factor` > 1 shows more tokens. The position `anchor` keeps its place on the screen. */
export function zoomRange(
  range: Range,
  factor: number,
  anchor: number,
  length: number,
): Range | undefined {
  const tokens = (range.to - range.from) * factor
  const share = (anchor - range.from) / (range.to - range.from)
  const from = anchor - share * tokens
  return clampRange({ from, to: from + tokens }, length)
}

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
