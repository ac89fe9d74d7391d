/**
 * The engine for machines without a GPU: the graph's own columns (float64 from JSON, float32 where the file
 * is float32), float64 accumulators, one core. Nothing is narrowed: 1e39 is a number in a JSON file.
 */
import { allocateRunParameters, type CreditGraph, type RunParameters } from '../../credit/graph.ts'
import type { FloatColumn } from '../../trace/batch.ts'
import { checkGraph, checkRuns, rememberRuns, sharesAccumulator } from '../check.ts'
import { type Engine, type EngineHandle, type ScanResult, ticksByScans } from '../engine.ts'
import { type Links, resolveLinks } from '../links.ts'
import { type Stretch, scanBoth, scanOne } from './kernel.ts'

/** Nodes per kernel call: V8 optimises a function by its calls, and a batch may be one long run. */
const STRETCH = 16_384

interface CpuHandle extends EngineHandle {
  readonly links: Links
  readonly value: FloatColumn
  readonly reward: FloatColumn
  readonly advantage: FloatColumn
  readonly critic: FloatColumn
  readonly stretch: Stretch
}

/** Results as wide as the widest input: a float32 file does not get float64 results. */
const resultsFor = ({ value, reward, nodeCount }: CreditGraph): FloatColumn =>
  value.width === 32 && reward.width === 32
    ? new Float32Array(nodeCount)
    : new Float64Array(nodeCount)

/** Both accumulators, or A alone, for all nodes of the handle. */
function scanGraph(handle: CpuHandle, gamma: number, runs: RunParameters, both: boolean): void {
  const { graph, links, value, reward, advantage, critic, stretch } = handle
  const { runStart } = graph
  stretch.gamma = gamma
  stretch.advantage = 0
  stretch.critic = 0
  for (let run = graph.runCount - 1; run >= 0; run--) {
    if (links.carry[run] === 0) {
      stretch.advantage = 0
      stretch.critic = 0
    }
    stretch.beta = gamma * runs.lambda[run]
    stretch.betaCritic = gamma * runs.lambdaCritic[run]
    stretch.ahead = links.ahead[run]
    const first = runStart[run]
    for (let end = runStart[run + 1]; end > first; end -= STRETCH) {
      stretch.end = end
      stretch.start = Math.max(first, end - STRETCH)
      if (both) scanBoth(value, reward, advantage, critic, stretch)
      else scanOne(value, reward, advantage, stretch)
      stretch.ahead = value[stretch.start]
    }
  }
}

/** The typed-array engine. Scans complete before they return; `scan` allocates nothing per node. */
export function createCpuEngine(): Engine {
  const live = new Map<EngineHandle, CpuHandle>()
  return ticksByScans({
    id: 'cpu',
    description: 'typed arrays with float64 sums on one core',
    load: async (graph) => {
      checkGraph(graph)
      const handle: CpuHandle = {
        graph,
        runs: allocateRunParameters(graph.runCount),
        links: resolveLinks(graph),
        value: graph.value.read(0, graph.nodeCount),
        reward: graph.reward.read(0, graph.nodeCount),
        advantage: resultsFor(graph),
        critic: resultsFor(graph),
        stretch: {
          start: 0,
          end: 0,
          ahead: 0,
          gamma: 0,
          beta: 0,
          betaCritic: 0,
          advantage: 0,
          critic: 0,
        },
      }
      live.set(handle, handle)
      return handle
    },
    scan: async (given, gamma, runs): Promise<ScanResult> => {
      const handle = live.get(given)
      if (handle === undefined) throw new Error('This handle was released, or is another engine’s.')
      const { graph, advantage, critic } = handle
      checkRuns(graph, runs)
      rememberRuns(handle.runs, runs)
      const shared = sharesAccumulator(graph, runs)
      scanGraph(handle, gamma, runs, !shared)
      return { advantage, critic: shared ? advantage : critic }
    },
    release: (handle) => {
      live.delete(handle)
    },
    dispose: () => live.clear(),
  })
}
