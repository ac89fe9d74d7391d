/** The oracle: the recursion of credit/graph.ts in float64, as it is written, node by node. */
import {
  allocateRunParameters,
  type CreditGraph,
  NEXT,
  type RunParameters,
} from '../../credit/graph.ts'
import { checkGraph, checkRuns, rememberRuns, sharesAccumulator } from '../check.ts'
import type { Engine, EngineHandle, ScanResult } from '../engine.ts'

interface ReferenceHandle extends EngineHandle {
  readonly advantage: Float64Array
  readonly critic: Float64Array
}

/** V_{k+1} as node k sees it, for the last node of `run`. */
function lookAhead(graph: CreditGraph, run: number): number {
  switch (graph.runNext[run]) {
    case NEXT.following:
      return graph.value[graph.runStart[run + 1]]
    case NEXT.explicit:
      return graph.runAhead[run]
    default:
      return 0
  }
}

/** One accumulator for all nodes: A with λ of the policy, C with λ of the critic. */
function accumulate(
  graph: CreditGraph,
  gamma: number,
  lambda: Float64Array,
  into: Float64Array,
): void {
  const { value, reward, runStart, chainStart } = graph
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

/** The float64 oracle. Scans complete before they return; `scan` allocates nothing. */
export function createReferenceEngine(): Engine {
  const live = new Map<EngineHandle, ReferenceHandle>()
  return {
    id: 'reference',
    description: 'float64 on one core',
    load: async (graph) => {
      checkGraph(graph)
      const handle: ReferenceHandle = {
        graph,
        runs: allocateRunParameters(graph.runCount),
        advantage: new Float64Array(graph.nodeCount),
        critic: new Float64Array(graph.nodeCount),
      }
      live.set(handle, handle)
      return handle
    },
    scan: async (given, gamma, runs: RunParameters): Promise<ScanResult> => {
      const handle = live.get(given)
      if (handle === undefined) throw new Error('This handle was released, or is another engine’s.')
      const { graph, advantage, critic } = handle
      checkRuns(graph, runs)
      rememberRuns(handle.runs, runs)
      accumulate(graph, gamma, runs.lambda, advantage)
      if (sharesAccumulator(graph, runs)) return { advantage, critic: advantage }
      accumulate(graph, gamma, runs.lambdaCritic, critic)
      return { advantage, critic }
    },
    release: (handle) => {
      live.delete(handle)
    },
    dispose: () => live.clear(),
  }
}
