/** The oracle as an engine: float64, node by node, on one core. */
import { allocateRunParameters, type CreditGraph, type RunParameters } from '../../credit/graph.ts'
import { denseColumn } from '../../credit/node-column.ts'
import { accumulate } from '../../credit/scan.ts'
import { checkGraph, checkRuns, rememberRuns, sharesAccumulator } from '../check.ts'
import { type Engine, type EngineHandle, type ScanResult, ticksByScans } from '../engine.ts'

interface ReferenceHandle extends EngineHandle {
  /** The graph with columns that stand in memory. */
  readonly dense: CreditGraph
  readonly advantage: Float64Array
  readonly critic: Float64Array
}

/** The float64 oracle. Scans complete before they return; `scan` allocates nothing. */
export function createReferenceEngine(): Engine {
  const live = new Map<EngineHandle, ReferenceHandle>()
  return ticksByScans({
    id: 'reference',
    description: 'float64 on one core',
    load: async (graph) => {
      checkGraph(graph)
      const handle: ReferenceHandle = {
        graph,
        dense: {
          ...graph,
          value: denseColumn(graph.value.read(0, graph.nodeCount)),
          reward: denseColumn(graph.reward.read(0, graph.nodeCount)),
        },
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
      const { graph, dense, advantage, critic } = handle
      checkRuns(graph, runs)
      rememberRuns(handle.runs, runs)
      accumulate(dense, gamma, runs.lambda, advantage)
      if (sharesAccumulator(graph, runs)) return { advantage, critic: advantage }
      accumulate(dense, gamma, runs.lambdaCritic, critic)
      return { advantage, critic }
    },
    release: (handle) => {
      live.delete(handle)
    },
    dispose: () => live.clear(),
  })
}
