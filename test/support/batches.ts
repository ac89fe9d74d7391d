/** Small batches for tests: rows in, Batch out, through the builder that files go through. */
import fc from 'fast-check'
import { createEvaluation, type Evaluation, setParameters } from '../../src/credit/evaluate.ts'
import type { ScanParameters } from '../../src/credit/graph.ts'
import type { Options } from '../../src/credit/options.ts'
import { estimatorOf } from '../../src/credit/registry.ts'
import type { Engine, ScanResult } from '../../src/engine/engine.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import type { Batch } from '../../src/trace/batch.ts'
import { BatchBuilder } from '../../src/trace/builder.ts'
import type { CanonicalRow } from '../../src/trace/rows.ts'

/** Throws if the builder left anything out: a test that meant good rows would otherwise prove nothing. */
export function batchOf(rows: readonly CanonicalRow[]): Batch {
  const builder = new BatchBuilder()
  rows.forEach((row, i) => {
    builder.addRow(row, { file: 'test', line: i + 1, row: i })
  })
  const { batch, diagnostics } = builder.finish({})
  if (diagnostics.length > 0) throw new Error(diagnostics[0].message)
  return batch
}

export interface Evaluated {
  readonly batch: Batch
  readonly evaluation: Evaluation
  readonly scan: ScanResult
  /** Advantages of every segment, in batch order. */
  readonly advantages: readonly (readonly number[])[]
}

export type Sliders = Partial<Omit<ScanParameters, 'alpha'>>

/** One estimator on one batch, on the float64 reference unless told otherwise. */
export async function evaluate(
  batch: Batch,
  id: string,
  options: Options = {},
  sliders: Sliders = {},
  engine: Engine = createReferenceEngine(),
): Promise<Evaluated> {
  const estimator = estimatorOf(id)
  if (!estimator) throw new Error(`no estimator ${id}`)
  const evaluation = createEvaluation(batch, estimator, options)
  const { gamma = 1, lambda = 0.95, lambdaCritic } = sliders
  setParameters(evaluation, { gamma, lambda, lambdaCritic })
  const scans = await scanStages(engine, evaluation)
  evaluation.receive(scans)
  return { batch, evaluation, scan: scans[0], advantages: bySegment(batch, evaluation.advantages) }
}

/** One scan per stage on handles that stay loaded for the test. */
export async function scanStages(
  engine: Engine,
  evaluation: Evaluation,
): Promise<readonly ScanResult[]> {
  const scans: ScanResult[] = []
  for (const { graph, gamma, runs } of evaluation.stages) {
    scans.push(await engine.scan(await engine.load(graph), gamma, runs))
  }
  return scans
}

export const bySegment = (
  batch: Batch,
  column: ArrayLike<number>,
): readonly (readonly number[])[] =>
  Array.from({ length: batch.segmentCount }, (_, s) =>
    Array.from({ length: batch.segment.start[s + 1] - batch.segment.start[s] }, (_, i) =>
      Number(column[batch.segment.start[s] + i]),
    ),
  )

const number = fc.double({ min: -2, max: 2, noNaN: true })

const segment = fc
  .array(fc.tuple(fc.constantFrom(0, 1), number), { minLength: 0, maxLength: 9 })
  .map((tokens) => ({
    response_mask: tokens.map(([mask]) => mask),
    values: tokens.map(([, value]) => value),
  }))

/** 1 to 4 rollouts with 1 to 5 segments of 0 to 9 positions, an outcome each. */
export const someRows: fc.Arbitrary<readonly CanonicalRow[]> = fc
  .array(
    fc.record({
      segments: fc.array(segment, { minLength: 1, maxLength: 5 }),
      reward: number,
      group: fc.constantFrom('x', 'y'),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((rollouts) =>
    rollouts.flatMap(({ segments, reward, group }, r) =>
      segments.map((columns, s) => ({
        rollout_id: `r${r}`,
        group_id: group,
        segment_index: s,
        reward,
        ...columns,
      })),
    ),
  )

/** γ and λ in [0, 1], their ends included. */
export const unit: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, 1, 0.5),
  fc.double({ min: 0, max: 1, noNaN: true }),
)

/** Largest absolute difference of two lists of lists of the same shape. */
export const distance = (
  x: readonly (readonly number[])[],
  y: readonly (readonly number[])[],
): number => Math.max(0, ...x.flatMap((row, i) => row.map((v, j) => Math.abs(v - y[i][j]))))
