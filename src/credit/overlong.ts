/** Penalties on long responses, as a reward that is added to the outcome (methods.md §3.4). */

export interface OverlongLimits {
  /** Longest response, in tokens. */
  readonly lMax: number
  /** Tokens before `lMax` over which the penalty grows from 0 to −1; more than 0. */
  readonly lCache: number
}

/**
 * DAPO's soft punishment (2503.14476 eq. 13): 0 up to lMax − lCache, then linear to −1 at lMax.
 * `floor` −1 is the paper's; `none` keeps falling beyond lMax, as AReaL's
 * `min(−exceed / overlong · factor, 0)` does. Both agree for every length that a limit of lMax allows.
 */
export function softOverlongPenalty(
  length: number,
  { lMax, lCache }: OverlongLimits,
  floor: 'minus-one' | 'none' = 'minus-one',
): number {
  const exceeded = Math.max(0, length - (lMax - lCache)) / lCache
  // 0 rather than −0 for a response that is short enough.
  if (exceeded === 0) return 0
  return floor === 'none' ? -exceeded : -Math.min(1, exceeded)
}
