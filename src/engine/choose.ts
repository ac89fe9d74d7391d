/**
 * Which engine runs, and why: the chip in the page shows exactly this decision. The rule: few tokens are
 * computed on the CPU in float64, which is exact; many by whatever was fastest in a trial on this machine.
 */
import type { ChooseOptions, EngineFactories } from './contest.ts'
import { createCpuEngine } from './cpu/engine.ts'
import { type EngineChoice, type EngineId, EXACT_UP_TO, type Speeds } from './engine.ts'
import { createReferenceEngine } from './reference/engine.ts'

export const ENGINE_FACTORIES: EngineFactories = {
  reference: createReferenceEngine,
  cpu: createCpuEngine,
  // Apart from the rest: only who needs them loads threads and shaders, and Node can import neither.
  wasm: async (nodes) => (await import('./wasm/browser-engine.ts')).createBrowserWasmEngine(nodes),
  webgpu: async (adapter) => (await import('./webgpu/engine.ts')).createWebGpuEngine(adapter),
}

/**
 * The trial of a machine where none was made yet, before there is a trace to choose for. Never rejects:
 * without its outcome the choice makes its own.
 */
export async function tryEngines(
  gpu: GPU | undefined,
  options: Omit<ChooseOptions, 'tokens'>,
): Promise<Speeds | undefined> {
  try {
    const { speedsHere } = await import('./contest.ts')
    return await speedsHere(gpu, { tokens: 0, factories: ENGINE_FACTORIES, ...options })
  } catch {
    return undefined
  }
}

/** Chooses and creates the engine; `forced` wins where it can be had. A software adapter is never chosen. */
export async function chooseEngine(
  forced: EngineId | undefined,
  gpu: GPU | undefined,
  options: ChooseOptions,
): Promise<EngineChoice> {
  const { tokens, factories = ENGINE_FACTORIES } = options
  if (forced === undefined && tokens <= EXACT_UP_TO) {
    return { engine: factories.cpu(), reason: { code: 'exact' } }
  }
  // Samples and short traces do without all of it.
  const { chooseFast, force } = await import('./contest.ts')
  const contest = { ...options, factories }
  return forced === undefined ? chooseFast(gpu, contest) : force(forced, gpu, contest)
}
