/** What the three rules of attention rhythm (2510.13554) share: the walk over the rows. */
import type { Batch, FloatColumn } from '../../trace/batch.ts'
import type { Options } from '../options.ts'

/** The action tokens of one row, and the position after its last one. */
export interface RhythmRow {
  readonly positions: readonly number[]
  readonly end: number
}

/**
 * Multiplies each row's action tokens by their factors; a row without the column stays as it is.
 * @param factorsOf one factor for every action token of the row
 */
export function rhythm(
  batch: Batch,
  options: Options,
  advantages: FloatColumn,
  column: FloatColumn,
  factorsOf: (row: RhythmRow) => ArrayLike<number>,
): void {
  for (let s = 0; s < batch.segmentCount; s++) {
    const start = batch.segment.start[s]
    const end = batch.segment.start[s + 1]
    if (Number.isNaN(column[start])) continue
    const positions: number[] = []
    for (let p = start; p < end; p++) if (batch.mask[p] === 1) positions.push(p)
    const factors = factorsOf({ positions, end })
    positions.forEach((p, i) => {
      if (options.signScope === 'nonnegative' && advantages[p] < 0) return
      advantages[p] *= factors[i]
    })
  }
}

/** |WAAD_t − WAAD_{t+1}| by action token; 0 on the row's last position. */
export const jumpsOf = ({ positions, end }: RhythmRow, waad: FloatColumn): readonly number[] =>
  positions.map((p) => (p + 1 < end ? Math.abs(waad[p] - waad[p + 1]) : 0))

/** Indices of the ceil(q·n) largest scores, first on ties; in ascending order. */
export const largest = (scores: readonly number[], { q }: Options): readonly number[] =>
  scores
    .map((_, i) => i)
    .sort((x, y) => scores[y] - scores[x] || x - y)
    .slice(0, Math.ceil(Number(q) * scores.length))
    .sort((x, y) => x - y)

/** `amplify` on the selected tokens, 1 on the others. */
export function amplified(
  length: number,
  selected: readonly number[],
  { amplify }: Options,
): Float64Array {
  const factors = new Float64Array(length).fill(1)
  for (const t of selected) factors[t] += Number(amplify) - 1
  return factors
}
