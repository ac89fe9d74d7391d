/** From numbers per node to numbers per position: scale, broadcast, mask. One stretch of segments at a time. */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import type { CreditGraph, InnerChain, RunParameters } from './graph.ts'

/** Per-node accumulators of one scan (un-scaled), as every engine returns them. */
export interface NodeResults {
  readonly advantage: FloatColumn
  readonly critic: FloatColumn
}

/** What a stretch of segments is filled from, and the columns it is filled into. */
export interface Spreading {
  readonly batch: Batch
  readonly graph: CreditGraph
  readonly scan: NodeResults
  /** Node whose results stand first in `scan`. */
  readonly firstNode: number
  /** By segment; undefined = 1 everywhere. */
  readonly scale: Float64Array | undefined
  /** Whitening: (x − shift)·inverse. */
  readonly shift: number
  readonly inverse: number
  readonly advantages: FloatColumn
  readonly returns: FloatColumn | undefined
}

/** Fills the positions of segments [from, to). An action token without a node has raw advantage 0. */
export function spreadSegments(spreading: Spreading, from: number, to: number): void {
  const { batch, graph, scan, firstNode, scale, shift, inverse, advantages, returns } = spreading
  const { mask } = batch
  const { start } = batch.segment
  const valueAt = returns && valuesByPosition(batch, graph)
  for (let s = from; s < to; s++) {
    const factor = scale ? scale[s] : 1
    const nodeOf = graph.nodes.ofSegment(s)
    const first = start[s]
    for (let p = first; p < start[s + 1]; p++) {
      if (mask[p] === 0) continue
      const node = nodeOf[p - first]
      const raw = node < 0 ? 0 : scan.advantage[node - firstNode] * factor
      advantages[p] = (raw - shift) * inverse
      if (valueAt && returns && node >= 0) {
        returns[p] = scan.critic[node - firstNode] + valueAt(p, node)
      }
    }
  }
}

/** Value of an action token's node: the batch's own where nodes are positions. */
function valuesByPosition(
  { columns: { values } }: Batch,
  { value, valuesArePositions }: CreditGraph,
): (position: number, node: number) => number {
  if (!valuesArePositions) return (_, node) => value.at(node)
  return values ? (position) => values[position] || 0 : () => 0
}

/** Bi-level: the inner scan plus what the turn's own advantage adds at each token's distance. */
export interface TurnSpreading extends Spreading {
  /** Of the inner scan; `scan` is that of the turns. */
  readonly tokens: NodeResults
  readonly inner: InnerChain
  readonly gamma: number
  /** Parameters of the inner runs, one per turn. */
  readonly runs: RunParameters
}

export function spreadTurns(spreading: TurnSpreading, from: number, to: number): void {
  const { batch, graph, scan, shift, inverse, advantages, returns, tokens, gamma, runs } = spreading
  const { graph: inner, distance } = spreading.inner
  const { start } = batch.segment
  for (let s = from; s < to; s++) {
    const nodeOf = inner.nodes.ofSegment(s)
    const turnOf = graph.nodes.ofSegment(s)
    for (let p = start[s]; p < start[s + 1]; p++) {
      if (batch.mask[p] === 0) continue
      const node = nodeOf[p - start[s]]
      if (node < 0) {
        advantages[p] = (0 - shift) * inverse
        continue
      }
      const turn = turnOf[p - start[s]]
      // One inner run per turn, in the same order.
      const beta = gamma * runs.lambda[turn]
      const betaCritic = gamma * runs.lambdaCritic[turn]
      const value = graph.value.at(turn)
      const d = distance[node]
      const raw = tokens.advantage[node] + beta ** d * (scan.advantage[turn] + value)
      advantages[p] = (raw - shift) * inverse
      if (returns) {
        const critic = tokens.critic[node] + betaCritic ** d * (scan.critic[turn] + value)
        returns[p] = critic + inner.value.at(node)
      }
    }
  }
}
