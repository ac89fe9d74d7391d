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
import { withOverlongPenalty } from './overlong.ts'
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

/** One scan of an evaluation: a graph with the parameters of the present slider values. */
export interface Stage {
  readonly graph: CreditGraph
  readonly runs: RunParameters
  gamma: number
}

export interface Evaluation {
  readonly estimator: Estimator
  /** Resolved: every option has a value. */
  readonly options: Options
  /** The batch with the outcomes that the estimator saw: with the overlong penalty, where one is chosen. */
  readonly shaped: Batch
  /** The estimator's chain; of a bi-level one the outer level. Links and hand-overs are its. */
  readonly graph: CreditGraph
  /** Parameters of `graph`. */
  readonly runs: RunParameters
  /** What has to be scanned, `graph` first. */
  readonly stages: readonly Stage[]
  /** CompactionRL's factor by segment; undefined = 1 everywhere. */
  readonly scale: Float64Array | undefined
  /** Per position; 0 where masked. Whitened and post-processed. Overwritten by each `spread`. */
  advantages: FloatColumn
  /** Per position, un-whitened; undefined where the estimator defines none. */
  returns: FloatColumn | undefined
  /** What post-processing multiplied each advantage by; undefined = 1 everywhere. */
  factor: FloatColumn | undefined
  statistics: AdvantageStatistics
}

const NOTHING: AdvantageStatistics = { count: 0, mean: 0, std: 0, min: 0, max: 0 }

/** Builds the graph and the reusable buffers of one estimator on one batch. */
export function createEvaluation(batch: Batch, estimator: Estimator, options: Options): Evaluation {
  const resolved = resolveOptions(optionsOf(estimator), options)
  const shaped = withOverlongPenalty(batch, resolved)
  const graph = estimator.graph(shaped, resolved)
  const stages = [graph, ...(graph.inner ? [graph.inner.graph] : [])].map((one) => ({
    graph: one,
    runs: allocateRunParameters(one.runCount),
    gamma: 1,
  }))
  return {
    estimator,
    options: resolved,
    shaped,
    graph,
    runs: stages[0].runs,
    stages,
    scale: graph.runTail ? new Float64Array(batch.segmentCount) : undefined,
    advantages: new Float64Array(0),
    returns: undefined,
    factor: undefined,
    statistics: NOTHING,
  }
}

/** Writes every stage's parameters for the sliders' present values; call before every scan. */
export function setParameters(
  evaluation: Evaluation,
  sliders: Omit<ScanParameters, 'alpha'>,
): void {
  const { options, graph } = evaluation
  const alpha = Number(options.alpha ?? 1.5)
  for (const stage of evaluation.stages) {
    const outer = graph.inner !== undefined && stage.graph === graph
    stage.gamma = outer ? Number(options.gammaTurn) : sliders.gamma
    fillRunParameters(stage.graph, { ...sliders, gamma: stage.gamma, alpha }, stage.runs)
  }
}

/**
 * Fills `advantages`, `returns` and `statistics` from the scans of all stages, in their order.
 * Allocates on the first call only.
 */
export function spread(batch: Batch, evaluation: Evaluation, scans: readonly NodeResults[]): void {
  const { graph, runs } = evaluation
  const [scan, inner] = scans
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
  if (graph.inner) {
    spreadTurns(batch, evaluation, scan, inner)
  } else {
    spreadColumns(batch, graph, scan, evaluation.scale, evaluation.advantages, evaluation.returns)
  }
  const { estimator, options } = evaluation
  if (estimator.alwaysWhitens || options.whiten === 'batch') whiten(batch, evaluation)
  if (!isPlain(options)) {
    evaluation.factor ??= new Column(batch.positionCount)
    evaluation.factor.set(evaluation.advantages)
    postprocess(batch, options, evaluation.advantages)
    toFactors(evaluation.factor, evaluation.advantages)
  }
  evaluation.statistics = statisticsOf(batch.mask, evaluation.advantages)
}

/** Turns the advantages before post-processing into factors; a 0 that stayed 0 counts as untouched. */
function toFactors(before: FloatColumn, after: FloatColumn): void {
  for (let p = 0; p < before.length; p++) before[p] = before[p] === 0 ? 1 : after[p] / before[p]
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

/** Bi-level: the inner scan plus what the turn's own advantage adds at each token's distance. */
function spreadTurns(
  batch: Batch,
  evaluation: Evaluation,
  turns: NodeResults,
  tokens: NodeResults,
): void {
  const { graph, advantages, returns } = evaluation
  const { gamma, runs } = evaluation.stages[1]
  if (!graph.inner) return
  const { graph: inner, distance } = graph.inner
  for (let p = 0; p < batch.positionCount; p++) {
    const node = inner.nodeOf[p]
    if (node < 0) continue
    const turn = graph.nodeOf[p]
    // One inner run per turn, in the same order.
    const beta = gamma * runs.lambda[turn]
    const betaCritic = gamma * runs.lambdaCritic[turn]
    const value = graph.value[turn]
    const d = distance[node]
    advantages[p] = tokens.advantage[node] + beta ** d * (turns.advantage[turn] + value)
    if (returns) {
      const critic = tokens.critic[node] + betaCritic ** d * (turns.critic[turn] + value)
      returns[p] = critic + inner.value[node]
    }
  }
}

/**
 * (x − mean) / sqrt(max(var, eps)) over the batch's action tokens, or sqrt(var + eps) where `form` says
 * `add` (the default of REINFORCE++). Needs more than ddof tokens.
 */
function whiten(batch: Batch, evaluation: Evaluation): void {
  const { advantages, options } = evaluation
  const { count, mean, std } = statisticsOf(batch.mask, advantages)
  const ddof = Number(options.ddof)
  const eps = Number(options.eps)
  if (count <= ddof) return
  const variance = (std * std * count) / (count - ddof)
  const divisor = Math.sqrt(options.form === 'add' ? variance + eps : Math.max(variance, eps))
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
