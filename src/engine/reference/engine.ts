/** The oracle as an engine: float64, node by node, on one core. */
import { allocateRunParameters, type RunParameters } from '../../credit/graph.ts'
import { accumulate } from '../../credit/scan.ts'
import { checkGraph, checkRuns, rememberRuns, sharesAccumulator } from '../check.ts'
import { type Engine, type EngineHandle, type ScanResult, ticksByScans } from '../engine.ts'

interface ReferenceHandle extends EngineHandle {
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
  })
}
