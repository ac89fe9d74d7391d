/**
 * The GPU engine: WGSL compute in float32. Reduce-then-scan over tiles, or one invocation per chain;
 * never a spin-wait, no optional feature. Shaders: shaders/*.wgsl, errors near γλ = 1: affine.wgsl.
 */
import { allocateRunParameters, type RunParameters } from '../../credit/graph.ts'
import { checkFloat32, checkGraph, checkRuns, rememberRuns, sharesAccumulator } from '../check.ts'
import {
  type Engine,
  type EngineHandle,
  EngineLost,
  type ScanResult,
  ticksByScans,
} from '../engine.ts'
import { describeAdapter, isSoftwareAdapter } from './adapter.ts'
import { allocateGraph, type GraphBuffers, type PageBuffers } from './buffers.ts'
import { type GuardedDevice, guardDevice } from './device.ts'
import { createKernels, type Kernels } from './kernels.ts'
import { KERNELS_OF, STRUCTS } from './layout.ts'
import { type Limits, type Variant, variantFor } from './pages.ts'
import { fillRunTable, wholeOf } from './tables.ts'

export interface WebGpuOptions {
  /** Forces a kernel. Default: by shape and adapter (pages.ts). */
  readonly variant?: Variant
  /** Lowers the adapter's limits, so that small graphs need several pages and dispatches. */
  readonly limits?: Partial<Limits>
}

const RELEASED = 'This handle was released, or is another engine’s.'

interface GpuHandle extends EngineHandle {
  readonly buffers: GraphBuffers
  readonly advantage: Float32Array
  readonly critic: Float32Array
  readonly tick: { readonly floats: Float32Array<ArrayBuffer>; readonly words: Uint32Array }
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

  return ticksByScans({
    id: 'webgpu',
    description: `WebGPU on ${describeAdapter(adapter)}`,

    load: async (graph) => {
      checkGraph(graph)
      checkFloat32(graph)
      guarded.check()
      const variant = options.variant ?? variantFor(graph, limits, software)
      await guarded.untilLost(kernels.prepare(KERNELS_OF[variant]))
      const floats = new Float32Array(STRUCTS.Tick.size / Float32Array.BYTES_PER_ELEMENT)
      const { result: buffers, judged } = guarded.scoped(() =>
        allocateGraph(device, kernels, graph, variant, limits),
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
        tick: { floats, words: new Uint32Array(floats.buffer) },
        busy: Promise.resolve(),
        released: false,
      }
      live.set(handle, handle)
      return handle
    },

    scan: (given, gamma, runs) => {
      const handle = live.get(given)
      if (handle === undefined) {
        return Promise.reject(new Error(RELEASED))
      }
      const scan = handle.busy.then(() => scanHandle(guarded, kernels, handle, gamma, runs))
      handle.busy = scan.catch(() => undefined)
      return scan
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

/** Rewrites what γ and λ decide: one uniform, and the run tables. */
function writeParameters(
  queue: GPUQueue,
  handle: GpuHandle,
  gamma: number,
  runs: RunParameters,
  both: boolean,
): void {
  const { buffers, tick } = handle
  const fields = STRUCTS.Tick.fields
  tick.floats[fields.gamma_whole / 4] = wholeOf(gamma)
  tick.floats[fields.gamma_part / 4] = gamma - wholeOf(gamma)
  tick.words[fields.critic / 4] = both ? 1 : 0
  queue.writeBuffer(buffers.tick, 0, tick.floats)
  for (const { page, runTable, runs: target } of buffers.pages) {
    fillRunTable(runTable, page, buffers.links, gamma, runs)
    queue.writeBuffer(target, 0, runTable.words)
  }
}

const bytesOf = ({ page }: PageBuffers): number =>
  (page.endNode - page.firstNode) * Float32Array.BYTES_PER_ELEMENT

/** Bytes of staging that a tick uses: the critic's half only if it was computed. */
const stagedBytes = (buffers: PageBuffers, both: boolean): number =>
  both ? buffers.criticOffset + bytesOf(buffers) : bytesOf(buffers)

function submit(device: GPUDevice, kernels: Kernels, buffers: GraphBuffers, both: boolean): void {
  const encoder = device.createCommandEncoder({ label: 'scan' })
  const pass = encoder.beginComputePass({ label: 'scan' })
  for (const { kernel, group, workgroups } of buffers.dispatches) {
    pass.setPipeline(kernels.get(kernel).pipeline)
    pass.setBindGroup(0, group)
    pass.dispatchWorkgroups(workgroups)
  }
  pass.end()
  for (const page of buffers.pages) {
    const { advantage, critic, staging, criticOffset } = page
    encoder.copyBufferToBuffer(advantage, 0, staging, 0, bytesOf(page))
    if (both) encoder.copyBufferToBuffer(critic, 0, staging, criticOffset, bytesOf(page))
  }
  device.queue.submit([encoder.finish()])
}

/** Copies the mapped staging buffers into the handle's arrays. */
function collect(handle: GpuHandle, both: boolean): void {
  for (const buffers of handle.buffers.pages) {
    const { page, staging, criticOffset } = buffers
    const mapped = staging.getMappedRange(0, stagedBytes(buffers, both))
    const nodes = page.endNode - page.firstNode
    handle.advantage.set(new Float32Array(mapped, 0, nodes), page.firstNode)
    if (both) handle.critic.set(new Float32Array(mapped, criticOffset, nodes), page.firstNode)
  }
}

async function scanHandle(
  guarded: GuardedDevice,
  kernels: Kernels,
  handle: GpuHandle,
  gamma: number,
  runs: RunParameters,
): Promise<ScanResult> {
  const { graph, buffers, advantage, critic } = handle
  if (handle.released) throw new Error(RELEASED)
  checkRuns(graph, runs)
  guarded.check()
  rememberRuns(handle.runs, runs)
  const both = !sharesAccumulator(graph, runs)
  const result = { advantage, critic: both ? critic : advantage }
  if (buffers.pages.length === 0) return result

  const { judged } = guarded.scoped(() => {
    writeParameters(guarded.device.queue, handle, gamma, runs, both)
    submit(guarded.device, kernels, buffers, both)
  })
  const mapped = Promise.all(
    buffers.pages.map((page) => page.staging.mapAsync(GPUMapMode.READ, 0, stagedBytes(page, both))),
  )
  try {
    await guarded.untilLost(Promise.all([judged, mapped.catch(explain(handle))]))
    collect(handle, both)
  } finally {
    for (const { staging } of buffers.pages) staging.unmap()
  }
  return result
}

/** A valid map fails only when its buffer or its device goes. */
const explain =
  (handle: GpuHandle) =>
  (cause: unknown): never => {
    if (handle.released) throw new Error(RELEASED, { cause })
    throw new EngineLost('The GPU device was lost during a scan.', { cause })
  }
