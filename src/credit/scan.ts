/** The backward scan in float64, as the formula is written: the oracle that every engine must match. */
import { type CreditGraph, NEXT } from './graph.ts'

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
