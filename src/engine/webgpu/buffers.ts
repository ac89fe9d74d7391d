/** Everything a loaded graph owns on the GPU. Made once by `load`; a tick only rewrites contents. */
import type { CreditGraph } from '../../credit/graph.ts'
import { type RunColumns, runColumns } from './columns.ts'
import { bind, type Kernels } from './kernels.ts'
import {
  type BindingName,
  BLOCKS_PER_WORKGROUP,
  ENTRY_BYTES,
  type KernelName,
  NODES_PER_COPY,
  STRUCTS,
} from './layout.ts'
import { type Limits, type Page, planPages, type Shape } from './pages.ts'
import {
  type BlockTable,
  floatSlice,
  makeBlocks,
  makeCuts,
  makeRunTable,
  type RunTable,
} from './tables.ts'

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
  readonly blocks: BlockTable
  readonly runs: GPUBuffer
  readonly value: GPUBuffer
  /** Of no use where rewards are rare. */
  readonly reward: GPUBuffer
  readonly advantage: GPUBuffer
  readonly critic: GPUBuffer
  /** Advantages, then, from `criticOffset` on, the critic's. */
  readonly staging: GPUBuffer
  readonly criticOffset: number
}

/** Dispatches by pass, each in the order of the pages. */
export interface Passes {
  readonly reduce: readonly Dispatch[]
  readonly scan: readonly Dispatch[]
  readonly apply: readonly Dispatch[]
  /** No part of a scan: moves the same bytes. */
  readonly copy: readonly Dispatch[]
}

export interface GraphBuffers extends Passes {
  readonly columns: RunColumns
  readonly shape: Shape
  readonly pages: readonly PageBuffers[]
  readonly tick: GPUBuffer
  /** What goes there; kept, so that a tick allocates nothing. */
  readonly tickFields: Float32Array<ArrayBuffer>
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

interface Context {
  readonly device: GPUDevice
  readonly kernels: Kernels
  readonly allocator: Allocator
  readonly graph: CreditGraph
  readonly columns: RunColumns
  readonly shape: Shape
}

/** Buffers of one page by the names of their bindings; node columns are whole units long. */
function allocatePage(context: Context, page: Page, blockCount: number) {
  const { allocator, graph, columns, shape } = context
  const { firstNode, endNode } = page
  const nodes = endNode - firstNode
  const capacity = Math.ceil(nodes / shape.unit) * shape.unit
  const bytes = capacity * FLOAT
  const runTable = makeRunTable(page, columns)
  const blocks = makeBlocks(page, columns, shape.unit)
  const output = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC
  // getMappedRange wants offsets in multiples of 8.
  const criticOffset = Math.ceil((nodes * FLOAT) / 8) * 8
  const bound = {
    page: allocator.filled(
      'page',
      Uint32Array.of(nodes, firstNode / shape.unit, blockCount, shape.unit),
      GPUBufferUsage.UNIFORM,
    ),
    value: allocator.filled(
      'value',
      floatSlice(graph.value, firstNode, endNode + LOOK_AHEAD),
      GPUBufferUsage.STORAGE,
      bytes + LOOK_AHEAD * FLOAT,
    ),
    reward: columns.dense
      ? allocator.filled(
          'reward',
          floatSlice(graph.reward, firstNode, endNode),
          GPUBufferUsage.STORAGE,
          bytes,
        )
      : allocator.create('no rewards', LOOK_AHEAD * FLOAT, GPUBufferUsage.STORAGE),
    runs: allocator.filled('runs', runTable.words),
    blocks: allocator.filled('blocks', blocks.words),
    advantage: allocator.create('advantage', bytes, output),
    critic: allocator.create('critic', bytes, output),
  }
  const staging = allocator.create(
    'staging',
    criticOffset * 2,
    GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
  )
  const buffers: PageBuffers = { ...bound, page, runTable, blocks, staging, criticOffset }
  return { bound, buffers, capacity }
}

function allocatePages(context: Context, tick: GPUBuffer, limits: Limits) {
  const { device, kernels, allocator, graph, columns, shape } = context
  const blockCount = Math.ceil(graph.nodeCount / shape.unit)
  const mapBytes = blockCount * STRUCTS.Affine.size
  if (mapBytes > limits.bindingBytes) {
    throw new RangeError(`${blockCount} maps do not fit a binding of ${limits.bindingBytes} bytes.`)
  }
  const maps = allocator.create('maps', mapBytes, GPUBufferUsage.STORAGE)
  const entries = allocator.create('entries', blockCount * ENTRY_BYTES, GPUBufferUsage.STORAGE)
  const pages: PageBuffers[] = []
  const reduce: Dispatch[] = []
  const scan: Dispatch[] = []
  const apply: Dispatch[] = []
  const copy: Dispatch[] = []
  for (const page of planPages(columns, limits, shape)) {
    const { bound, buffers, capacity } = allocatePage(context, page, blockCount)
    const all = { ...bound, tick, maps, entries }
    const units = capacity / shape.unit
    const dispatch = <K extends KernelName>(
      kernel: K,
      given: Readonly<Record<BindingName<K>, GPUBuffer>>,
      workgroups: number,
    ): Dispatch => ({ kernel, group: bind(device, kernels, kernel, given), workgroups })
    if (shape.variant === 'tiles') {
      const tiled = { ...all, cuts: allocator.filled('cuts', makeCuts(columns, page, capacity)) }
      reduce.push(dispatch('tile-reduce', tiled, units))
      apply.push(dispatch('tile-apply', tiled, units))
    } else {
      const workgroups = Math.ceil(units / BLOCKS_PER_WORKGROUP)
      reduce.push(dispatch('block-reduce', all, workgroups))
      apply.push(dispatch('block-apply', all, workgroups))
    }
    copy.push(dispatch('node-copy', all, Math.ceil(capacity / NODES_PER_COPY)))
    if (pages.length === 0) scan.push(dispatch(shape.scan, all, 1))
    pages.push(buffers)
  }
  return { pages, reduce, scan, apply, copy }
}

/**
 * Allocates and fills every buffer of the graph.
 *
 * @throws RangeError if the limits cannot hold it
 */
export function allocateGraph(
  device: GPUDevice,
  kernels: Kernels,
  graph: CreditGraph,
  shape: Shape,
  limits: Limits,
): GraphBuffers {
  const allocator = new Allocator(device)
  const columns = runColumns(graph)
  try {
    const tick = allocator.create(
      'tick',
      STRUCTS.Tick.size,
      GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    )
    const context: Context = { device, kernels, allocator, graph, columns, shape }
    // Nothing to scan, and WebGPU has no binding of zero bytes.
    const plan =
      graph.nodeCount === 0
        ? { pages: [], reduce: [], scan: [], apply: [], copy: [] }
        : allocatePages(context, tick, limits)
    const tickFields = new Float32Array(STRUCTS.Tick.size / FLOAT)
    return { ...plan, columns, shape, tick, tickFields, destroy: () => allocator.destroy() }
  } catch (error) {
    allocator.destroy()
    throw error
  }
}
