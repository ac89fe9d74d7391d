/** Token reweighting: AsyPPO's σ mask (2510.01656) and attention rhythm (2510.13554), rule 22. */
import type { Batch, FloatColumn } from '../../trace/batch.ts'
import type { Options } from '../options.ts'

/** Applies `reweight` with its options to `advantages` in place. */
export function reweight(batch: Batch, options: Options, advantages: FloatColumn): void {
  switch (options.reweight) {
    case 'asyppo':
      sigmaMask(batch, Number(options.k), advantages)
      return
    case 'rhythm-local':
    case 'rhythm-global':
      rhythm(batch, options, advantages)
      return
    default:
  }
}

/**
 * The floor(k·n) action tokens of the batch on which the critics agree most get advantage 0.
 * Ties go by position; one critic alone cannot disagree, so nothing happens.
 */
function sigmaMask(batch: Batch, k: number, advantages: FloatColumn): void {
  const critics = batch.valuesPerCritic
  if (!critics || critics.length < 2) return
  const sigma = new Float64Array(batch.positionCount)
  const positions: number[] = []
  for (let p = 0; p < batch.positionCount; p++) {
    if (batch.mask[p] !== 1) continue
    positions.push(p)
    let sum = 0
    for (const critic of critics) sum += critic[p]
    const center = sum / critics.length
    let squares = 0
    for (const critic of critics) squares += (critic[p] - center) ** 2
    sigma[p] = Math.sqrt(squares / critics.length)
  }
  const count = Math.floor(k * positions.length)
  positions.sort((x, y) => sigma[x] - sigma[y] || x - y)
  for (let i = 0; i < count; i++) advantages[positions[i]] = 0
}

/** Per row, the ceil(q·n) largest of |WAAD_t − WAAD_{t+1}| (last 0) or of FAI are amplified. */
function rhythm(batch: Batch, options: Options, advantages: FloatColumn): void {
  const local = options.reweight === 'rhythm-local'
  const column = local ? batch.columns.waad : batch.columns.fai
  if (!column) return
  for (let s = 0; s < batch.segmentCount; s++) {
    const start = batch.segment.start[s]
    const end = batch.segment.start[s + 1]
    const score = (p: number): number =>
      local ? (p + 1 < end ? Math.abs(column[p] - column[p + 1]) : 0) : column[p]
    const positions: number[] = []
    for (let p = start; p < end; p++) if (batch.mask[p] === 1) positions.push(p)
    const count = Math.ceil(Number(options.q) * positions.length)
    positions.sort((x, y) => score(y) - score(x) || x - y)
    for (const p of positions.slice(0, count)) {
      if (options.signScope === 'nonnegative' && advantages[p] < 0) continue
      advantages[p] *= Number(options.amplify)
    }
  }
}
