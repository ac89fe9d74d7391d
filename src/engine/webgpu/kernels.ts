/** Pipelines, and bind groups by name. */
import { EngineLost } from '../engine.ts'
import {
  BINDINGS,
  type BindingKind,
  type BindingName,
  type Form,
  type KernelName,
} from './layout.ts'
import { entryOf, moduleOf } from './modules.ts'

/** Pipelines of one device, each compiled at its first use and kept. */
export interface Kernels {
  /** The same for every form, and there without compiling. */
  layout(name: KernelName): GPUBindGroupLayout
  /** Compiles what is missing. Rejects with EngineLost and the compiler's message. */
  prepare(names: readonly KernelName[], form: Form): Promise<void>
  /** A kernel that was prepared. */
  pipeline(name: KernelName, form: Form): GPUComputePipeline
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
  code: string,
): Promise<GPUComputePipeline> {
  const module = device.createShaderModule({ label: name, code })
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
  /** By their texts: some kernels do not tell forms apart. */
  const compiling = new Map<string, Promise<GPUComputePipeline>>()
  const ready = new Map<string, GPUComputePipeline>()
  const keyOf = (name: KernelName, { accumulators, rewards }: Form): string =>
    `${name} ${accumulators} ${rewards}`
  const layout = (name: KernelName): GPUBindGroupLayout => {
    const known = layouts.get(name) ?? createLayout(device, name)
    layouts.set(name, known)
    return known
  }
  const compile = async (name: KernelName, form: Form): Promise<void> => {
    const key = keyOf(name, form)
    if (ready.has(key)) return
    const code = moduleOf(name, form)
    const started = compiling.get(code) ?? createPipeline(device, layout(name), name, code)
    compiling.set(code, started)
    ready.set(key, await started)
  }
  return {
    layout,
    prepare: async (names, form) => {
      await Promise.all(names.map((name) => compile(name, form)))
    },
    pipeline: (name, form) => {
      const pipeline = ready.get(keyOf(name, form))
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
