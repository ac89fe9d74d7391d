/**
 * How a graph is laid onto buffers: which kernel, and which stretches of nodes share a binding. Pure;
 * the limits come from the adapter and can be made tiny in a test.
 */
import type { CreditGraph } from '../../credit/graph.ts'
import { CHAINS_PER_WORKGROUP, NODES_PER_TILE, STRUCTS } from './layout.ts'

/** `tiles`: reduce-then-scan. `chains`: one invocation per chain, no barriers. */
export type Variant = 'tiles' | 'chains'

export interface Limits {
  /** Largest buffer and binding, in bytes. */
  readonly bindingBytes: number
  /** Largest dispatch in one dimension. */
  readonly workgroups: number
}

/** Nodes, runs and chains [first, end) of one page. Chains only where the page consists of whole ones. */
export interface Page {
  readonly firstNode: number
  readonly endNode: number
  readonly firstRun: number
  readonly endRun: number
  readonly firstChain: number
  readonly endChain: number
}

/** Below this an invocation per chain leaves most of a GPU idle. */
const MANY_CHAINS = 4096
/** Above this the longest chain decides the time while the others have long finished. */
const SHORT_CHAIN = 512

/** Nodes of the longest chain. */
export function longestChain(graph: CreditGraph): number {
  const { chainCount, chainStart, runStart } = graph
  let longest = 0
  for (let chain = 0; chain < chainCount; chain++) {
    const nodes = runStart[chainStart[chain + 1]] - runStart[chainStart[chain]]
    if (nodes > longest) longest = nodes
  }
  return longest
}

/**
 * Nodes that fit a page whatever its runs look like: in the worst case each node is a run, and runs are
 * the widest table (16 bytes; values take 4 and a look-ahead of 16 more, cuts a quarter).
 */
function nodesPerPage(limits: Limits): number {
  const widest = Math.floor(limits.bindingBytes / STRUCTS.Run.size)
  const tiles = Math.min(Math.floor(widest / NODES_PER_TILE), limits.workgroups)
  if (tiles < 1) {
    const least = NODES_PER_TILE * STRUCTS.Run.size
    throw new RangeError(`A binding of ${limits.bindingBytes} bytes is too small: ${least} needed.`)
  }
  return tiles * NODES_PER_TILE
}

/**
 * The kernel for a graph. On a GPU `chains` for at least 4096 chains of at most 512 nodes: they fill the
 * device by themselves, and every node is read once instead of three times. Else `tiles`.
 *
 * A software adapter pays for each barrier and has few lanes to fill, so `chains` wherever a page holds
 * the longest chain: SwiftShader on two cores takes 4 (one run) to 12 times as long over tiles.
 */
export function variantFor(graph: CreditGraph, limits: Limits, software: boolean): Variant {
  const longest = longestChain(graph)
  if (longest > nodesPerPage(limits)) return 'tiles'
  if (software) return 'chains'
  return graph.chainCount >= MANY_CHAINS && longest <= SHORT_CHAIN ? 'chains' : 'tiles'
}

/** Index of the last offset that is at most `at`. */
function lastAtMost(offsets: Uint32Array, at: number): number {
  let low = 0
  let high = offsets.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (offsets[middle] <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** Equal stretches of whole tiles; runs and chains may go on from one page to the next. */
export function planTiles(graph: CreditGraph, limits: Limits): Page[] {
  const size = nodesPerPage(limits)
  const pages: Page[] = []
  for (let firstNode = 0; firstNode < graph.nodeCount; firstNode += size) {
    const endNode = Math.min(graph.nodeCount, firstNode + size)
    pages.push({
      firstNode,
      endNode,
      firstRun: lastAtMost(graph.runStart, firstNode),
      endRun: lastAtMost(graph.runStart, endNode - 1) + 1,
      firstChain: 0,
      endChain: 0,
    })
  }
  return pages
}

/**
 * Stretches of whole chains.
 *
 * @throws RangeError if one chain alone is larger than a page
 */
export function planChains(graph: CreditGraph, limits: Limits): Page[] {
  const { chainCount, chainStart, runStart } = graph
  const nodes = nodesPerPage(limits)
  const chains = limits.workgroups * CHAINS_PER_WORKGROUP
  const nodeOfChain = (chain: number): number => runStart[chainStart[chain]]
  const pages: Page[] = []
  for (let firstChain = 0; firstChain < chainCount; ) {
    const firstNode = nodeOfChain(firstChain)
    let endChain = firstChain
    while (
      endChain < chainCount &&
      endChain - firstChain < chains &&
      nodeOfChain(endChain + 1) - firstNode <= nodes
    ) {
      endChain++
    }
    if (endChain === firstChain) {
      throw new RangeError(`Chain ${firstChain} is longer than a page of ${nodes} nodes.`)
    }
    pages.push({
      firstNode,
      endNode: nodeOfChain(endChain),
      firstRun: chainStart[firstChain],
      endRun: chainStart[endChain],
      firstChain,
      endChain,
    })
    firstChain = endChain
  }
  return pages
}
