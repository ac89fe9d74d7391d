/** A graph's runs as the kernels walk them: links resolved, rare rewards moved into the run table. Pure. */
import type { CreditGraph } from '../../credit/graph.ts'
import { resolveLinks } from '../links.ts'

/** Rewards are rare below one in so many nodes: each costs an entry of the run table instead of 4 bytes a node. */
const RARE = 64

export interface RunColumns {
  /** Node offsets, length count + 1. */
  readonly start: Uint32Array
  /** Value that each run's last node looks ahead to. */
  readonly ahead: Float64Array
  /** 1: accumulators flow in from the next run. */
  readonly carry: Uint8Array
  /** Reward of each run's last node; all 0 where rewards are dense. */
  readonly reward: Float64Array
  /** The graph's run that each is (a part of); undefined: the graph's own, one by one. */
  readonly source: Uint32Array | undefined
  /** Rewards are read node by node. */
  readonly dense: boolean
}

/** Nodes with a reward, in order; undefined as soon as there are more than `most`. */
function rewarded({ reward, nodeCount }: CreditGraph, most: number): number[] | undefined {
  if (reward.listed) {
    const { node } = reward.listed
    return node.length > most ? undefined : Array.from(node)
  }
  const column = reward.read(0, nodeCount)
  const nodes: number[] = []
  for (let k = 0; k < nodeCount; k++) {
    if (column[k] === 0) continue
    if (nodes.length === most) return undefined
    nodes.push(k)
  }
  return nodes
}

/** Resolves links and, where rewards are rare, ends a run at each of them, so that the flag of a run's end serves both. */
export function runColumns(graph: CreditGraph): RunColumns {
  const { runCount, runStart, value, reward } = graph
  const { ahead, carry } = resolveLinks(graph)
  const nodes = rewarded(graph, Math.floor(graph.nodeCount / RARE))
  if (nodes === undefined) {
    const none = new Float64Array(runCount)
    return { start: runStart, ahead, carry, reward: none, source: undefined, dense: true }
  }
  const ends = new Set(nodes)
  for (let run = 0; run < runCount; run++) ends.delete(runStart[run + 1] - 1)
  const count = runCount + ends.size
  const split = {
    start: new Uint32Array(count + 1),
    ahead: new Float64Array(count),
    carry: new Uint8Array(count),
    reward: new Float64Array(count),
    source: new Uint32Array(count),
    dense: false,
  }
  let at = 0
  let inner = 0
  const inside = [...ends]
  for (let run = 0; run < runCount; run++) {
    for (; inner < inside.length && inside[inner] < runStart[run + 1]; inner++, at++) {
      const node = inside[inner]
      split.start[at + 1] = node + 1
      split.ahead[at] = value.at(node + 1)
      split.carry[at] = 1
      split.reward[at] = reward.at(node)
      split.source[at] = run
    }
    split.start[at + 1] = runStart[run + 1]
    split.ahead[at] = ahead[run]
    split.carry[at] = carry[run]
    split.reward[at] = reward.at(runStart[run + 1] - 1)
    split.source[at] = run
    at++
  }
  return split
}
