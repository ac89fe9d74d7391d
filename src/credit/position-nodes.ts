/** Chains whose nodes are positions: which node a position is, and its value, without a column for either. */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import { listedColumn, type NodeColumn, stretchOf } from './node-column.ts'

/** The node that a position takes its credit from. */
export interface NodeMap {
  /** -1 = none. */
  at(position: number): number
  /** Nodes of the segment's positions, in their order; valid until the next call. */
  ofSegment(segment: number): Int32Array
  /** First and last node of the segment's positions, by position; undefined: none has one. */
  endsOf(segment: number): { readonly first: number; readonly last: number } | undefined
  /** Where every action token is a node and they follow each other: the segment's first. */
  firstAction?(segment: number): number
}

/** Any map, as a column. @param nodeOf length positionCount, -1 = none */
export const denseNodes = (nodeOf: Int32Array, start: Uint32Array): NodeMap => ({
  at: (position) => nodeOf[position],
  ofSegment: (segment) => nodeOf.subarray(start[segment], start[segment + 1]),
  endsOf: (segment) => {
    const own = nodeOf.subarray(start[segment], start[segment + 1])
    const first = own.find((node) => node >= 0)
    const last = own.findLast((node) => node >= 0)
    return first === undefined || last === undefined ? undefined : { first, last }
  },
})

const endsFrom = (first: number, count: number) =>
  count === 0 ? undefined : { first, last: first + count - 1 }

export interface LayoutPlan {
  /** Only action tokens are nodes. */
  readonly skip: boolean
  /** Observation tokens have value 0. */
  readonly zeroed: boolean
  /** `reversed`: a rollout's segments in the opposite order. */
  readonly order: 'time' | 'reversed'
}

/** Where the nodes of a batch's positions stand. */
export interface Layout {
  readonly nodeCount: number
  readonly segmentsWithNodes: number
  readonly nodes: NodeMap
  readonly value: NodeColumn
}

/** @param actions action tokens by segment */
export function layOut(batch: Batch, actions: Uint32Array, plan: LayoutPlan): Layout {
  const { rolloutCount, segmentCount } = batch
  const { start } = batch.segment
  const { firstSegment } = batch.rollout
  const order = new Uint32Array(segmentCount)
  /** By place in `order`, and by segment. */
  const nodeStart = new Uint32Array(segmentCount + 1)
  const firstNode = new Uint32Array(segmentCount)
  const rollouts = new Uint32Array(rolloutCount + 1)
  let segmentsWithNodes = 0
  let node = 0
  let place = 0
  for (let r = 0; r < rolloutCount; r++) {
    const [first, end] = [firstSegment[r], firstSegment[r + 1]]
    for (let i = 0; i < end - first; i++) {
      const s = plan.order === 'time' ? first + i : end - 1 - i
      order[place] = s
      firstNode[s] = node
      nodeStart[place++] = node
      const count = plan.skip ? actions[s] : start[s + 1] - start[s]
      node += count
      if (count > 0) segmentsWithNodes++
    }
    rollouts[r + 1] = node
  }
  nodeStart[segmentCount] = node
  const { values } = batch.columns
  const value = values
    ? valueColumn(batch, values, { ...plan, order, nodeStart, rollouts })
    : { ...listedColumn(node, new Map()), rollouts }
  return {
    nodeCount: node,
    segmentsWithNodes,
    nodes: plan.skip ? rankedNodes(batch, firstNode, actions) : shiftedNodes(batch, firstNode),
    value,
  }
}

/** Memory for one segment's nodes, used over and over. */
function createScratch(): (length: number) => Int32Array {
  let scratch = new Int32Array(1024)
  return (length) => {
    if (scratch.length < length) scratch = new Int32Array(2 * length)
    return scratch.subarray(0, length)
  }
}

/** Every position is a node. */
function shiftedNodes({ segment: { start } }: Batch, firstNode: Uint32Array): NodeMap {
  const scratch = createScratch()
  return {
    at: (position) => {
      const s = stretchOf(start, position)
      return firstNode[s] + position - start[s]
    },
    ofSegment: (s) => {
      const into = scratch(start[s + 1] - start[s])
      for (let i = 0; i < into.length; i++) into[i] = firstNode[s] + i
      return into
    },
    endsOf: (s) => endsFrom(firstNode[s], start[s + 1] - start[s]),
  }
}

/** Action tokens are nodes: a token's rank among those of its segment. */
function rankedNodes(
  { mask, segment: { start } }: Batch,
  firstNode: Uint32Array,
  actions: Uint32Array,
): NodeMap {
  const scratch = createScratch()
  return {
    at: (position) => {
      if (mask[position] === 0) return -1
      const s = stretchOf(start, position)
      let later = 0
      for (let p = start[s + 1] - 1; p >= position; p--) later += mask[p]
      return firstNode[s] + actions[s] - later
    },
    ofSegment: (s) => {
      const [from, to] = [start[s], start[s + 1]]
      const into = scratch(to - from)
      let node = firstNode[s]
      for (let p = from; p < to; p++) into[p - from] = mask[p] === 1 ? node++ : -1
      return into
    },
    endsOf: (s) => endsFrom(firstNode[s], actions[s]),
    firstAction: (s) => firstNode[s],
  }
}

interface Places extends Omit<LayoutPlan, 'order'> {
  /** Segments in scan order, and the node at which each starts. */
  readonly order: Uint32Array
  readonly nodeStart: Uint32Array
  readonly rollouts: Uint32Array
}

/** The file's values by node. NaN marks a row without the column: it counts as 0. */
function valueColumn(batch: Batch, values: FloatColumn, places: Places): NodeColumn {
  const { order, nodeStart, rollouts, skip, zeroed } = places
  const { mask } = batch
  const { start } = batch.segment
  const length = nodeStart[order.length]
  const placeOf = (node: number): number => stretchOf(nodeStart, node)
  const gather =
    values instanceof Float32Array
      ? (first: number, into: FloatColumn, at: number, count: number) =>
          gather32(mask, values, first, into, at, count)
      : (first: number, into: FloatColumn, at: number, count: number) =>
          gather64(mask, values, first, into, at, count)
  const copy = (from: number, to: number, into: FloatColumn): void => {
    let at = 0
    for (let place = placeOf(from); at < to - from; place++) {
      const s = order[place]
      const passed = Math.max(0, from - nodeStart[place])
      const count = Math.min(to, nodeStart[place + 1]) - nodeStart[place] - passed
      if (count <= 0) continue
      const first = skip ? afterActions(mask, start[s], passed) : start[s] + passed
      if (skip) gather(first, into, at, count)
      else for (let i = 0; i < count; i++) into[at + i] = placed(first + i)
      at += count
    }
  }
  const placed = (p: number): number => (zeroed && mask[p] === 0 ? 0 : values[p] || 0)
  return {
    length,
    width: values instanceof Float32Array ? 32 : 64,
    at: (node) => {
      const place = placeOf(node)
      const from = start[order[place]]
      const rank = node - nodeStart[place]
      if (!skip) return placed(from + rank)
      const left = nodeStart[place + 1] - node
      return placed(
        left < rank
          ? beforeActions(mask, start[order[place] + 1], left)
          : afterActions(mask, from, rank),
      )
    },
    read: (from, to) => {
      const into =
        values instanceof Float32Array ? new Float32Array(to - from) : new Float64Array(to - from)
      copy(from, to, into)
      return into
    },
    copy,
    rollouts,
  }
}

/** The action token that `passed` others stand before, from position `p` on. */
function afterActions(mask: Uint8Array, p: number, passed: number): number {
  let at = p
  for (let left = passed; mask[at] === 0 || left-- > 0; ) at++
  return at
}

/** The `count`-th action token before position `end`. */
function beforeActions(mask: Uint8Array, end: number, count: number): number {
  let at = end
  for (let left = count; left > 0; ) left -= mask[--at]
  return at
}

// One kind of array per loop: loops that meet several are about three times as slow in V8.
function gather32(
  mask: Uint8Array,
  values: Float32Array,
  first: number,
  into: FloatColumn,
  at: number,
  count: number,
): void {
  const end = at + count
  for (let p = first, k = at; k < end; p++) if (mask[p] === 1) into[k++] = values[p] || 0
}

function gather64(
  mask: Uint8Array,
  values: Float64Array,
  first: number,
  into: FloatColumn,
  at: number,
  count: number,
): void {
  const end = at + count
  for (let p = first, k = at; k < end; p++) if (mask[p] === 1) into[k++] = values[p] || 0
}
