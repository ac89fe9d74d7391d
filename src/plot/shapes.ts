/**
 * Paths of the curves, to a tenth of a pixel. They are written anew at every step of a slider, thousands of
 * numbers each, so a number is put together from its whole part and its tenth: writing a fraction takes longer.
 */

const TENTHS = ['', '.1', '.2', '.3', '.4', '.5', '.6', '.7', '.8', '.9'] as const

function tenth(value: number): string {
  const tenths = Math.round(value * 10)
  if (tenths < 0) return `-${tenth(-tenths / 10)}`
  const whole = Math.floor(tenths / 10)
  return `${whole}${TENTHS[tenths - 10 * whole] ?? ''}`
}

const place = (x: number, y: number): string => `${tenth(x)},${tenth(y)}`

export interface Place {
  readonly x: number
  readonly y: number
}

/** Places of a curve with what lies around it. */
export interface Spread {
  readonly x: number
  readonly low: number
  readonly high: number
}

/** A line through all places; '' where there is none. */
export function polyline(places: readonly Place[]): string {
  let path = ''
  for (const { x, y } of places) path += `${path === '' ? 'M' : 'L'}${place(x, y)}`
  return path
}

/** The area between two lines over the same x; '' where there is none. */
export function band(points: readonly Spread[]): string {
  let there = ''
  let back = ''
  for (const { x, low, high } of points) {
    const at = tenth(x)
    there += `${there === '' ? 'M' : 'L'}${at},${tenth(high)}`
    back = `L${at},${tenth(low)}${back}`
  }
  return there === '' ? '' : `${there}${back}Z`
}
