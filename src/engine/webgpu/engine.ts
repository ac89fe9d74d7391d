/**
 * The GPU engine: WGSL compute in float32. Reduce-then-scan over tiles, or over blocks without
 * barriers; never a spin-wait, no optional feature. Shaders: shaders/*.wgsl, errors near γλ = 1: affine.wgsl.
 */
import { allocateRunParameters, type RunParameters } from '../../credit/graph.ts'
import { checkGraph, checkRewards, checkRuns, checkValues, rememberRuns } from '../check.ts'
import {
  type Engine,
  type EngineHandle,
  EngineLost,
  type ScanRequest,
  type ScanResult,
  ticksByScans,
} from '../engine.ts'
import { describeAdapter, isSoftwareAdapter } from './adapter.ts'
import { allocateGraph, type GraphBuffers } from './buffers.ts'
import { type GuardedDevice, guardDevice } from './device.ts'
import { createKernels, type Kernels } from './kernels.ts'
import { type Limits, type Shape, shapeFor, type Variant, variantFor } from './pages.ts'
import {
  collect,
  encodeCopy,
  encodeReturn,
  encodeTick,
  prepareCopy,
  prepareTick,
  stagedBytes,
  type Tick,
  tickOf,
  writeTick,
} from './tick.ts'

export interface WebGpuOptions {
  /** Forces kernels. Default: by shape and adapter (pages.ts). */
  readonly variant?: Variant
  /** Forces the nodes of a block, or the kernel of pass 2. */
  readonly shape?: Partial<Pick<Shape, 'unit' | 'scan'>>
  /** Lowers the adapter's limits, so that small graphs need several pages and dispatches. */
  readonly limits?: Partial<Limits>
}

const RELEASED = 'This handle was released, or is another engine’s.'

interface GpuHandle extends EngineHandle {
  readonly buffers: GraphBuffers
  readonly advantage: Float32Array
  readonly critic: Float32Array
  /** Settles with the latest scan: scans of one handle share its staging buffers. */
  busy: Promise<unknown>
  released: boolean
}

/**
 * Asks the adapter for a device with its largest buffers.
 *
 * @throws EngineLost if the adapter gives no device
 */
export async function createWebGpuEngine(
  adapter: GPUAdapter,
  options: WebGpuOptions = {},
): Promise<Engine> {
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits
  let device: GPUDevice
  try {
    device = await adapter.requestDevice({
      label: 'segue',
      requiredLimits: { maxStorageBufferBindingSize, maxBufferSize },
    })
  } catch (error) {
    throw new EngineLost('The adapter gave no device.', { cause: error })
  }
  return createWebGpuEngineOn(device, adapter, options)
}

/** As createWebGpuEngine, on a device got from `adapter`; the engine owns it from here on. */
export function createWebGpuEngineOn(
  device: GPUDevice,
  adapter: GPUAdapter,
  options: WebGpuOptions = {},
): Engine {
  const guarded = guardDevice(device)
  const kernels = createKernels(device)
  const { maxStorageBufferBindingSize, maxBufferSize } = device.limits
  const limits: Limits = {
    bindingBytes: Math.min(maxStorageBufferBindingSize, maxBufferSize),
    workgroups: device.limits.maxComputeWorkgroupsPerDimension,
    ...options.limits,
  }
  const software = isSoftwareAdapter(adapter)
  const live = new Map<EngineHandle, GpuHandle>()

  const scanAll = async (requests: readonly ScanRequest[]): Promise<readonly ScanResult[]> => {
    const known = requests.map(({ handle: given, gamma, runs }) => {
      const handle = live.get(given)
      if (handle === undefined) throw new Error(RELEASED)
      return { handle, gamma, runs }
    })
    const handles = known.map(({ handle }) => handle)
    if (new Set(handles).size < handles.length) {
      throw new Error('A handle has room for one result: load the graph once for each scan.')
    }
    const scans = Promise.all(handles.map(({ busy }) => busy)).then(() =>
      scanHandles(guarded, kernels, known),
    )
    for (const handle of handles) handle.busy = scans.catch(() => undefined)
    return scans
  }

  return ticksByScans({
    id: 'webgpu',
    description: `WebGPU on ${describeAdapter(adapter)}`,

    load: async (graph) => {
      checkGraph(graph)
      checkRewards(graph)
      checkValues(graph)
      guarded.check()
      const variant = options.variant ?? variantFor(graph, software)
      const shape = { ...shapeFor(graph, variant, software), ...options.shape }
      const { result: buffers, judged } = guarded.scoped(() =>
        allocateGraph(device, kernels, graph, shape, limits),
      )
      try {
        await judged
      } catch (error) {
        buffers.destroy()
        throw error
      }
      const handle: GpuHandle = {
        graph,
        runs: allocateRunParameters(graph.runCount),
        buffers,
        advantage: new Float32Array(graph.nodeCount),
        critic: new Float32Array(graph.nodeCount),
        busy: Promise.resolve(),
        released: false,
      }
      live.set(handle, handle)
      return handle
    },

    scan: async (handle, gamma, runs) => (await scanAll([{ handle, gamma, runs }]))[0],

    scanAll,

    copy: async (given) => {
      const handle = live.get(given)
      if (handle === undefined) throw new Error(RELEASED)
      const copied = handle.busy.then(() => copyHandle(guarded, kernels, handle))
      handle.busy = copied.catch(() => undefined)
      await copied
      return handle.advantage
    },

    release: (given) => {
      const handle = live.get(given)
      if (handle === undefined) return
      handle.released = true
      handle.buffers.destroy()
      live.delete(given)
    },

    dispose: () => {
      for (const handle of live.values()) handle.released = true
      live.clear()
      guarded.destroy()
    },
  })
}

/** Scans several loaded graphs in one submission. */
async function scanHandles(
  guarded: GuardedDevice,
  kernels: Kernels,
  requests: readonly {
    readonly handle: GpuHandle
    readonly gamma: number
    readonly runs: RunParameters
  }[],
): Promise<readonly ScanResult[]> {
  guarded.check()
  const scans = requests.map(({ handle, gamma, runs }) => {
    checkLive(handle)
    checkRuns(handle.graph, runs)
    rememberRuns(handle.runs, runs)
    return { handle, tick: tickOf(handle.graph, gamma, runs) }
  })
  for (const { handle, tick } of scans) {
    await guarded.untilLost(prepareTick(kernels, handle.buffers, tick))
  }
  await submit(guarded, scans, (encoder) => {
    for (const { handle, tick } of scans) {
      writeTick(guarded.device.queue, handle.buffers, tick)
      encodeTick(encoder, kernels, handle.buffers, tick)
    }
  })
  return scans.map(({ handle: { advantage, critic }, tick }) => ({
    advantage,
    critic: tick.accumulators === 'both' ? critic : advantage,
  }))
}

/** Its values as its results, at the cost of a scan that computes nothing. */
async function copyHandle(
  guarded: GuardedDevice,
  kernels: Kernels,
  handle: GpuHandle,
): Promise<void> {
  guarded.check()
  checkLive(handle)
  await guarded.untilLost(prepareCopy(kernels))
  await submit(guarded, [{ handle, tick: { accumulators: 'one' } }], (encoder) =>
    encodeCopy(encoder, kernels, handle.buffers),
  )
}

/** Submits what `encode` says, and brings the results into the handles' arrays. */
async function submit(
  guarded: GuardedDevice,
  scans: readonly { readonly handle: GpuHandle; readonly tick: Pick<Tick, 'accumulators'> }[],
  encode: (encoder: GPUCommandEncoder) => void,
): Promise<void> {
  for (const { handle } of scans) checkLive(handle)
  const { judged } = guarded.scoped(() => {
    const encoder = guarded.device.createCommandEncoder({ label: 'scan' })
    encode(encoder)
    for (const { handle, tick } of scans) encodeReturn(encoder, handle.buffers, tick)
    guarded.device.queue.submit([encoder.finish()])
  })
  const mapped = scans.flatMap(({ handle, tick }) =>
    handle.buffers.pages.map((page) =>
      page.staging.mapAsync(GPUMapMode.READ, 0, stagedBytes(page, tick)).catch(explain(handle)),
    ),
  )
  try {
    await guarded.untilLost(Promise.all([judged, ...mapped]))
    for (const { handle, tick } of scans) {
      collect(handle.buffers, tick, handle.advantage, handle.critic)
    }
  } finally {
    for (const { handle } of scans) {
      for (const { staging } of handle.buffers.pages) staging.unmap()
    }
  }
}

function checkLive({ released }: GpuHandle): void {
  if (released) throw new Error(RELEASED)
}

/** A valid map fails only when its buffer or its device goes. */
const explain =
  (handle: GpuHandle) =>
  (cause: unknown): never => {
    if (handle.released) throw new Error(RELEASED, { cause })
    throw new EngineLost('The GPU device was lost during a scan.', { cause })
  }
