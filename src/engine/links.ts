/** A graph's links with their codes resolved: what the fast engines read instead of NEXT codes. */
import { type CreditGraph, NEXT } from '../credit/graph.ts'

export interface Links {
  /** Value that each run's last node looks ahead to. Length runCount. */
  readonly ahead: Float64Array
  /** 1: accumulators flow in from the next run. 0 at a chain's end, whatever `runCarry` says there. */
  readonly carry: Uint8Array
}

/** Resolves `runNext` and `runCarry`; independent of γ and λ, so once per load. */
export function resolveLinks(graph: CreditGraph): Links {
  const { runCount, chainCount, runStart, runNext, runAhead, chainStart, value } = graph
  const ahead = new Float64Array(runCount)
  const carry = Uint8Array.from(graph.runCarry)
  for (let run = 0; run < runCount; run++) {
    if (runNext[run] === NEXT.explicit) ahead[run] = runAhead[run]
    if (runNext[run] === NEXT.following) ahead[run] = value.at(runStart[run + 1])
  }
  for (let chain = 0; chain < chainCount; chain++) carry[chainStart[chain + 1] - 1] = 0
  return { ahead, carry }
}
