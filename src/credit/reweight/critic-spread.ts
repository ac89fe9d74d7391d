/** How far the critics of an ensemble disagree on each token, and AsyPPO's two selections by it (2510.01656). */
import type { Batch } from '../../trace/batch.ts'

/** Action tokens from the smallest population standard deviation over critics to the largest; ties by position. */
function bySpread(batch: Batch): readonly number[] | undefined {
  const critics = batch.valuesPerCritic
  // One critic cannot disagree with itself: no selection then.
  if (!critics || critics.length < 2) return undefined
  const sigma = new Float64Array(batch.positionCount)
  const positions: number[] = []
  for (let p = 0; p < batch.positionCount; p++) {
    if (batch.mask[p] !== 1) continue
    // NaN: the row has fewer critics; without an ensemble its tokens do not take part.
    const own = critics.map((critic) => critic[p]).filter((value) => !Number.isNaN(value))
    if (own.length < 2) continue
    positions.push(p)
    const center = own.reduce((sum, value) => sum + value, 0) / own.length
    const squares = own.reduce((sum, value) => sum + (value - center) ** 2, 0)
    sigma[p] = Math.sqrt(squares / own.length)
  }
  return positions.sort((x, y) => sigma[x] - sigma[y] || x - y)
}

/** Positions of the floor(k·n) action tokens on which the critics agree most: their advantage becomes 0. */
export function agreedPositions(batch: Batch, k: number): readonly number[] {
  const ordered = bySpread(batch) ?? []
  return ordered.slice(0, Math.floor(k * ordered.length))
}

/**
 * Positions of the floor(h·n) action tokens on which the critics disagree most: AsyPPO leaves them out of
 * the entropy bonus. The denominator of the bonus stays the number of action tokens.
 */
export function entropyFiltered(batch: Batch, h: number): readonly number[] {
  const ordered = bySpread(batch) ?? []
  return ordered.slice(ordered.length - Math.floor(h * ordered.length))
}
