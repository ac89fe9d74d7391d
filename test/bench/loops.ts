/** The loops anyone would write, over the same float32 columns: what an engine is measured against. */
import type { CreditGraph } from '../../src/credit/graph.ts'
import type { Links } from '../../src/engine/links.ts'
import { numbersOf } from '../property/engine-graphs.ts'

/** r, V → A, R with one λ in float64 arithmetic, node by node: what the 42 ms of the targets were measured on. */
export function float64Loop(
  graph: CreditGraph,
  links: Links,
  gamma: number,
  lambda: number,
  advantage: Float32Array,
  returns: Float32Array,
): void {
  const { runStart } = graph
  const [value, reward] = [graph.value, graph.reward].map(numbersOf)
  const beta = gamma * lambda
  let a = 0
  for (let run = graph.runCount - 1; run >= 0; run--) {
    if (links.carry[run] === 0) a = 0
    let next = links.ahead[run]
    const start = runStart[run]
    for (let k = runStart[run + 1] - 1; k >= start; k--) {
      const v = value[k]
      a = reward[k] + gamma * next - v + beta * a
      advantage[k] = a
      returns[k] = a + v
      next = v
    }
  }
}

/** One run as the trainers compute it: every number and every step in float32, one token after the other. */
export function float32Loop(graph: CreditGraph, gamma: number, lambda: number): Float32Array {
  const { nodeCount } = graph
  const [value, reward] = [graph.value, graph.reward].map(numbersOf)
  const advantage = new Float32Array(nodeCount)
  const g = Math.fround(gamma)
  const beta = Math.fround(g * Math.fround(lambda))
  let a = 0
  let next = 0
  for (let k = nodeCount - 1; k >= 0; k--) {
    const ahead = Math.fround(reward[k] + Math.fround(g * next))
    a = Math.fround(Math.fround(ahead - value[k]) + Math.fround(beta * a))
    advantage[k] = a
    next = value[k]
  }
  return advantage
}
