/**
 * From scan results (per node) to advantages and returns (per position): scale, broadcast, mask,
 * whitening, post-processing. One path for the page, the export and the conformance cases.
 *
 * A slider tick needs the numbers of one rollout and the statistics of all. So statistics come from the
 * nodes, and positions are filled when somebody reads them: at 10 M positions the tick spends 0.3 s less.
 */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import type { Estimator } from './estimator.ts'
import { Filling } from './filling.ts'
import {
  allocateRunParameters,
  type CreditGraph,
  fillRunParameters,
  type RunParameters,
  runsOf,
  type ScanParameters,
} from './graph.ts'
import type { Removal } from './keeping/removal.ts'
import { countTokens } from './node-tokens.ts'
import { type Options, resolveOptions } from './options.ts'
import { withPenalty } from './penalty/penalise.ts'
import { isPlain, rulesOn } from './post-registry.ts'
import { factorsAtZero, postprocess, toFactors } from './postprocess.ts'
import { optionsOf } from './registry.ts'
import type { NodeResults, NodeStretch, Spreading } from './spread.ts'
import {
  type AdvantageStatistics,
  NOTHING,
  statisticsOf,
  weightedStatistics,
} from './statistics.ts'
import type { AdvantageStretch } from './stretches.ts'

export type { NodeResults, NodeStretch } from './spread.ts'
export type { AdvantageStatistics } from './statistics.ts'

/** One scan of an evaluation: a graph with the parameters of the present slider values. */
export interface Stage {
  readonly graph: CreditGraph
  readonly runs: RunParameters
  gamma: number
}

/** Numbers per position, overwritten by later scans. */
export interface Columns {
  /** 0 where masked. Whitened and post-processed. */
  readonly advantages: FloatColumn
  /** Un-whitened; undefined where the estimator defines none. */
  readonly returns: FloatColumn | undefined
  /** What post-processing multiplied each advantage by; undefined = 1 everywhere. */
  readonly factor: FloatColumn | undefined
}

/** A scan whose results are elsewhere (engine/engine.ts). */
export interface DistantScan {
  ready?(): Promise<void>
  statistics(): Promise<AdvantageStatistics>
  read(from: number, to: number): Promise<NodeResults>
  /** Valid until the next call. */
  advantages(from: number, to: number): Promise<FloatColumn>
}

/** One estimator on one batch, with the buffers that its scans share. */
export class Evaluation implements Columns {
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
  readonly #batch: Batch
  /** Action tokens of each node; undefined: one each. */
  readonly #tokensOf: Uint32Array | undefined
  /** Action tokens without a node. */
  readonly #without: number
  readonly #filling: Filling
  #scans: readonly NodeResults[] = []
  /** Where the results are while they have not been brought here. */
  #distant: DistantScan | undefined
  /** Nodes of the rollouts that were brought since the latest scan. */
  readonly #brought = new Map<number, NodeStretch>()
  /** Number of the latest scan. */
  #round = 0
  #shift = 0
  #inverse = 1
  /** Undefined: a scan was followed and nobody has asked for them yet. */
  #statistics: AdvantageStatistics | undefined = NOTHING
  #removal: Removal | undefined

  constructor(batch: Batch, estimator: Estimator, options: Options) {
    this.#batch = batch
    this.#filling = new Filling(batch)
    this.estimator = estimator
    this.options = resolveOptions(optionsOf(estimator), options)
    const penalised = rulesOn(this.options).some(({ rule }) => rule.kind === 'penalty')
    this.shaped = penalised ? withPenalty(batch, this.options) : batch
    this.graph = estimator.graph(this.shaped, this.options)
    const { graph } = this
    this.stages = [graph, ...(graph.inner ? [graph.inner.graph] : [])].map((one) => ({
      graph: one,
      runs: allocateRunParameters(one.runCount),
      gamma: 1,
    }))
    this.runs = this.stages[0].runs
    this.scale = graph.runTail ? new Float64Array(batch.segmentCount) : undefined
    const { tokensOf, without } = countTokens(batch, graph)
    this.#tokensOf = tokensOf
    this.#without = without
  }

  /** What keeping rules took out of the loss in the latest scan; undefined: none is on. */
  get removal(): Removal | undefined {
    return this.#removal
  }

  /** 1 = an action token that is in the loss. */
  get lossMask(): Uint8Array {
    return this.#removal?.kept ?? this.#batch.mask
  }

  /** Over the action tokens that are in the loss, after whitening and post-processing. */
  get statistics(): AdvantageStatistics {
    if (!this.#statistics) throw new Error(NOT_WEIGHED)
    return this.#statistics
  }

  /** Whether `statistics` may be read without `weigh`. */
  get isWeighed(): boolean {
    return this.#statistics !== undefined
  }

  get advantages(): FloatColumn {
    return this.#whole('advantages')
  }

  get returns(): FloatColumn | undefined {
    return this.graph.hasReturns ? this.#whole('returns') : undefined
  }

  get factor(): FloatColumn | undefined {
    return this.#filling.factor
  }

  /** Columns that are current at the rollout's positions; elsewhere they may be older. */
  ofRollout(rollout: number): Columns {
    const read = (which: 'advantages' | 'returns') => this.#fill(which, rollout, rollout + 1)
    const { hasReturns } = this.graph
    return {
      advantages: read('advantages'),
      // Only single tokens are asked for theirs.
      get returns() {
        return hasReturns ? read('returns') : undefined
      },
      factor: this.factor,
    }
  }

  /**
   * Visits all advantages, those of some rollouts at a time, in the order of rollouts: in a column that the next
   * visit overwrites. No `bringAll` is needed before, and nothing is kept. A visit may pause.
   * @param atMost positions at a time
   */
  async eachStretch(
    visit: (stretch: AdvantageStretch) => void | Promise<void>,
    atMost?: number,
  ): Promise<void> {
    // Only ratios and gradients look at every token.
    const { visitStretches } = await import('./stretches.ts')
    const distant = this.#distant
    const parts = {
      batch: this.#batch,
      graph: this.graph,
      // Where all were needed together.
      together: this.graph.inner || !isPlain(this.options) ? this.advantages : undefined,
      nodes: distant
        ? (from: number, to: number) => distant.advantages(from, to)
        : this.#scans[0].advantage,
      column: (like: FloatColumn, positions: number) => this.#filling.stretch(like, positions),
      spreading: (nodes: NodeStretch) => this.#spreading(nodes),
    }
    await visitStretches(parts, visit, atMost)
  }

  /** Accumulators of `graph` with those of the rollout's nodes among them. */
  nodesOf(rollout: number): NodeStretch {
    if (!this.#distant) return { ...this.#scans[0], firstNode: 0 }
    const nodes = this.#brought.get(rollout)
    if (!nodes) throw new Error(NOT_BROUGHT)
    return nodes
  }

  /**
   * Takes over a scan without its results. Those that `bring` and `bringAll` did not ask for may not be
   * read, statistics not before `weigh`: they are a pass over all nodes, and a rollout can be drawn without.
   * Estimators that need all numbers, or the mean for each, bring them at once.
   */
  async follow(scans: readonly DistantScan[]): Promise<void> {
    const [distant] = scans
    if (this.#readsAll) return this.receive(await this.#readAll(scans))
    this.#renew()
    this.#scans = []
    this.#distant = distant
    this.#statistics = undefined
    if (this.#isWhitened()) await this.weigh()
  }

  /** Waits until the scan can be read, where `follow` reads it or what it followed is to be weighed. */
  async ready(followed = this.#distant): Promise<void> {
    if (followed === this.#distant || this.#readsAll || this.#isWhitened())
      await followed?.ready?.()
  }

  get #readsAll(): boolean {
    const { graph, scale } = this
    const isOfNodes = !graph.inner && !this.#tokensOf && this.#without === 0 && !scale
    return !isOfNodes || !isPlain(this.options)
  }

  /** Makes `statistics` readable. */
  async weigh(): Promise<void> {
    if (this.#statistics || !this.#distant) return
    const raw = await this.#distant.statistics()
    this.#statistics = this.#isWhitened() ? this.#whiten(raw) : raw
  }

  /** Makes the rollout's numbers readable. */
  async bring(rollout: number): Promise<void> {
    if (!this.#distant || this.#brought.has(rollout)) return
    const [fromRun, toRun] = runsOf(this.graph, this.#batch, rollout)
    const [from, to] = [this.graph.runStart[fromRun], this.graph.runStart[toRun]]
    const { advantage, critic } = await this.#distant.read(from, to)
    this.#brought.set(rollout, { advantage, critic, firstNode: from })
  }

  /** Makes all numbers readable. */
  async bringAll(): Promise<void> {
    if (!this.#distant) return
    await this.weigh()
    this.#scans = await this.#readAll([this.#distant])
    this.#distant = undefined
    this.#brought.clear()
  }

  #readAll(scans: readonly DistantScan[]): Promise<readonly NodeResults[]> {
    return Promise.all(scans.map((scan, i) => scan.read(0, this.stages[i].graph.nodeCount)))
  }

  /** Takes over the scans of all stages, in their order; what they filled before is out of date. */
  receive(scans: readonly NodeResults[]): void {
    this.#renew()
    this.#scans = scans
    // All runs of a segment share their scale, because N_{>s} and λ belong to the segment.
    const { graph, runs, scale } = this
    if (scale) {
      for (let k = 0; k < graph.runCount; k++) scale[graph.runSegment[k]] = runs.scale[k]
    }
    const raw = this.#rawStatistics()
    this.#statistics = this.#isWhitened() ? this.#whiten(raw) : raw
    if (!isPlain(this.options)) this.#postprocess()
  }

  /** What was filled before is out of date. */
  #renew(): void {
    this.#round++
    this.#shift = 0
    this.#inverse = 1
    this.#distant = undefined
    this.#brought.clear()
  }

  #rawStatistics(): AdvantageStatistics {
    const { graph, runs } = this
    // Two levels add up per position.
    if (graph.inner) return statisticsOf(this.#batch.mask, this.advantages)
    return weightedStatistics({
      numbers: this.#scans[0].advantage,
      weight: this.#tokensOf,
      without: this.#without,
      scaled: graph.runTail && { start: graph.runStart, factor: runs.scale },
    })
  }

  #isWhitened(): boolean {
    return this.estimator.alwaysWhitens === true || this.options.whiten === 'batch'
  }

  /**
   * (x − mean) / sqrt(max(var, eps)) over the batch's action tokens, or sqrt(var + eps) where `form` says
   * `add` (the default of REINFORCE++). Needs more than ddof tokens.
   */
  #whiten({ count, mean, std, min, max }: AdvantageStatistics): AdvantageStatistics {
    const ddof = Number(this.options.ddof)
    const eps = Number(this.options.eps)
    if (count <= ddof) return { count, mean, std, min, max }
    const variance = (std * std * count) / (count - ddof)
    const added = this.options.form === 'add'
    const divisor = Number.isFinite(variance)
      ? Math.sqrt(added ? variance + eps : Math.max(variance, eps))
      : std * Math.sqrt(count / (count - ddof))
    const inverse = divisor === 0 ? 0 : 1 / divisor
    this.#shift = mean
    this.#inverse = inverse
    this.#round++
    const whitened = (x: number): number => (x - mean) * inverse
    return { count, mean: 0, std: std * inverse, min: whitened(min), max: whitened(max) }
  }

  /** Needs all positions: some of it compares tokens over the batch. */
  #postprocess(): void {
    const { advantages } = this
    const factor = this.#filling.newFactor(advantages)
    factor.set(advantages)
    const atZero = factorsAtZero(this.#batch, this.options, advantages)
    this.#removal = postprocess(this.#batch, this.options, advantages)
    toFactors(factor, advantages, atZero, this.lossMask)
    this.#statistics = statisticsOf(this.lossMask, advantages)
  }

  #whole(which: 'advantages' | 'returns'): FloatColumn {
    return this.#fill(which, 0, this.#batch.rolloutCount)
  }

  #fill(which: 'advantages' | 'returns', from: number, to: number): FloatColumn {
    const together = this.#distant === undefined
    const nodesOf = (rollout: number): NodeStretch =>
      this.#distant || this.#scans.length > 0 ? this.nodesOf(rollout) : NO_NODES
    const spreadingOf = (rollout: number): Spreading => this.#spreading(nodesOf(rollout))
    return this.#filling[which](this.#round, from, to, spreadingOf, together)
  }

  #spreading(nodes: NodeStretch): Spreading {
    const { graph, scale, stages } = this
    const [, scan] = this.#scans
    return {
      batch: this.#batch,
      graph,
      scan: nodes,
      firstNode: nodes.firstNode,
      firstPosition: 0,
      scale,
      shift: this.#shift,
      inverse: this.#inverse,
      tokens: graph.inner && { scan, inner: graph.inner, ...stages[1] },
    }
  }
}

/** Before the first scan. */
const NO_NODES = { advantage: new Float64Array(0), critic: new Float64Array(0), firstNode: 0 }
const NOT_BROUGHT = 'These results were not brought here: call bring or bringAll before.'
const NOT_WEIGHED = 'The statistics of this scan are not known yet: call weigh before.'

/** Builds the graph and the reusable buffers of one estimator on one batch. */
export const createEvaluation = (
  batch: Batch,
  estimator: Estimator,
  options: Options,
): Evaluation => new Evaluation(batch, estimator, options)

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
