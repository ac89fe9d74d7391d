/** Pipelines, and bind groups by name. */
import { EngineLost } from '../engine.ts'
import {
  type Accumulators,
  BINDINGS,
  type BindingKind,
  type BindingName,
  type KernelName,
} from './layout.ts'
import { entryOf, moduleOf } from './modules.ts'

/** Pipelines of one device, each compiled at its first use and kept. */
export interface Kernels {
  /** The same for one accumulator and for both, and there without compiling. */
  layout(name: KernelName): GPUBindGroupLayout
  /** Compiles what is missing. Rejects with EngineLost and the compiler's message. */
  prepare(names: readonly KernelName[], accumulators: Accumulators): Promise<void>
  /** A kernel that was prepared. */
  pipeline(name: KernelName, accumulators: Accumulators): GPUComputePipeline
}

function createLayout(device: GPUDevice, name: KernelName): GPUBindGroupLayout {
  const kinds: readonly BindingKind[] = Object.values(BINDINGS[name])
  return device.createBindGroupLayout({
    label: name,
    entries: kinds.map((type, binding) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type },
    })),
  })
}

async function createPipeline(
  device: GPUDevice,
  layout: GPUBindGroupLayout,
  name: KernelName,
  accumulators: Accumulators,
): Promise<GPUComputePipeline> {
  const module = device.createShaderModule({ label: name, code: moduleOf(name, accumulators) })
  const { messages } = await module.getCompilationInfo()
  const errors = messages.filter(({ type }) => type === 'error')
  if (errors.length > 0) {
    const lines = errors.map(({ lineNum, linePos, message }) => `${lineNum}:${linePos} ${message}`)
    // Another engine has to take over, as if the device had gone.
    throw new EngineLost(`Kernel ${name} does not compile. ${lines.join('; ')}`)
  }
  return device.createComputePipelineAsync({
    label: name,
    layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
    compute: { module, entryPoint: entryOf(name) },
  })
}

export function createKernels(device: GPUDevice): Kernels {
  const layouts = new Map<KernelName, GPUBindGroupLayout>()
  const compiling = new Map<string, Promise<GPUComputePipeline>>()
  const ready = new Map<string, GPUComputePipeline>()
  const layout = (name: KernelName): GPUBindGroupLayout => {
    const known = layouts.get(name) ?? createLayout(device, name)
    layouts.set(name, known)
    return known
  }
  const compile = async (name: KernelName, accumulators: Accumulators): Promise<void> => {
    const key = `${name} ${accumulators}`
    const started = compiling.get(key) ?? createPipeline(device, layout(name), name, accumulators)
    compiling.set(key, started)
    ready.set(key, await started)
  }
  return {
    layout,
    prepare: async (names, accumulators) => {
      await Promise.all(names.map((name) => compile(name, accumulators)))
    },
    pipeline: (name, accumulators) => {
      const pipeline = ready.get(`${name} ${accumulators}`)
      if (!pipeline) throw new Error(`Kernel ${name} was not prepared.`)
      return pipeline
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
    layout: kernels.layout(name),
    entries: names.map((key, binding) => ({ binding, resource: { buffer: buffers[key] } })),
  })
}
