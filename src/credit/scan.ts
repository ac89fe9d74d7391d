/** The backward scan in float64, straight from the formula: the oracle that every engine must match. */
import type { FloatColumn } from '../trace/batch.ts'
import { type CreditGraph, NEXT, type RunParameters } from './graph.ts'

/** Columns that a scan reads; `graph` itself, or other rewards and values on the same chain. */
export interface ScanInput {
  readonly value: FloatColumn
  readonly reward: FloatColumn
  /** Multiplies every explicit look-ahead; 0 asks for the linear response to rewards alone. */
  readonly aheadScale: 0 | 1
}

/**
 * Accumulators of chains [fromChain, toChain), written to `advantage` and `critic` by node index.
 *
 * δ_k = r_k + γ·next_k − V_k;  A_k = δ_k + γλ·carry_k·A_{k+1};  C_k likewise with λ_critic.
 */
export function scanChains(
  graph: CreditGraph,
  input: ScanInput,
  gamma: number,
  runs: RunParameters,
  into: { readonly advantage: FloatColumn; readonly critic: FloatColumn },
  fromChain = 0,
  toChain = graph.chainCount,
): void {
  const { value, reward } = input
  for (let chain = fromChain; chain < toChain; chain++) {
    let nextValue = 0
    let nextAdvantage = 0
    let nextCritic = 0
    for (let run = graph.chainStart[chain + 1] - 1; run >= graph.chainStart[chain]; run--) {
      if (graph.runNext[run] === NEXT.zero) nextValue = 0
      else if (graph.runNext[run] === NEXT.explicit)
        nextValue = graph.runAhead[run] * input.aheadScale
      if (graph.runCarry[run] === 0) {
        nextAdvantage = 0
        nextCritic = 0
      }
      const beta = gamma * runs.lambda[run]
      const betaCritic = gamma * runs.lambdaCritic[run]
      for (let k = graph.runStart[run + 1] - 1; k >= graph.runStart[run]; k--) {
        const delta = reward[k] + gamma * nextValue - value[k]
        nextAdvantage = delta + beta * nextAdvantage
        nextCritic = delta + betaCritic * nextCritic
        into.advantage[k] = nextAdvantage
        into.critic[k] = nextCritic
        nextValue = value[k]
      }
    }
  }
}
