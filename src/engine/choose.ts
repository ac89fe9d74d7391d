/** Which engine runs, and why: the chip in the page shows exactly this decision. */
import { createCpuEngine } from './cpu/engine.ts'
import { type Engine, type EngineChoice, type EngineId, EngineLost } from './engine.ts'
import { createReferenceEngine } from './reference/engine.ts'
import { createResilientEngine } from './resilient.ts'
import { describeAdapter, isSoftwareAdapter } from './webgpu/adapter.ts'

/** How engines are made; a test puts others in. */
export interface EngineFactories {
  readonly reference: () => Engine
  readonly cpu: () => Engine
  readonly webgpu: (adapter: GPUAdapter) => Promise<Engine>
}

export const ENGINE_FACTORIES: EngineFactories = {
  reference: createReferenceEngine,
  cpu: createCpuEngine,
  // Apart from the rest: nobody without an adapter loads the shaders, and Node cannot import them.
  webgpu: async (adapter) => (await import('./webgpu/engine.ts')).createWebGpuEngine(adapter),
}

export interface ChooseOptions {
  /** Called when a lost device made the engine change. */
  readonly onChange?: (choice: EngineChoice) => void
  readonly factories?: EngineFactories
}

async function requestAdapter(gpu: GPU): Promise<GPUAdapter | undefined> {
  return (await gpu.requestAdapter({ powerPreference: 'high-performance' })) ?? undefined
}

/** The GPU engine, wrapped to survive the loss of its device. Rejects if there is none now. */
async function createSurvivor(
  gpu: GPU,
  adapter: GPUAdapter,
  factories: EngineFactories,
  onChange: (choice: EngineChoice) => void,
): Promise<Engine> {
  const rebuild = async (): Promise<Engine> => {
    // An adapter is spent with its first device; and another GPU may have taken over.
    const next = await requestAdapter(gpu)
    const worse = next && isSoftwareAdapter(next) && !isSoftwareAdapter(adapter)
    if (next === undefined || worse) {
      throw new EngineLost('The GPU did not come back.')
    }
    return factories.webgpu(next)
  }
  return createResilientEngine(await factories.webgpu(adapter), {
    rebuild,
    fallback: factories.cpu,
    onChange,
  })
}

/**
 * Chooses and creates the engine. `forced` wins where it can be had; else WebGPU on a hardware adapter,
 * else the cpu engine: a software adapter takes several times as long as typed arrays.
 *
 * @param gpu `availableGpu()` of webgpu/adapter.ts
 */
export async function chooseEngine(
  forced: EngineId | undefined,
  gpu: GPU | undefined,
  { onChange = () => undefined, factories = ENGINE_FACTORIES }: ChooseOptions = {},
): Promise<EngineChoice> {
  if (forced === 'reference') return { engine: factories.reference(), reason: { code: 'forced' } }
  if (forced === 'cpu') return { engine: factories.cpu(), reason: { code: 'forced' } }

  const cpuBecause = (reason: EngineChoice['reason']): EngineChoice => ({
    engine: factories.cpu(),
    reason,
  })
  const noAdapter = (message: string): EngineChoice =>
    cpuBecause(
      forced === undefined ? { code: 'no-adapter' } : { code: 'forced-unavailable', message },
    )
  if (gpu === undefined) return noAdapter('This browser has no WebGPU.')
  const adapter = await requestAdapter(gpu)
  if (adapter === undefined) return noAdapter('WebGPU found no adapter.')
  const name = describeAdapter(adapter)
  if (forced === undefined && isSoftwareAdapter(adapter)) {
    return cpuBecause({ code: 'software-adapter', adapter: name })
  }
  try {
    const engine = await createSurvivor(gpu, adapter, factories, onChange)
    return {
      engine,
      reason: forced === undefined ? { code: 'hardware', adapter: name } : { code: 'forced' },
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return cpuBecause({ code: forced ? 'forced-unavailable' : 'device-lost', message })
  }
}
