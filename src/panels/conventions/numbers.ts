/** Pure: numbers of a comparison as the panel writes them. */
import { formatNumber, formatSigned } from '../../ui/format.ts'

/** No two float64 that the worker calls different are alike in so many digits. */
const MOST_DIGITS = 12

/** Two signed numbers with enough digits to differ, where they do: `+0.57735`, `+0.57734`. */
export function apart(a: number, b: number): readonly [string, string] {
  const usual = [formatSigned(a), formatSigned(b)] as const
  if (usual[0] !== usual[1] || a === b) return usual
  for (let digits = 4; digits <= MOST_DIGITS; digits++) {
    const [x, y] = [precise(a, digits), precise(b, digits)]
    if (x !== y) return [x, y]
  }
  return usual
}

function precise(x: number, digits: number): string {
  const text = Math.abs(x).toPrecision(digits)
  return `${x < 0 ? '−' : '+'}${text}`
}

/** `{x, a, b}` of a place for the sentences. */
export function difference(place: { readonly a: number; readonly b: number }) {
  const [a, b] = apart(place.a, place.b)
  return { x: formatNumber(Math.abs(place.b - place.a)), a, b }
}

/** A difference below this part of the largest advantage is an ε, not a convention worth a headline. */
const SLIGHT = 1e-4

/** The first significant digit of the largest advantage that differs; undefined: an early one. */
export function slightDigit(largest: number, scale: number): number | undefined {
  const part = largest / scale
  return part > 0 && part < SLIGHT ? Math.floor(-Math.log10(part)) + 1 : undefined
}
