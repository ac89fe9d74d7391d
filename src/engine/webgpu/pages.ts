/**
 * How a graph is laid onto buffers: which kernels, and which stretches of nodes share a binding. Pure;
 * the limits come from the adapter and can be made tiny in a test.
 */
import type { CreditGraph } from '../../credit/graph.ts'
import type { RunColumns } from './columns.ts'
import { BLOCKS_PER_WORKGROUP, NODES_PER_FOLD, NODES_PER_TILE, STRUCTS } from './layout.ts'

/** `tiles`: a workgroup for 4096 nodes, with barriers. `blocks`: an invocation for a block, without. */
export type Variant = 'tiles' | 'blocks'

/** A variant with its unit: what one workgroup (tiles) or invocation (blocks) scans. */
export interface Shape {
  readonly variant: Variant
  /** Nodes of a tile or block. */
  readonly unit: number
  /** Pass 2. A CPU walks a few thousand maps at once; a GPU has more, and a workgroup for them. */
  readonly scan: 'block-scan' | 'tile-scan'
}

export interface Limits {
  /** Largest buffer and binding, in bytes. */
  readonly bindingBytes: number
  /** Largest dispatch in one dimension. */
  readonly workgroups: number
}

/** Nodes and runs [first, end) of one page: whole units. Runs may go on from one page to the next. */
export interface Page {
  readonly firstNode: number
  readonly endNode: number
  readonly firstRun: number
  readonly endRun: number
}

/** Below this, most blocks of the size of a chain leave a GPU idle. */
const MANY_CHAINS = 4096
/** Above this, invocations wait long for the one with the longest chain. */
const SHORT_CHAIN = 512
/** Blocks that keep a GPU, or a CPU's cores, busy; fewer and longer ones read less twice. */
const BLOCKS = { gpu: 131_072, software: 4096 } as const
const LONGEST_BLOCK = 4096

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
 * The kernels for a graph. On a GPU `blocks` for at least 4096 chains of at most 512 nodes, else `tiles`,
 * whose loads stand side by side. A software adapter pays for each barrier and knows no such loads: there
 * `blocks` are more than ten times as fast.
 */
export function variantFor(graph: CreditGraph, software: boolean): Variant {
  if (software) return 'blocks'
  return graph.chainCount >= MANY_CHAINS && longestChain(graph) <= SHORT_CHAIN ? 'blocks' : 'tiles'
}

/** A power of two between a fold and 4096, so that there are blocks for all that computes. */
export function shapeFor(graph: CreditGraph, variant: Variant, software: boolean): Shape {
  if (variant === 'tiles') return { variant, unit: NODES_PER_TILE, scan: 'tile-scan' }
  const share = graph.nodeCount / (software ? BLOCKS.software : BLOCKS.gpu)
  let unit = NODES_PER_FOLD
  while (unit * 2 <= share && unit < LONGEST_BLOCK) unit *= 2
  return { variant, unit, scan: software ? 'block-scan' : 'tile-scan' }
}

/**
 * Nodes that fit a page whatever its runs look like: in the worst case each node is a run, and runs are
 * the widest table (24 bytes and one more; values take 4 and a look-ahead of 16 more, cuts a quarter).
 */
function nodesPerPage(limits: Limits, { variant, unit }: Shape): number {
  const widest = Math.floor(limits.bindingBytes / STRUCTS.Run.size) - 1
  const dispatched = limits.workgroups * (variant === 'tiles' ? 1 : BLOCKS_PER_WORKGROUP)
  const units = Math.min(Math.floor(widest / unit), dispatched)
  if (units < 1) {
    const least = (unit + 1) * STRUCTS.Run.size
    throw new RangeError(`A binding of ${limits.bindingBytes} bytes is too small: ${least} needed.`)
  }
  return units * unit
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

/** Equal stretches of whole units. */
export function planPages(runs: RunColumns, limits: Limits, shape: Shape): Page[] {
  const { start } = runs
  const nodeCount = start[start.length - 1]
  const size = nodesPerPage(limits, shape)
  const pages: Page[] = []
  for (let firstNode = 0; firstNode < nodeCount; firstNode += size) {
    const endNode = Math.min(nodeCount, firstNode + size)
    pages.push({
      firstNode,
      endNode,
      firstRun: lastAtMost(start, firstNode),
      endRun: lastAtMost(start, endNode - 1) + 1,
    })
  }
  return pages
}
