/** From numbers per node to numbers per position: scale, broadcast, mask. One stretch of segments at a time. */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import type { CreditGraph, InnerChain, RunParameters } from './graph.ts'

/** Per-node accumulators of one scan (un-scaled), as every engine returns them. */
export interface NodeResults {
  readonly advantage: FloatColumn
  readonly critic: FloatColumn
}

/** Accumulators of some nodes, un-scaled. */
export interface NodeStretch extends NodeResults {
  /** The node that stands first. */
  readonly firstNode: number
}

/** What a stretch of segments is filled from. */
export interface Spreading {
  readonly batch: Batch
  readonly graph: CreditGraph
  readonly scan: NodeResults
  /** Node whose results stand first in `scan`. */
  readonly firstNode: number
  /** Position that stands first in the column that is filled. */
  readonly firstPosition: number
  /** By segment; undefined = 1 everywhere. */
  readonly scale: Float64Array | undefined
  /** Whitening: (x − shift)·inverse. */
  readonly shift: number
  readonly inverse: number
  /** Bi-level: the inner scan, which is added to what the turn's own advantage is worth at each token's distance. */
  readonly tokens: Tokens | undefined
}

export interface Tokens {
  readonly scan: NodeResults
  readonly inner: InnerChain
  readonly gamma: number
  /** Parameters of the inner runs, one per turn. */
  readonly runs: RunParameters
}

/** Advantages of segments [from, to), into a column of positions. An action token without a node has raw advantage 0. */
export function spreadAdvantages(
  spreading: Spreading,
  into: FloatColumn,
  from: number,
  to: number,
): void {
  const { batch, graph, scan, firstNode, firstPosition, scale, shift, inverse } = spreading
  const { mask } = batch
  const { start } = batch.segment
  if (spreading.tokens) {
    const rawAt = turnsAdded(spreading, spreading.tokens, 'advantage')
    eachNode(batch, spreading.tokens.inner.graph, from, to, (p, node) => {
      into[p - firstPosition] = ((node < 0 ? 0 : rawAt(p, node)) - shift) * inverse
    })
    return
  }
  for (let s = from; s < to; s++) {
    const factor = scale ? scale[s] : 1
    const first = graph.nodes.firstAction?.(s)
    if (first === undefined) {
      eachNode(batch, graph, s, s + 1, (p, node) => {
        const raw = node < 0 ? 0 : scan.advantage[node - firstNode] * factor
        into[p - firstPosition] = (raw - shift) * inverse
      })
    } else {
      const tokens = { source: scan.advantage, at: first - firstNode, factor, shift, inverse }
      const [offset, end] = [start[s], start[s + 1]]
      const place = offset - firstPosition
      spreadActions(mask.subarray(offset, end), into.subarray(place, place + end - offset), tokens)
    }
  }
}

/** Un-whitened returns of segments [from, to), into a column of positions; nothing where there is no node. */
export function spreadReturns(
  spreading: Spreading,
  into: FloatColumn,
  from: number,
  to: number,
): void {
  const { batch, graph, scan, firstNode, firstPosition, tokens } = spreading
  if (tokens) {
    const rawAt = turnsAdded(spreading, tokens, 'critic')
    const { graph: inner } = tokens.inner
    eachNode(batch, inner, from, to, (p, node) => {
      if (node >= 0) into[p - firstPosition] = rawAt(p, node) + inner.value.at(node)
    })
    return
  }
  const valueAt = valuesByPosition(batch, graph)
  eachNode(batch, graph, from, to, (p, node) => {
    if (node >= 0) into[p - firstPosition] = scan.critic[node - firstNode] + valueAt(p, node)
  })
}

/** Where every action token has a node of its own: without a look at each. */
function spreadActions(
  mask: Uint8Array,
  into: FloatColumn,
  tokens: {
    readonly source: FloatColumn
    readonly at: number
    readonly factor: number
    readonly shift: number
    readonly inverse: number
  },
): void {
  const { source, factor, shift, inverse } = tokens
  let node = tokens.at
  for (let p = 0; p < mask.length; p++) {
    if (mask[p] === 1) into[p] = (source[node++] * factor - shift) * inverse
  }
}

/** Calls `visit` with every action token of the segments and its node, -1 = none. */
function eachNode(
  { mask, segment: { start } }: Batch,
  { nodes }: CreditGraph,
  from: number,
  to: number,
  visit: (position: number, node: number) => void,
): void {
  for (let s = from; s < to; s++) {
    const nodeOf = nodes.ofSegment(s)
    for (let i = 0, p = start[s]; p < start[s + 1]; i++, p++) if (mask[p] === 1) visit(p, nodeOf[i])
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

/** An accumulator of both levels, by linearity. */
function turnsAdded(
  { graph, scan }: Spreading,
  { scan: own, inner, gamma, runs }: Tokens,
  of: 'advantage' | 'critic',
): (position: number, node: number) => number {
  const lambda = of === 'advantage' ? runs.lambda : runs.lambdaCritic
  return (position, node) => {
    // One inner run per turn, in the same order.
    const turn = graph.nodes.at(position)
    const decay = (gamma * lambda[turn]) ** inner.distance[node]
    return own[of][node] + decay * (scan[of][turn] + graph.value.at(turn))
  }
}
