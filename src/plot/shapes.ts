/** Paths of the curves, to a hundredth of a pixel. */

const place = (x: number, y: number): string =>
  `${Math.round(x * 100) / 100},${Math.round(y * 100) / 100}`

export interface Place {
  readonly x: number
  readonly y: number
}

/** A line through all places; '' where there is none. */
export const polyline = (places: readonly Place[]): string =>
  places.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${place(x, y)}`).join('')

/** The area between two lines over the same x; '' where there is none. */
export function band(
  points: readonly { readonly x: number; readonly low: number; readonly high: number }[],
): string {
  if (points.length === 0) return ''
  const there = points.map(({ x, high }) => ({ x, y: high }))
  const back = points.map(({ x, low }) => ({ x, y: low })).reverse()
  return `${polyline([...there, ...back])}Z`
}
