/**
 * From scan results (per node) to advantages and returns (per position): scale, broadcast, mask,
 * whitening, post-processing. One path for the page, the export and the conformance cases.
 */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import type { Estimator } from './estimator.ts'
import {
  allocateRunParameters,
  type CreditGraph,
  fillRunParameters,
  type RunParameters,
  type ScanParameters,
} from './graph.ts'
import { type Options, resolveOptions } from './options.ts'
import { isPlain, postprocess } from './postprocess.ts'
import { optionsOf } from './registry.ts'

/** Per-node accumulators of one scan (un-scaled), as every engine returns them. */
export interface NodeResults {
  readonly advantage: FloatColumn
  readonly critic: FloatColumn
}

export interface AdvantageStatistics {
  /** Action tokens. */
  readonly count: number
  readonly mean: number
  /** Population standard deviation. */
  readonly std: number
  readonly min: number
  readonly max: number
}

export interface Evaluation {
  readonly estimator: Estimator
  /** Resolved: every option has a value. */
  readonly options: Options
  readonly graph: CreditGraph
  readonly runs: RunParameters
  /** CompactionRL's factor by segment; undefined = 1 everywhere. */
  readonly scale: Float64Array | undefined
  /** Per position; 0 where masked. Whitened and post-processed. Overwritten by each `spread`. */
  advantages: FloatColumn
  /** Per position, un-whitened; undefined where the estimator defines none. */
  returns: FloatColumn | undefined
  statistics: AdvantageStatistics
}

const NOTHING: AdvantageStatistics = { count: 0, mean: 0, std: 0, min: 0, max: 0 }

/** Builds the graph and the reusable buffers of one estimator on one batch. */
export function createEvaluation(batch: Batch, estimator: Estimator, options: Options): Evaluation {
  const resolved = resolveOptions(optionsOf(estimator), options)
  const graph = estimator.graph(batch, resolved)
  return {
    estimator,
    options: resolved,
    graph,
    runs: allocateRunParameters(graph.runCount),
    scale: graph.runTail ? new Float64Array(batch.segmentCount) : undefined,
    advantages: new Float64Array(0),
    returns: undefined,
    statistics: NOTHING,
  }
}

/** Writes the run parameters for the sliders' present values; call before every scan. */
export function setParameters(
  evaluation: Evaluation,
  sliders: Omit<ScanParameters, 'alpha'>,
): void {
  const alpha = Number(evaluation.options.alpha ?? 1.5)
  fillRunParameters(evaluation.graph, { ...sliders, alpha }, evaluation.runs)
}

/** Fills `advantages`, `returns` and `statistics` from a scan. Allocates on the first call only. */
export function spread(batch: Batch, evaluation: Evaluation, scan: NodeResults): void {
  const { graph, runs } = evaluation
  const Column = scan.advantage instanceof Float32Array ? Float32Array : Float64Array
  if (
    evaluation.advantages.length !== batch.positionCount ||
    !(evaluation.advantages instanceof Column)
  ) {
    evaluation.advantages = new Column(batch.positionCount)
    evaluation.returns = graph.hasReturns ? new Column(batch.positionCount) : undefined
  }
  // All runs of a segment share their scale, because N_{>s} and λ belong to the segment.
  if (evaluation.scale) {
    for (let k = 0; k < graph.runCount; k++) evaluation.scale[graph.runSegment[k]] = runs.scale[k]
  }
  spreadColumns(batch, graph, scan, evaluation.scale, evaluation.advantages, evaluation.returns)
  if (evaluation.options.whiten === 'batch') whiten(batch, evaluation)
  if (!isPlain(evaluation.options)) postprocess(batch, evaluation.options, evaluation.advantages)
  evaluation.statistics = statisticsOf(batch.mask, evaluation.advantages)
}

function spreadColumns(
  batch: Batch,
  graph: CreditGraph,
  scan: NodeResults,
  scale: Float64Array | undefined,
  advantages: FloatColumn,
  returns: FloatColumn | undefined,
): void {
  const { mask } = batch
  const { nodeOf, value } = graph
  const { start } = batch.segment
  for (let s = 0; s < batch.segmentCount; s++) {
    const factor = scale ? scale[s] : 1
    for (let p = start[s]; p < start[s + 1]; p++) {
      const node = nodeOf[p]
      if (node < 0 || mask[p] === 0) continue
      advantages[p] = scan.advantage[node] * factor
      if (returns) returns[p] = scan.critic[node] + value[node]
    }
  }
}

/** (x − mean) / sqrt(max(var, eps)) over the batch's action tokens; needs more than ddof of them. */
function whiten(batch: Batch, evaluation: Evaluation): void {
  const { advantages, options } = evaluation
  const { count, mean, std } = statisticsOf(batch.mask, advantages)
  const ddof = Number(options.ddof)
  if (count <= ddof) return
  const variance = (std * std * count) / (count - ddof)
  const divisor = Math.sqrt(Math.max(variance, Number(options.eps)))
  const inverse = divisor === 0 ? 0 : 1 / divisor
  for (let p = 0; p < advantages.length; p++) {
    if (batch.mask[p] === 1) advantages[p] = (advantages[p] - mean) * inverse
  }
}

/** Mean and standard deviation over action tokens in two passes, so that nothing cancels. */
export function statisticsOf(mask: Uint8Array, column: FloatColumn): AdvantageStatistics {
  let count = 0
  let sum = 0
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let p = 0; p < column.length; p++) {
    if (mask[p] === 0) continue
    const x = column[p]
    count++
    sum += x
    if (x < min) min = x
    if (x > max) max = x
  }
  if (count === 0) return NOTHING
  const mean = sum / count
  let squares = 0
  for (let p = 0; p < column.length; p++) {
    if (mask[p] === 1) squares += (column[p] - mean) ** 2
  }
  return { count, mean, std: Math.sqrt(squares / count), min, max }
}
