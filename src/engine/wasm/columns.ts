/** A graph cut into parts, each with columns of its own: what one shard holds. */
import type { CreditGraph } from '../../credit/graph.ts'
import type { FloatColumn } from '../../trace/batch.ts'
import type { Links } from '../links.ts'

/** Nodes [firstNode, endNode) and the runs [firstRun, endRun) they touch; the outer runs may be cut. */
export interface Part {
  readonly firstNode: number
  readonly endNode: number
  readonly firstRun: number
  readonly endRun: number
  /** Whether accumulators flow in from the next part. */
  readonly linked: boolean
}

/** Static inputs of a part; nodes and runs are counted from the part's first. */
export interface PartColumns {
  readonly value: FloatColumn
  /** `dense`: a column; `sparse`: ascending nodes with rewards other than 0. */
  readonly reward:
    | { readonly kind: 'dense'; readonly column: FloatColumn }
    | { readonly kind: 'sparse'; readonly node: Uint32Array; readonly reward: Float32Array }
  readonly runStart: Uint32Array
  /** Value that each run's last node looks ahead to. */
  readonly ahead: Float32Array
  readonly carry: Uint8Array
}

/** The run that a node belongs to; `from` is a run at or before it. */
function runAt(runStart: Uint32Array, node: number): number {
  let low = 0
  let high = runStart.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (runStart[middle] <= node) low = middle
    else high = middle - 1
  }
  return low
}

/** How far a border may move from where it balances the parts, as a share of a part. */
const SLACK = 0.1

/** The chain's end nearest to `node`, or `node` itself if none is near. */
function borderNear(graph: CreditGraph, node: number, slack: number): number {
  const { runStart, chainStart, chainCount } = graph
  let low = 0
  let high = chainCount
  while (low < high) {
    const middle = (low + high) >> 1
    if (runStart[chainStart[middle]] < node) low = middle + 1
    else high = middle
  }
  const after = runStart[chainStart[low]]
  const before = low === 0 ? 0 : runStart[chainStart[low - 1]]
  const nearest = node - before < after - node ? before : after
  return Math.abs(nearest - node) <= slack ? nearest : node
}

/**
 * Cuts the graph into at most `count` parts of about the same number of nodes, at chains' ends where one is
 * near; a chain longer than a part is cut in its middle. At least one part, none without nodes unless the
 * graph has none.
 */
export function planParts(graph: CreditGraph, links: Links, count: number): readonly Part[] {
  const { nodeCount, runStart } = graph
  const borders = [0]
  for (let i = 1; i < count; i++) {
    const border = borderNear(
      graph,
      Math.round((nodeCount * i) / count),
      (SLACK * nodeCount) / count,
    )
    if (border > borders[borders.length - 1] && border < nodeCount) borders.push(border)
  }
  borders.push(nodeCount)
  return borders.slice(1).map((endNode, i) => {
    const firstNode = borders[i]
    if (nodeCount === 0) return { firstNode, endNode, firstRun: 0, endRun: 0, linked: false }
    const lastRun = runAt(runStart, endNode - 1)
    const cutInside = runStart[lastRun + 1] > endNode
    return {
      firstNode,
      endNode,
      firstRun: runAt(runStart, firstNode),
      endRun: lastRun + 1,
      linked: cutInside || links.carry[lastRun] === 1,
    }
  })
}

/** Around each listed reward the kernel goes node by node: cheaper than a column while they are rare. */
const SPARSE_SHARE = 1 / 256

function rewardsOf(column: FloatColumn): PartColumns['reward'] {
  let count = 0
  for (const reward of column) if (reward !== 0) count++
  if (count > column.length * SPARSE_SHARE) return { kind: 'dense', column }
  const node = new Uint32Array(count)
  const reward = new Float32Array(count)
  let entry = 0
  for (let k = 0; k < column.length; k++) {
    if (column[k] === 0) continue
    node[entry] = k
    reward[entry++] = column[k]
  }
  return { kind: 'sparse', node, reward }
}

/** The part's columns; node columns are views of the graph's. */
export function columnsOf(graph: CreditGraph, links: Links, part: Part): PartColumns {
  const { firstNode, endNode, firstRun, endRun } = part
  const runs = endRun - firstRun
  const runStart = new Uint32Array(runs + 1)
  for (let run = 0; run < runs; run++) {
    runStart[run] = Math.max(0, graph.runStart[firstRun + run] - firstNode)
  }
  runStart[runs] = endNode - firstNode
  const ahead = Float32Array.from(links.ahead.subarray(firstRun, endRun))
  const cutInside = runs > 0 && graph.runStart[endRun] > endNode
  if (cutInside) ahead[runs - 1] = graph.value[endNode]
  return {
    value: graph.value.subarray(firstNode, endNode),
    reward: rewardsOf(graph.reward.subarray(firstNode, endNode)),
    runStart,
    ahead,
    carry: links.carry.slice(firstRun, endRun),
  }
}
