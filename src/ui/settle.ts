/** What becomes of a number that somebody types. Pure. */

export interface Bounds {
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
}

/** The typed number, or undefined where it is not one or lies outside the bounds. */
export function parseWithin(text: string, bounds: Bounds): number | undefined {
  const settled = settle(text, bounds)
  return settled.kind === 'taken' ? settled.value : undefined
}

export type Settled =
  | { readonly kind: 'taken'; readonly value: number }
  /** Beyond an end; `value` is that end. */
  | { readonly kind: 'outside'; readonly value: number }
  /** A fraction where a whole number is asked for; `value` is the nearest one within the bounds. */
  | { readonly kind: 'fraction'; readonly value: number }
  | { readonly kind: 'unreadable' }

/** What becomes of a typed text once it is left or confirmed. */
export function settle(text: string, bounds: Bounds): Settled {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isNaN(value)) return { kind: 'unreadable' }
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = bounds
  const inside = Math.min(max, Math.max(min, value))
  if (!Number.isFinite(inside)) return { kind: 'unreadable' }
  if (inside !== value) return { kind: 'outside', value: inside }
  return bounds.integer === true && !Number.isInteger(value)
    ? { kind: 'fraction', value: Math.min(max, Math.max(min, Math.round(value))) }
    : { kind: 'taken', value }
}
