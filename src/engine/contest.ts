/** Which engine is the fastest here, and what takes over when it is lost; loaded for traces that are not small. */
import { type Engine, type EngineChoice, type EngineId, EngineLost, type Speeds } from './engine.ts'
import { createResilientEngine } from './resilient.ts'
import { measureSpeed } from './trial.ts'
import { describeAdapter, isSoftwareAdapter } from './webgpu/adapter.ts'

/** How engines are made; a test puts others in. */
export interface EngineFactories {
  readonly reference: () => Engine
  readonly cpu: () => Engine
  /** @param nodes that it will probably be given: its threads start at once */
  readonly wasm: (nodes?: number) => Promise<Engine>
  readonly webgpu: (adapter: GPUAdapter) => Promise<Engine>
}

export interface ChooseOptions {
  /** Tokens of the trace. */
  readonly tokens: number
  /** An earlier trial; taken if it was made on this machine. */
  readonly speeds?: Speeds
  /** Called when a lost device or thread made the engine change. */
  readonly onChange?: (choice: EngineChoice) => void
  readonly factories?: EngineFactories
  readonly now?: () => number
  /** `navigator.hardwareConcurrency`. */
  readonly cores?: number
}

export type Contest = ChooseOptions & { readonly factories: EngineFactories }

const NO_ADAPTER = 'WebGPU found no adapter: this browser gives pages no GPU to compute on.'

type Build = () => Promise<Engine>

async function requestAdapter(gpu: GPU | undefined): Promise<GPUAdapter | undefined> {
  return (await gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? undefined
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`)

/** The GPU engine, wrapped to survive the loss of its device. Rejects if there is none now. */
async function createGpuSurvivor(
  gpu: GPU,
  adapter: GPUAdapter,
  { factories, onChange = () => {} }: Contest,
): Promise<Engine> {
  const rebuild = async (): Promise<Engine> => {
    // An adapter is spent with its first device; and another GPU may have taken over.
    const next = await requestAdapter(gpu)
    const worse = next && isSoftwareAdapter(next) && !isSoftwareAdapter(adapter)
    if (next === undefined || worse) throw new EngineLost('The GPU did not come back.')
    return factories.webgpu(next)
  }
  return createResilientEngine(await factories.webgpu(adapter), {
    rebuild,
    fallback: factories.cpu,
    onChange,
  })
}

/** The WASM engine, wrapped to survive the death of a thread. Rejects without WebAssembly SIMD. */
async function createWasmSurvivor({
  tokens,
  factories,
  onChange = () => {},
}: Contest): Promise<Engine> {
  return createResilientEngine(await factories.wasm(tokens), {
    rebuild: () => factories.wasm(tokens),
    fallback: factories.cpu,
    loss: 'thread-lost',
    onChange,
  })
}

/** The engine asked for, or the cpu engine and what is wrong. */
export async function force(
  forced: EngineId,
  gpu: GPU | undefined,
  options: Contest,
): Promise<EngineChoice> {
  const { factories } = options
  const build: Readonly<Record<EngineId, Build>> = {
    reference: async () => factories.reference(),
    cpu: async () => factories.cpu(),
    wasm: () => createWasmSurvivor(options),
    webgpu: async () => {
      if (!gpu) throw new EngineLost('This browser has no WebGPU.')
      const adapter = await requestAdapter(gpu)
      if (!adapter) throw new EngineLost(NO_ADAPTER)
      return createGpuSurvivor(gpu, adapter, options)
    },
  }
  try {
    return { engine: await build[forced](), reason: { code: 'forced' } }
  } catch (error) {
    const reason = { code: 'forced-unavailable', message: messageOf(error) } as const
    return { engine: factories.cpu(), reason }
  }
}

/** What may be chosen: built bare for a trial, and so as to survive losses for use. */
interface Candidate {
  readonly id: Exclude<EngineId, 'reference'>
  readonly bare: Build
  readonly lasting: Build
}

function candidates(
  gpu: GPU | undefined,
  adapter: GPUAdapter | undefined,
  options: Contest,
): readonly Candidate[] {
  const { factories } = options
  const cpu: Build = async () => factories.cpu()
  const always: readonly Candidate[] = [
    { id: 'cpu', bare: cpu, lasting: cpu },
    { id: 'wasm', bare: () => factories.wasm(), lasting: () => createWasmSurvivor(options) },
  ]
  if (!gpu || !adapter) return always
  // Each device wants an adapter of its own.
  const onFresh = async (build: (fresh: GPUAdapter) => Promise<Engine>): Promise<Engine> => {
    const fresh = await requestAdapter(gpu)
    if (!fresh) throw new EngineLost(NO_ADAPTER)
    return build(fresh)
  }
  const webgpu: Candidate = {
    id: 'webgpu',
    bare: () => onFresh(factories.webgpu),
    lasting: () => onFresh((fresh) => createGpuSurvivor(gpu, fresh, options)),
  }
  return [...always, webgpu]
}

/** Times every candidate; one that cannot be built or run has no speed. */
async function tryAll(
  machine: string,
  all: readonly Candidate[],
  now: () => number,
): Promise<Speeds> {
  const speeds: Partial<Record<Candidate['id'], number>> = {}
  const copies: Partial<Record<Candidate['id'], number>> = {}
  for (const { id, bare } of all) {
    try {
      const engine = await bare()
      try {
        const { scan, copy } = await measureSpeed(engine, now)
        speeds[id] = scan
        copies[id] = copy
      } finally {
        engine.dispose()
      }
    } catch {
      // No SIMD, or a GPU that fails at once: that a faster engine is missing is no fault to report.
    }
  }
  return { cpu: 0, ...speeds, copies, machine }
}

/** All that may be chosen here, and how fast they are, by an earlier trial or a new one. */
async function contestants(gpu: GPU | undefined, options: Contest) {
  const { now = () => performance.now(), cores = 1 } = options
  const found = await requestAdapter(gpu)
  // Slower than typed arrays: it computes on the same cores.
  const adapter = found && !isSoftwareAdapter(found) ? found : undefined
  const all = candidates(gpu, adapter, options)
  const machine = `${cores} cores, ${adapter ? describeAdapter(adapter) : 'no GPU'}`
  const { speeds: known } = options
  const speeds = known?.machine === machine ? known : await tryAll(machine, all, now)
  return { all, speeds }
}

/** The speeds that `chooseFast` decides by. */
export const speedsHere = async (gpu: GPU | undefined, options: Contest): Promise<Speeds> =>
  (await contestants(gpu, options)).speeds

/** The fastest on this machine. A software adapter is never chosen. */
export async function chooseFast(gpu: GPU | undefined, options: Contest): Promise<EngineChoice> {
  const { all, speeds } = await contestants(gpu, options)
  const fastestFirst = all
    .filter(({ id }) => speeds[id] !== undefined)
    .sort((a, b) => (speeds[b.id] ?? 0) - (speeds[a.id] ?? 0))
  for (const { lasting } of fastestFirst) {
    try {
      return { engine: await lasting(), reason: { code: 'fastest', speeds } }
    } catch {
      // It ran in the trial and does not now: the next one takes over.
    }
  }
  throw new Error('The cpu engine is always a candidate.')
}
