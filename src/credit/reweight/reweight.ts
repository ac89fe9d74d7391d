/** Token reweighting: AsyPPO's σ mask (2510.01656) and attention rhythm (2510.13554), rule 22. */
import type { Batch, FloatColumn } from '../../trace/batch.ts'
import type { Options } from '../options.ts'
import { agreedPositions } from './critic-spread.ts'

/** Applies `reweight` with its options to `advantages` in place. */
export function reweight(batch: Batch, options: Options, advantages: FloatColumn): void {
  switch (options.reweight) {
    case 'asyppo':
      for (const p of agreedPositions(batch, Number(options.k))) advantages[p] = 0
      return
    case 'rhythm-local':
    case 'rhythm-global':
      rhythm(batch, options, advantages)
      return
    default:
  }
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
