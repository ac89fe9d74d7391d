/** Chains for plain returns (REINFORCE): values 0 and λ = 1 (trace-schema §3, rule 14). */
import type { Batch } from '../trace/batch.ts'
import { buildChain } from './chain.ts'
import { type CreditGraph, NEXT } from './graph.ts'
import type { Options } from './options.ts'

/**
 * G_t = r_t + γ·G_{t+1} over a rollout's joined responses.
 * @param options resolved; `observations` may also be `reset`: the running return becomes 0 at a mask-0
 *   position. What `truncation` says is not used: look-ahead past the end is 0.
 */
export function buildReturnChain(batch: Batch, options: Options): CreditGraph {
  const reset = options.observations === 'reset'
  const { values: _, ...columns } = batch.columns
  const { valuesArePositions: _positions, ...graph } = buildChain(
    { ...batch, columns },
    { ...options, observations: reset ? 'skip' : options.observations, truncation: 'terminal' },
    {
      order: 'time',
      copied: false,
      joined: true,
      link: () => ({ next: 'following', carry: true }),
      tails: false,
    },
  )
  return { ...(reset ? splitAtMasks(batch, graph) : graph), lambdaRule: 'one' }
}

/** Ends a run before every masked position; nothing flows over it. Nodes are action tokens in time order. */
function splitAtMasks(batch: Batch, graph: CreditGraph): CreditGraph {
  const runStart: number[] = []
  const runSegment: number[] = []
  const chainStart: number[] = [0]
  for (let r = 0; r < batch.rolloutCount; r++) {
    let masked = true
    const before = runStart.length
    for (let s = batch.rollout.firstSegment[r]; s < batch.rollout.firstSegment[r + 1]; s++) {
      for (const node of graph.nodes.ofSegment(s)) {
        if (node >= 0 && masked) {
          runStart.push(node)
          runSegment.push(s)
        }
        masked = node < 0
      }
    }
    if (runStart.length > before) chainStart.push(runStart.length)
  }
  const runCount = runStart.length
  return {
    ...graph,
    runCount,
    chainCount: chainStart.length - 1,
    runStart: Uint32Array.from([...runStart, graph.nodeCount]),
    runNext: new Uint8Array(runCount).fill(NEXT.zero),
    runAhead: new Float64Array(runCount),
    runCarry: new Uint8Array(runCount),
    chainStart: Uint32Array.from(chainStart),
    runSegment: Uint32Array.from(runSegment),
    runLength: new Uint32Array(runCount),
  }
}
