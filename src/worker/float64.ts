/** Estimators beyond A and B in float64: a comparison of conventions must not show a machine's rounding. */
import { Evaluation, type NodeResults, setParameters } from '../credit/evaluate.ts'
import type { CreditGraph, ScanParameters } from '../credit/graph.ts'
import type { Options } from '../credit/options.ts'
import { estimatorOf } from '../credit/registry.ts'
import type { EngineHandle } from '../engine/engine.ts'
import { createReferenceEngine } from '../engine/reference/engine.ts'
import type { Batch, FloatColumn } from '../trace/batch.ts'
import type { Pause } from './viewing.ts'

/** λ of the critic decides returns only, and returns are not asked for. */
export type Sliders = Pick<ScanParameters, 'gamma' | 'lambda'>

/** Advantages per position under options that share the graph; overwritten by the next of equal options. */
export interface Scanned {
  /** @param options those that the graph was built for, or others that do not touch it (whitening) */
  advantages(options: Options): FloatColumn
}

/** Advantages of one estimator, per position; 0 where masked. */
export function advantagesOf(
  batch: Batch,
  estimator: string,
  options: Options,
  sliders: Sliders,
  pause: Pause,
): Promise<FloatColumn> {
  return withScans(batch, estimator, options, pause, async (scan) =>
    (await scan(sliders)).advantages(options),
  )
}

/** One graph for many slider values. In steps: see `Pause`. */
export async function withScans<T>(
  batch: Batch,
  estimatorId: string,
  options: Options,
  pause: Pause,
  use: (scan: (sliders: Sliders) => Promise<Scanned>) => Promise<T>,
): Promise<T> {
  const estimator = estimatorOf(estimatorId)
  if (!estimator) throw new Error(`unknown estimator ${estimatorId}`)
  let built: CreditGraph | undefined
  const shared: typeof estimator = {
    ...estimator,
    graph: (...given) => {
      built ??= { ...estimator.graph(...given), hasReturns: false }
      return built
    },
  }
  const evaluations = new Map<Options, Evaluation>()
  const evaluationOf = (own: Options): Evaluation => {
    const evaluation = evaluations.get(own) ?? new Evaluation(batch, shared, own)
    evaluations.set(own, evaluation)
    return evaluation
  }
  const engine = createReferenceEngine()
  try {
    const { stages } = evaluationOf(options)
    const handles: EngineHandle[] = []
    await pause()
    for (const { graph } of stages) handles.push(await engine.load(graph))
    await pause()
    return await use(async (sliders) => {
      const parameters = { ...sliders, lambdaCritic: undefined }
      setParameters(evaluationOf(options), parameters)
      const scans: NodeResults[] = []
      for (const [i, { gamma, runs }] of stages.entries()) {
        scans.push(await engine.scan(handles[i], gamma, runs))
        await pause()
      }
      return {
        advantages: (own) => {
          const evaluation = evaluationOf(own)
          setParameters(evaluation, parameters)
          evaluation.receive(scans)
          return evaluation.advantages
        },
      }
    })
  } finally {
    engine.dispose()
  }
}
