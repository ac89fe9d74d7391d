/** Estimators beyond A and B in float64: a comparison of conventions must not show a machine's rounding. */
import {
  createEvaluation,
  type Evaluation,
  type NodeResults,
  setParameters,
  spread,
} from '../credit/evaluate.ts'
import type { ScanParameters } from '../credit/graph.ts'
import type { Options } from '../credit/options.ts'
import { estimatorOf } from '../credit/registry.ts'
import type { EngineHandle } from '../engine/engine.ts'
import { createReferenceEngine } from '../engine/reference/engine.ts'
import type { Batch, FloatColumn } from '../trace/batch.ts'

/** λ of the critic decides returns only. */
export type Sliders = Pick<ScanParameters, 'gamma' | 'lambda'>

export type Rescan = (sliders: Sliders) => Promise<readonly NodeResults[]>

/** Advantages of one estimator, per position; 0 where masked. */
export function advantagesOf(
  batch: Batch,
  estimator: string,
  options: Options,
  sliders: Sliders,
): Promise<FloatColumn> {
  return withScans(batch, estimator, options, async (evaluation, scan) => {
    spread(batch, evaluation, await scan(sliders))
    return evaluation.advantages
  })
}

/** One graph for many slider values; the scans it gives are overwritten by the next. */
export async function withScans<T>(
  batch: Batch,
  estimatorId: string,
  options: Options,
  use: (evaluation: Evaluation, scan: Rescan) => Promise<T>,
): Promise<T> {
  const estimator = estimatorOf(estimatorId)
  if (!estimator) throw new Error(`unknown estimator ${estimatorId}`)
  const evaluation = createEvaluation(batch, estimator, options)
  // `spread` makes returns only where it makes both columns.
  evaluation.advantages = new Float64Array(batch.positionCount)
  const engine = createReferenceEngine()
  try {
    const handles: EngineHandle[] = []
    for (const { graph } of evaluation.stages) handles.push(await engine.load(graph))
    return await use(evaluation, async (sliders) => {
      setParameters(evaluation, { ...sliders, lambdaCritic: undefined })
      const scans: NodeResults[] = []
      for (const [i, { gamma, runs }] of evaluation.stages.entries()) {
        scans.push(await engine.scan(handles[i], gamma, runs))
      }
      return scans
    })
  } finally {
    engine.dispose()
  }
}
