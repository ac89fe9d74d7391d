/** Token reweighting: AsyPPO's σ mask (2510.01656) and attention rhythm (2510.13554), rule 22. */
import type { Batch, FloatColumn } from '../../trace/batch.ts'
import type { Options } from '../options.ts'
import { agreedPositions } from './critic-spread.ts'
import { coupledFactors, coupledSets } from './rhythm-coupled.ts'

/** Applies `reweight` with its options to `advantages` in place. */
export function reweight(batch: Batch, options: Options, advantages: FloatColumn): void {
  switch (options.reweight) {
    case 'asyppo':
      for (const p of agreedPositions(batch, Number(options.k))) advantages[p] = 0
      return
    case 'rhythm-local':
    case 'rhythm-global':
    case 'rhythm-coupled':
      rhythm(batch, options, advantages)
      return
    default:
  }
}

/**
 * Multiplies each row's action tokens by the factors of the chosen rhythm: local takes the ceil(q·n) largest of
 * |WAAD_t − WAAD_{t+1}| (last 0), global those of FAI, coupled shifts part of global's bonus.
 */
function rhythm(batch: Batch, options: Options, advantages: FloatColumn): void {
  for (let s = 0; s < batch.segmentCount; s++) {
    const start = batch.segment.start[s]
    const end = batch.segment.start[s + 1]
    const positions: number[] = []
    for (let p = start; p < end; p++) if (batch.mask[p] === 1) positions.push(p)
    const factors = factorsOf(batch, options, positions, end)
    positions.forEach((p, i) => {
      if (options.signScope === 'nonnegative' && advantages[p] < 0) return
      advantages[p] *= factors[i]
    })
  }
}

/** Factor of every action token of one row that ends before `end`; 1 where a column is missing. */
function factorsOf(
  batch: Batch,
  options: Options,
  positions: readonly number[],
  end: number,
): ArrayLike<number> {
  const { waad, fai } = batch.columns
  const amplify = Number(options.amplify)
  const delta = positions.map((p) => (waad && p + 1 < end ? Math.abs(waad[p] - waad[p + 1]) : 0))
  const top = (scores: readonly number[]): readonly number[] =>
    largest(scores, Math.ceil(Number(options.q) * positions.length))
  const only = (selected: readonly number[]): Float64Array =>
    coupledFactors(
      positions.length,
      { anchors: selected, dominated: [], introduced: [] },
      { amplify, alphaBack: 0 },
    )
  if (options.reweight === 'rhythm-local') return only(waad ? top(delta) : [])
  const anchors = fai ? top(positions.map((p) => fai[p])) : []
  if (options.reweight === 'rhythm-global' || !waad) return only(anchors)
  const attention = positions.map((p) => waad[p])
  const sets = coupledSets(anchors, attention, delta, {
    waad: median(attention),
    delta: median(delta),
    window: WINDOW,
  })
  return coupledFactors(positions.length, sets, { amplify, alphaBack: Number(options.alphaBack) })
}

/** k of the coupled rhythm; the paper tries 1, 2 and 3. Its thresholds are medians in a reproduction. */
const WINDOW = 3

/** Indices of the `count` largest scores, first on ties; in ascending order. */
const largest = (scores: readonly number[], count: number): readonly number[] =>
  scores
    .map((_, i) => i)
    .sort((x, y) => scores[y] - scores[x] || x - y)
    .slice(0, count)
    .sort((x, y) => x - y)

function median(xs: readonly number[]): number {
  if (xs.length === 0) return 0
  const sorted = [...xs].sort((x, y) => x - y)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
