/**
 * Coupled attention rhythm (2510.13554 v1 eq. 17-18): a global anchor that local attention hardly looks
 * back from hands part of its bonus to the token that introduced it. Positions are those of one row.
 */
import type { Numbers } from '../../trace/rows.ts'

export interface CoupledSets {
  /** T_glob: tokens with the largest FAI. */
  readonly anchors: readonly number[]
  /** D: dominated anchors, a subset of `anchors`. */
  readonly dominated: readonly number[]
  /** I(D): the token that introduces each dominated anchor, each once. */
  readonly introduced: readonly number[]
}

export interface CoupledThresholds {
  /** An anchor with WAAD ≤ this may be dominated. */
  readonly waad: number
  /** …if one of the `window` tokens before it has Δ ≥ this. */
  readonly delta: number
  /** k tokens; 1, 2 or 3 in the paper. */
  readonly window: number
}

/**
 * D and I(D). The introducing token is the one with the largest Δ in the window, first on ties (the paper
 * leaves it open; a public reproduction does so). The first token has no window and is never dominated.
 */
export function coupledSets(
  anchors: readonly number[],
  waad: Numbers,
  delta: Numbers,
  { waad: low, delta: high, window }: CoupledThresholds,
): CoupledSets {
  const dominated: number[] = []
  const introduced = new Set<number>()
  for (const t of anchors) {
    let peak = -1
    for (let u = Math.max(0, t - window); u < t; u++)
      if (peak < 0 || delta[u] > delta[peak]) peak = u
    if (peak < 0 || waad[t] > low || delta[peak] < high) continue
    dominated.push(t)
    introduced.add(peak)
  }
  return { anchors, dominated, introduced: [...introduced].sort((x, y) => x - y) }
}

/**
 * Factor of every token: 1 + (g − 1) on an anchor that is not dominated, 1 + (1 − α)(g − 1) on a dominated
 * one, α(g − 1) more on one that introduces. The sum is eq. 18; `first` takes only the first that applies,
 * as an if/elif reading does, and gives a token that is anchor and introducer 1.5 instead of 1.75.
 */
export function coupledFactors(
  length: number,
  { anchors, dominated, introduced }: CoupledSets,
  { amplify, alphaBack }: { readonly amplify: number; readonly alphaBack: number },
  combine: 'sum' | 'first' = 'sum',
): Float64Array {
  const factors = new Float64Array(length).fill(1)
  const add = (t: number, share: number): void => {
    if (combine === 'sum' || factors[t] === 1) factors[t] += share * (amplify - 1)
  }
  const isDominated = new Set(dominated)
  for (const t of anchors) add(t, isDominated.has(t) ? 1 - alphaBack : 1)
  for (const t of introduced) add(t, alphaBack)
  return factors
}
