/** The backward scan in float64, as the formula is written: the oracle that every engine must match. */
import { type CreditGraph, NEXT, runOfNode } from './graph.ts'
import { denseColumn, type NodeColumn, stretchOf } from './node-column.ts'

/** V_{k+1} as node k sees it, for the last node of `run`. */
function lookAhead(graph: CreditGraph, run: number): number {
  switch (graph.runNext[run]) {
    case NEXT.following:
      return graph.value.at(graph.runStart[run + 1])
    case NEXT.explicit:
      return graph.runAhead[run]
    default:
      return 0
  }
}

/**
 * One accumulator for all nodes, written to `into` by node index:
 * δ_k = r_k + γ·next_k − V_k;  A_k = δ_k + γλ·carry_k·A_{k+1}. With λ_critic it is the critic's.
 * @param lambda by run
 */
export function accumulate(
  graph: CreditGraph,
  gamma: number,
  lambda: Float64Array,
  into: Float64Array,
): void {
  const { runStart, chainStart } = graph
  const value = graph.value.read(0, graph.nodeCount)
  const reward = graph.reward.read(0, graph.nodeCount)
  for (let chain = 0; chain < graph.chainCount; chain++) {
    const firstRun = chainStart[chain]
    const lastRun = chainStart[chain + 1] - 1
    for (let run = lastRun; run >= firstRun; run--) {
      const lastNode = runStart[run + 1] - 1
      for (let k = lastNode; k >= runStart[run]; k--) {
        const isLast = k === lastNode
        const next = isLast ? lookAhead(graph, run) : value[k + 1]
        const carries = isLast ? run !== lastRun && graph.runCarry[run] === 1 : true
        const delta = reward[k] + gamma * next - value[k]
        into[k] = carries ? delta + gamma * lambda[run] * into[k + 1] : delta
      }
    }
  }
}

/** Chains of a graph as a graph of their own, with float64 columns. */
export interface ChainStretch {
  readonly graph: CreditGraph
  /** Runs [firstRun, endRun) and nodes from `firstNode` on of the whole graph. */
  readonly firstRun: number
  readonly endRun: number
  readonly firstNode: number
}

/** The chains that nodes [from, to) belong to; from < to. */
export function chainsAround(graph: CreditGraph, from: number, to: number): ChainStretch {
  const firstRun = graph.chainStart[chainOfRun(graph, runOfNode(graph, from))]
  const lastChain = chainOfRun(graph, runOfNode(graph, to - 1))
  const endRun = graph.chainStart[lastChain + 1]
  const firstNode = graph.runStart[firstRun]
  return { graph: chainsFrom(graph, firstRun, endRun), firstRun, endRun, firstNode }
}

const chainOfRun = ({ chainStart }: CreditGraph, run: number): number => stretchOf(chainStart, run)

/** Runs [firstRun, endRun) as a graph of their own; `endRun` is a chain's end. */
function chainsFrom(graph: CreditGraph, firstRun: number, endRun: number): CreditGraph {
  const offset = graph.runStart[firstRun]
  const end = graph.runStart[endRun]
  const starts = [0]
  for (let chain = chainOfRun(graph, firstRun) + 1; graph.chainStart[chain] <= endRun; chain++) {
    starts.push(graph.chainStart[chain] - firstRun)
    if (graph.chainStart[chain] === endRun) break
  }
  return {
    ...graph,
    nodeCount: end - offset,
    runCount: endRun - firstRun,
    chainCount: starts.length - 1,
    value: denseColumn(wide(graph.value, offset, end)),
    reward: denseColumn(wide(graph.reward, offset, end)),
    runStart: graph.runStart.subarray(firstRun, endRun + 1).map((k) => k - offset),
    runNext: graph.runNext.subarray(firstRun, endRun),
    runAhead: graph.runAhead.subarray(firstRun, endRun),
    runCarry: graph.runCarry.subarray(firstRun, endRun),
    chainStart: Uint32Array.from(starts),
  }
}

function wide(column: NodeColumn, from: number, to: number): Float64Array {
  const numbers = new Float64Array(to - from)
  column.copy(from, to, numbers)
  return numbers
}
