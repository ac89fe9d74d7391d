/** Rows and results that vectors of several segments share. */
import type { Options } from '../../../src/credit/options.ts'
import type { CanonicalRow } from '../../../src/trace/rows.ts'
import { batchOf, bySegment, evaluate, type Sliders } from '../../support/batches.ts'
import type { Rows, Vector } from '../../support/vectors.ts'

type Path = readonly (string | number)[]

/** Rows of one rollout; the outcome 1 stands by `rewardAt` unless `given` takes the rewards as written. */
export const segmentsAt = (
  v: Vector,
  path: Path,
  id = 'r',
  given = false,
): readonly CanonicalRow[] =>
  Array.from({ length: v.count(...path) }, (_, s) => ({
    rollout_id: id,
    segment_index: s,
    response_mask: v.list(...path, s, 'mask'),
    values: v.list(...path, s, 'V'),
    ...(given ? { rewards: v.list(...path, s, 'r') } : { reward: 1 }),
  }))

export const segmentsOf = (v: Vector): readonly CanonicalRow[] =>
  segmentsAt(v, ['inputs', 'segments'])

export const slidersOf = (v: Vector): Sliders => ({
  gamma: v.num('params', 'gamma'),
  lambda: v.num('params', 'lambda'),
})

export interface Full {
  readonly advantages: Rows
  readonly returns: Rows
  readonly critic: Rows
  readonly scale: readonly number[] | undefined
  readonly tails: readonly number[] | undefined
}

export async function full(
  rows: readonly CanonicalRow[],
  id: string,
  opts: Options,
  sliders: Sliders,
): Promise<Full> {
  const batch = batchOf(rows)
  const { evaluation, advantages } = await evaluate(batch, id, opts, sliders)
  const returns = bySegment(batch, evaluation.returns ?? [])
  const critic = returns.map((row, s) =>
    row.map((x, t) => Number(rows[s].response_mask[t]) * (x - Number(rows[s].values?.[t] ?? 0))),
  )
  const { scale, graph } = evaluation
  return {
    advantages,
    returns,
    critic,
    scale: scale && [...scale],
    tails: graph.runTail && [...graph.runTail],
  }
}
