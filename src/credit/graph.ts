/**
 * The credit graph: every critic-based estimator is a chain of nodes, and one backward scan evaluates it.
 *
 *   δ_k = r_k + γ·next_k − V_k
 *   A_k = δ_k + γ·λ_run ·carry_k·A_{k+1}          advantage = scale_run · A_k
 *   C_k = δ_k + γ·λc_run·carry_k·C_{k+1}          return    = C_k + V_k
 *
 * Nodes stand in scan order: k+1 is the future of k. A *run* is a maximal stretch of nodes inside which
 * every node looks ahead to the following one and carries from it. So links need no bit per node: they
 * differ from the default only at a run's last node, and live in four short per-run columns. A *chain*
 * is a maximal stretch of runs that belong together (one rollout); nothing ever crosses a chain's end.
 *
 * γ, λ, λ_critic and α are no part of the graph: a slider tick is one scan.
 */
import type { Batch } from '../trace/batch.ts'
import { type NodeColumn, stretchOf } from './node-column.ts'
import type { NodeMap } from './position-nodes.ts'

/** What a run's last node looks ahead to. `following` = the value of the next run's first node. */
export const NEXT = { following: 0, zero: 1, explicit: 2 } as const

export interface CreditGraph {
  readonly nodeCount: number
  readonly runCount: number
  readonly chainCount: number
  /** Length nodeCount. */
  readonly value: NodeColumn
  readonly reward: NodeColumn
  /** Node offsets, length runCount + 1. Runs are never empty. */
  readonly runStart: Uint32Array
  /** NEXT code of each run's last node. `following` never stands on a chain's last run. */
  readonly runNext: Uint8Array
  /** Value looked ahead to where runNext is `explicit` (bootstrap, boundary variants). */
  readonly runAhead: Float64Array
  /** 1: the accumulators of the next run's first node flow into this run's last node. */
  readonly runCarry: Uint8Array
  /** Run offsets, length chainCount + 1. */
  readonly chainStart: Uint32Array
  /** Segment that the run's nodes belong to. */
  readonly runSegment: Uint32Array
  /** Action tokens l for length-adaptive lambda, per run; unused when the rule is `fixed`. */
  readonly runLength: Uint32Array
  /** `one`: λ = 1 whatever the sliders say (plain returns). */
  readonly lambdaRule: 'fixed' | 'length-adaptive' | 'one'
  /** CompactionRL: action tokens after the run's segment; scale = (γλ)^tail. Absent: scale 1. */
  readonly runTail?: Uint32Array
  /** Node that a position takes its credit from. */
  readonly nodes: NodeMap
  /** Ascending nodes on which the terminal reward R stands, with weight 1 (empty where R was replaced). */
  readonly terminal: Uint32Array
  /** Position on which each terminal node's R is written; empty where an estimator writes it nowhere. */
  readonly terminalPosition: Uint32Array
  /**
   * ∂reward/∂R of a terminal node where it is not 1 (baselines: the group's own derivative). Asked for the
   * rollout on the screen only: over a whole group of n it would cost n².
   */
  readonly terminalWeight?: (node: number) => number
  /** An action token's node has the value that the batch gives its position. */
  readonly valuesArePositions?: true
  /** Every action token is a node of its own, and there are no others. */
  readonly oneTokenEach?: true
  /** Whether the estimator defines `returns`. */
  readonly hasReturns: boolean
  /** Bi-level: the chain inside each turn; the outer graph's nodes then are turns. */
  readonly inner?: InnerChain
}

/**
 * Second level of a bi-level estimator. A turn's outer advantage plus value is the reward of its last
 * token; by linearity that adds (γλ)^distance · (A_turn + V_turn) to the scan without it. So both levels
 * are static graphs, and a slider tick is two scans.
 */
export interface InnerChain {
  /** One run per turn, nothing crosses its end; the reward of a turn's last token is 0 here. */
  readonly graph: CreditGraph
  /** Per inner node: action tokens after it inside its turn. */
  readonly distance: Uint32Array
}

/** Parameters that a slider may change without touching the graph. */
export interface ScanParameters {
  readonly gamma: number
  readonly lambda: number
  /** `undefined`: the same λ as the policy's, adaptive or not. */
  readonly lambdaCritic: number | undefined
  /** Length-adaptive rule: λ = clamp(1 − 1/(α·l), 0, 1). */
  readonly alpha: number
}

/** λ, λ_critic and scale of every run; buffers are reused between ticks. */
export interface RunParameters {
  readonly lambda: Float64Array
  readonly lambdaCritic: Float64Array
  readonly scale: Float64Array
}

export const allocateRunParameters = (runCount: number): RunParameters => ({
  lambda: new Float64Array(runCount),
  lambdaCritic: new Float64Array(runCount),
  scale: new Float64Array(runCount).fill(1),
})

/** λ = clamp(1 − 1/(α·l), 0, 1); l = 0 gives 0 (VAPO, SAO; methods.md §2.4). */
export function adaptiveLambda(alpha: number, length: number): number {
  if (length === 0) return 0
  return Math.min(1, Math.max(0, 1 - 1 / (alpha * length)))
}

/** Writes every run's λ, λ_critic and scale for one setting of the sliders into `into`. */
export function fillRunParameters(
  graph: CreditGraph,
  parameters: ScanParameters,
  into: RunParameters,
): void {
  const { gamma, lambda, lambdaCritic, alpha } = parameters
  const lambdaOf: Record<CreditGraph['lambdaRule'], (run: number) => number> = {
    fixed: () => lambda,
    'length-adaptive': (run) => adaptiveLambda(alpha, graph.runLength[run]),
    one: () => 1,
  }
  for (let run = 0; run < graph.runCount; run++) {
    const own = lambdaOf[graph.lambdaRule](run)
    into.lambda[run] = own
    into.lambdaCritic[run] = graph.lambdaRule === 'one' ? 1 : (lambdaCritic ?? own)
    into.scale[run] = graph.runTail ? (gamma * own) ** graph.runTail[run] : 1
  }
}

/** The run that a node belongs to, by bisection. */
export const runOfNode = ({ runStart }: CreditGraph, node: number): number =>
  stretchOf(runStart, node)

/** Runs [from, to) of a rollout's chain; empty where the rollout has no node. */
export function runsOf(
  graph: CreditGraph,
  batch: Batch,
  rollout: number,
): readonly [number, number] {
  const chain = chainsBefore(graph, batch, rollout)
  return chain < graph.chainCount && rolloutOfChain(graph, batch, chain) === rollout
    ? [graph.chainStart[chain], graph.chainStart[chain + 1]]
    : [0, 0]
}

const rolloutOfChain = (
  { runSegment, chainStart }: CreditGraph,
  batch: Batch,
  chain: number,
): number => batch.segment.rollout[runSegment[chainStart[chain]]]

/** Chains of earlier rollouts. */
export function chainsBefore(graph: CreditGraph, batch: Batch, rollout: number): number {
  let low = 0
  let high = graph.chainCount
  while (low < high) {
    const middle = (low + high) >> 1
    if (rolloutOfChain(graph, batch, middle) < rollout) low = middle + 1
    else high = middle
  }
  return low
}
