/** Pipelines, and bind groups by name. */
import { BINDINGS, type BindingKind, type BindingName, KERNELS, type KernelName } from './layout.ts'
import { MODULES } from './modules.ts'

export interface Kernel {
  readonly pipeline: GPUComputePipeline
  readonly layout: GPUBindGroupLayout
}
export type Kernels = Readonly<Record<KernelName, Kernel>>

async function createKernel(device: GPUDevice, name: KernelName): Promise<Kernel> {
  const kinds: readonly BindingKind[] = Object.values(BINDINGS[name])
  const layout = device.createBindGroupLayout({
    label: name,
    entries: kinds.map((type, binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type },
    })),
  })
  const { code, entry } = MODULES[name]
  const module = device.createShaderModule({ label: name, code })
  const { messages } = await module.getCompilationInfo()
  const errors = messages.filter(({ type }) => type === 'error')
  if (errors.length > 0) {
    const lines = errors.map(({ lineNum, linePos, message }) => `${lineNum}:${linePos} ${message}`)
    throw new Error(`Kernel ${name} does not compile. ${lines.join('; ')}`)
  }
  const pipeline = await device.createComputePipelineAsync({
    label: name,
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module, entryPoint: entry },
  })
  return { pipeline, layout }
}

/** Compiles every kernel. Rejects with the compiler's message. */
export async function createKernels(device: GPUDevice): Promise<Kernels> {
  const [tileReduce, tileScan, tileApply, chainScan] = await Promise.all(
    KERNELS.map((name) => createKernel(device, name)),
  )
  return {
    'tile-reduce': tileReduce,
    'tile-scan': tileScan,
    'tile-apply': tileApply,
    'chain-scan': chainScan,
  }
}

/** Binds one buffer to every name of the kernel. */
export function bind<K extends KernelName>(
  device: GPUDevice,
  kernels: Kernels,
  name: K,
  buffers: Readonly<Record<BindingName<K>, GPUBuffer>>,
): GPUBindGroup {
  const names = Object.keys(BINDINGS[name]) as BindingName<K>[]
  return device.createBindGroup({
    label: name,
    layout: kernels[name].layout,
    entries: names.map((key, binding) => ({ binding, resource: { buffer: buffers[key] } })),
  })
}
