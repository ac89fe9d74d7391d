/** A graph cut into parts, each with columns of its own: what one shard holds. */
import { type CreditGraph, runOfNode } from '../../credit/graph.ts'
import { firstAtLeast, type NodeColumn } from '../../credit/node-column.ts'
import type { FloatColumn } from '../../trace/batch.ts'
import type { Links } from '../links.ts'
import type { PartColumns } from './part.ts'

/** Nodes [firstNode, endNode) and the runs [firstRun, endRun) they touch; the outer runs may be cut. */
export interface Part {
  readonly firstNode: number
  readonly endNode: number
  readonly firstRun: number
  readonly endRun: number
  /** Whether accumulators flow in from the next part. */
  readonly linked: boolean
}

/** How far a border may move from where it balances the parts, as a share of a part. */
const SLACK = 0.1

/** The one of `joints` nearest to `node`, or `node` itself if none is near. */
function borderNear(joints: Uint32Array, node: number, slack: number): number {
  const i = firstAtLeast(joints, node)
  const after = joints[Math.min(i, joints.length - 1)]
  const before = joints[Math.max(0, i - 1)]
  const nearest = Math.abs(node - before) < Math.abs(after - node) ? before : after
  return Math.abs(nearest - node) <= slack ? nearest : node
}

/**
 * Nodes at which the graph is cut into at most `count` parts of about the same size: where rollouts end, if one
 * does near by; a longer one is cut in its middle. Graphs on the same values are cut alike. From 0 to
 * nodeCount; no part is empty unless the graph has no node.
 */
export function planBorders(graph: CreditGraph, count: number): readonly number[] {
  const { nodeCount, runStart, chainStart } = graph
  const joints = graph.value.rollouts ?? chainStart.map((run) => runStart[run])
  const size = nodeCount / count
  const borders = [0]
  for (let i = 1; i < count; i++) {
    const border = borderNear(joints, Math.round(size * i), SLACK * size)
    if (border > borders[borders.length - 1] && border < nodeCount) borders.push(border)
  }
  return [...borders, nodeCount]
}

export function partsOf(
  graph: CreditGraph,
  links: Links,
  borders: readonly number[],
): readonly Part[] {
  const { nodeCount, runStart } = graph
  return borders.slice(1).map((endNode, i) => {
    const firstNode = borders[i]
    if (nodeCount === 0) return { firstNode, endNode, firstRun: 0, endRun: 0, linked: false }
    const lastRun = runOfNode(graph, endNode - 1)
    const cutInside = runStart[lastRun + 1] > endNode
    return {
      firstNode,
      endNode,
      firstRun: runOfNode(graph, firstNode),
      endRun: lastRun + 1,
      linked: cutInside || links.carry[lastRun] === 1,
    }
  })
}

/** Around each listed reward the kernel goes node by node: cheaper than a column while they are rare. */
const SPARSE_SHARE = 1 / 256

function rewardsOf(column: NodeColumn, { firstNode, endNode }: Part): PartColumns['reward'] {
  const nodes = endNode - firstNode
  const { node, number } = column.listed ?? listOf(column.read(firstNode, endNode), firstNode)
  const [from, to] = [firstNode, endNode].map((border) => firstAtLeast(node, border))
  if (to - from > nodes * SPARSE_SHARE) {
    const dense = new Float32Array(nodes)
    column.copy(firstNode, endNode, dense)
    return { kind: 'dense', column: dense }
  }
  return {
    kind: 'sparse',
    node: node.slice(from, to).map((k) => k - firstNode),
    reward: Float32Array.from(number.subarray(from, to)),
  }
}

/** Those that are not 0, up to what is still rare and one more. */
function listOf(column: FloatColumn, firstNode: number) {
  const most = column.length * SPARSE_SHARE + 1
  const node: number[] = []
  for (let k = 0; k < column.length && node.length <= most; k++) {
    if (column[k] !== 0) node.push(firstNode + k)
  }
  const number = Float64Array.from(node, (k) => column[k - firstNode])
  return { node: Uint32Array.from(node), number }
}

/** What the part reads besides its values. */
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
  if (cutInside) ahead[runs - 1] = graph.value.at(endNode)
  return {
    reward: rewardsOf(graph.reward, part),
    runStart,
    ahead,
    carry: links.carry.slice(firstRun, endRun),
  }
}
