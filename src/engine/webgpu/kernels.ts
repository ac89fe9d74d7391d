/** Pipelines, and bind groups by name. */
import { EngineLost } from '../engine.ts'
import { BINDINGS, type BindingKind, type BindingName, type KernelName } from './layout.ts'
import { MODULES } from './modules.ts'

export interface Kernel {
  readonly pipeline: GPUComputePipeline
  readonly layout: GPUBindGroupLayout
}

/** Pipelines of one device, each compiled at its first use: together they cost 2.5 s on a software adapter. */
export interface Kernels {
  /** Compiles what is missing. Rejects with EngineLost and the compiler's message. */
  prepare(names: readonly KernelName[]): Promise<void>
  /** A kernel that was prepared. */
  get(name: KernelName): Kernel
}

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
    // Another engine has to take over, as if the device had gone.
    throw new EngineLost(`Kernel ${name} does not compile. ${lines.join('; ')}`)
  }
  const pipeline = await device.createComputePipelineAsync({
    label: name,
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module, entryPoint: entry },
  })
  return { pipeline, layout }
}

export function createKernels(device: GPUDevice): Kernels {
  const compiling = new Map<KernelName, Promise<Kernel>>()
  const ready = new Map<KernelName, Kernel>()
  const compile = async (name: KernelName): Promise<void> => {
    const started = compiling.get(name) ?? createKernel(device, name)
    compiling.set(name, started)
    ready.set(name, await started)
  }
  return {
    prepare: async (names) => {
      await Promise.all(names.map(compile))
    },
    get: (name) => {
      const kernel = ready.get(name)
      if (!kernel) throw new Error(`Kernel ${name} was not prepared.`)
      return kernel
    },
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
    layout: kernels.get(name).layout,
    entries: names.map((key, binding) => ({ binding, resource: { buffer: buffers[key] } })),
  })
}
