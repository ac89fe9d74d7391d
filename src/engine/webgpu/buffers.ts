/** Everything a loaded graph owns on the GPU. Made once by `load`; a tick only rewrites contents. */
import type { CreditGraph } from '../../credit/graph.ts'
import { type Links, resolveLinks } from '../links.ts'
import { bind, type Kernels } from './kernels.ts'
import {
  CHAINS_PER_WORKGROUP,
  ENTRY_BYTES,
  type KernelName,
  NODES_PER_TILE,
  STRUCTS,
} from './layout.ts'
import { type Limits, type Page, planChains, planTiles, type Variant } from './pages.ts'
import { floatSlice, localOffsets, makeCuts, makeRunTable, type RunTable } from './tables.ts'

const FLOAT = Float32Array.BYTES_PER_ELEMENT
/** One vec4 more than the page: the last lane looks ahead to the next page's first value. */
const LOOK_AHEAD = 4

export interface Dispatch {
  readonly kernel: KernelName
  readonly group: GPUBindGroup
  readonly workgroups: number
}

export interface PageBuffers {
  readonly page: Page
  readonly runTable: RunTable
  readonly runs: GPUBuffer
  readonly advantage: GPUBuffer
  readonly critic: GPUBuffer
  /** Advantages, then, from `criticOffset` on, the critic's. */
  readonly staging: GPUBuffer
  readonly criticOffset: number
}

export interface GraphBuffers {
  readonly links: Links
  readonly pages: readonly PageBuffers[]
  /** The whole scan, in order. */
  readonly dispatches: readonly Dispatch[]
  readonly tick: GPUBuffer
  readonly destroy: () => void
}

/** Creates buffers, and destroys them all at once. */
class Allocator {
  readonly #device: GPUDevice
  readonly #owned: GPUBuffer[] = []

  constructor(device: GPUDevice) {
    this.#device = device
  }

  create(label: string, size: number, usage: GPUBufferUsageFlags): GPUBuffer {
    const buffer = this.#device.createBuffer({ label, size, usage })
    this.#owned.push(buffer)
    return buffer
  }

  /** A buffer that starts with `data`; the rest of `size` bytes is zero. */
  filled(
    label: string,
    data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
    usage: GPUBufferUsageFlags = GPUBufferUsage.STORAGE,
    size: number = data.byteLength,
  ): GPUBuffer {
    const buffer = this.create(label, size, usage | GPUBufferUsage.COPY_DST)
    this.#device.queue.writeBuffer(buffer, 0, data)
    return buffer
  }

  destroy(): void {
    for (const buffer of this.#owned) buffer.destroy()
  }
}

/** Buffers that a page has under either kernel; node columns are `capacity` nodes long. */
function allocatePage(
  allocator: Allocator,
  graph: CreditGraph,
  links: Links,
  page: Page,
  capacity: number,
) {
  const { firstNode, endNode } = page
  const runTable = makeRunTable(page, links)
  const bytes = capacity * FLOAT
  const output = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC
  // getMappedRange wants offsets in multiples of 8.
  const criticOffset = Math.ceil(((endNode - firstNode) * FLOAT) / 8) * 8
  return {
    runTable,
    criticOffset,
    value: allocator.filled(
      'value',
      floatSlice(graph.value, firstNode, endNode + LOOK_AHEAD),
      GPUBufferUsage.STORAGE,
      bytes + LOOK_AHEAD * FLOAT,
    ),
    reward: allocator.filled(
      'reward',
      floatSlice(graph.reward, firstNode, endNode),
      GPUBufferUsage.STORAGE,
      bytes,
    ),
    runs: allocator.filled('runs', runTable.words),
    advantage: allocator.create('advantage', bytes, output),
    critic: allocator.create('critic', bytes, output),
    staging: allocator.create(
      'staging',
      criticOffset * 2,
      GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
    ),
  }
}

interface Plan {
  readonly pages: readonly PageBuffers[]
  readonly dispatches: readonly Dispatch[]
}

interface Context {
  readonly device: GPUDevice
  readonly kernels: Kernels
  readonly allocator: Allocator
  readonly graph: CreditGraph
  readonly links: Links
  readonly tick: GPUBuffer
  readonly limits: Limits
}

function allocateTiles(context: Context): Plan {
  const { device, kernels, allocator, graph, links, tick, limits } = context
  const tileCount = Math.ceil(graph.nodeCount / NODES_PER_TILE)
  const tileBytes = tileCount * STRUCTS.Affine.size
  if (tileBytes > limits.bindingBytes) {
    throw new RangeError(`${tileCount} tiles do not fit a binding of ${limits.bindingBytes} bytes.`)
  }
  const tiles = allocator.create('tiles', tileBytes, GPUBufferUsage.STORAGE)
  const entries = allocator.create('entries', tileCount * ENTRY_BYTES, GPUBufferUsage.STORAGE)
  const pages: PageBuffers[] = []
  const reduce: Dispatch[] = []
  const apply: Dispatch[] = []
  for (const page of planTiles(graph, limits)) {
    const nodes = page.endNode - page.firstNode
    const workgroups = Math.ceil(nodes / NODES_PER_TILE)
    const capacity = workgroups * NODES_PER_TILE
    const buffers = allocatePage(allocator, graph, links, page, capacity)
    const bound = {
      ...buffers,
      tick,
      page: allocator.filled(
        'page',
        Uint32Array.of(nodes, page.firstNode / NODES_PER_TILE, 0, 0),
        GPUBufferUsage.UNIFORM,
      ),
      cuts: allocator.filled('cuts', makeCuts(graph, page, capacity)),
      tiles,
      entries,
    }
    pages.push({ ...buffers, page })
    reduce.push({
      kernel: 'tile-reduce',
      group: bind(device, kernels, 'tile-reduce', bound),
      workgroups,
    })
    apply.push({
      kernel: 'tile-apply',
      group: bind(device, kernels, 'tile-apply', bound),
      workgroups,
    })
  }
  const scan: Dispatch = {
    kernel: 'tile-scan',
    group: bind(device, kernels, 'tile-scan', { tiles, entries }),
    workgroups: 1,
  }
  return { pages, dispatches: [...reduce, scan, ...apply] }
}

function allocateChains(context: Context): Plan {
  const { device, kernels, allocator, graph, links, tick, limits } = context
  const pages: PageBuffers[] = []
  const dispatches: Dispatch[] = []
  for (const page of planChains(graph, limits)) {
    const nodes = page.endNode - page.firstNode
    const chains = page.endChain - page.firstChain
    const buffers = allocatePage(allocator, graph, links, page, nodes)
    const bound = {
      ...buffers,
      tick,
      page: allocator.filled('page', Uint32Array.of(nodes, 0, chains, 0), GPUBufferUsage.UNIFORM),
      run_start: allocator.filled(
        'run_start',
        localOffsets(graph.runStart, page.firstRun, page.endRun),
      ),
      chain_start: allocator.filled(
        'chain_start',
        localOffsets(graph.chainStart, page.firstChain, page.endChain),
      ),
    }
    pages.push({ ...buffers, page })
    dispatches.push({
      kernel: 'chain-scan',
      group: bind(device, kernels, 'chain-scan', bound),
      workgroups: Math.ceil(chains / CHAINS_PER_WORKGROUP),
    })
  }
  return { pages, dispatches }
}

/**
 * Allocates and fills every buffer of the graph.
 *
 * @throws RangeError if the limits cannot hold it: a chain longer than a page under `chains`
 */
export function allocateGraph(
  device: GPUDevice,
  kernels: Kernels,
  graph: CreditGraph,
  variant: Variant,
  limits: Limits,
): GraphBuffers {
  const allocator = new Allocator(device)
  const links = resolveLinks(graph)
  try {
    const tick = allocator.create(
      'tick',
      STRUCTS.Tick.size,
      GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    )
    const context: Context = { device, kernels, allocator, graph, links, tick, limits }
    // Nothing to scan, and WebGPU has no binding of zero bytes.
    const plan =
      graph.nodeCount === 0
        ? { pages: [], dispatches: [] }
        : variant === 'tiles'
          ? allocateTiles(context)
          : allocateChains(context)
    return { ...plan, links, tick, destroy: () => allocator.destroy() }
  } catch (error) {
    allocator.destroy()
    throw error
  }
}
