/** Devices for the tests. No adapter is a failure, never a reason to skip. */
import type { Engine } from '../../src/engine/engine.ts'
import { availableGpu } from '../../src/engine/webgpu/available.ts'
import { createWebGpuEngineOn, type WebGpuOptions } from '../../src/engine/webgpu/engine.ts'

export async function requireAdapter(): Promise<GPUAdapter> {
  const adapter = await availableGpu()?.requestAdapter()
  if (!adapter)
    throw new Error('The test browser has no WebGPU adapter; see test/gpu/vitest.gpu.ts.')
  return adapter
}

/** An engine, its device, and every buffer it creates: poisonable, countable. */
export interface Bench {
  readonly engine: Engine
  readonly device: GPUDevice
  readonly buffers: readonly GPUBuffer[]
  /** Fills everything that kernels write with quiet NaNs, so that an unwritten result shows. */
  readonly poison: () => void
}

const KERNEL_OUTPUTS = ['advantage', 'critic', 'maps', 'entries']

export async function createBench(options?: WebGpuOptions): Promise<Bench> {
  const adapter = await requireAdapter()
  const device = await adapter.requestDevice()
  const buffers: GPUBuffer[] = []
  const destroyed = new Set<GPUBuffer>()
  const create = device.createBuffer.bind(device)
  device.createBuffer = (descriptor) => {
    const written = KERNEL_OUTPUTS.includes(descriptor.label ?? '')
    const usage = descriptor.usage | (written ? GPUBufferUsage.COPY_DST : 0)
    const buffer = create({ ...descriptor, usage })
    buffers.push(buffer)
    const destroy = buffer.destroy.bind(buffer)
    buffer.destroy = () => {
      destroyed.add(buffer)
      destroy()
    }
    return buffer
  }
  const poison = (): void => {
    for (const buffer of buffers) {
      if (destroyed.has(buffer) || !KERNEL_OUTPUTS.includes(buffer.label)) continue
      device.queue.writeBuffer(buffer, 0, new Uint32Array(buffer.size / 4).fill(0x7fc00000))
    }
  }
  const engine = createWebGpuEngineOn(device, adapter, options)
  return { engine, device, buffers, poison }
}
