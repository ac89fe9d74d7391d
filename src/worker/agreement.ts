/** How far the running engine is from float64, in the numbers that the page shows. */
import type { AdvantageStatistics } from '../credit/evaluate.ts'
import type { Agreement, EngineStatus } from './api.ts'
import { placeOf } from './place.ts'
import type { Computed } from './slots.ts'

/** Largest absolute and relative difference over both estimators and all tokens, and where it stands. */
export function agreement(engine: EngineStatus['id'], got: Computed, want: Computed): Agreement {
  let maxAbsolute = 0
  let maxRelative = 0
  let worst: Agreement['worst']
  for (const slot of ['a', 'b'] as const) {
    const mine = got[slot].evaluation.advantages
    const oracle = want[slot].evaluation.advantages
    const largest = largestMagnitude(want[slot].evaluation.statistics)
    for (let p = 0; p < oracle.length; p++) {
      const error = Math.abs(mine[p] - oracle[p])
      // A NaN must never pass for agreement.
      if (error <= maxAbsolute) continue
      maxAbsolute = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error
      worst = { ...placeOf(want.batch, p), slot, got: mine[p], want: oracle[p] }
    }
    if (largest > 0) maxRelative = Math.max(maxRelative, worstRelative(mine, oracle, largest))
  }
  return { engine, tokens: got.a.evaluation.statistics.count, maxAbsolute, maxRelative, worst }
}

const largestMagnitude = (s: AdvantageStatistics): number =>
  Math.max(Math.abs(s.min), Math.abs(s.max))

function worstRelative(got: ArrayLike<number>, want: ArrayLike<number>, largest: number): number {
  let worst = 0
  for (let p = 0; p < want.length; p++) {
    const error = Math.abs(got[p] - want[p]) / largest
    if (!(error <= worst)) worst = Number.isNaN(error) ? Number.POSITIVE_INFINITY : error
  }
  return worst
}
