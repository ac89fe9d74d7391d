import { describe, expect, it } from 'vitest'
import { chooseEngine, ENGINE_FACTORIES } from '../../src/engine/choose.ts'
import type { ChooseOptions, EngineFactories } from '../../src/engine/contest.ts'
import { createCpuEngine } from '../../src/engine/cpu/engine.ts'
import {
  type Engine,
  type EngineChoice,
  type EngineId,
  EngineLost,
  EXACT_UP_TO,
} from '../../src/engine/engine.ts'
import { availableGpu } from '../../src/engine/webgpu/available.ts'
import { makeGraph } from './engine-graphs.ts'

/** As much of an adapter as choosing reads. */
const adapter = (info: Partial<GPUAdapterInfo>) =>
  ({
    info: {
      vendor: '',
      architecture: '',
      device: '',
      description: '',
      isFallbackAdapter: false,
      ...info,
    },
  }) as unknown as GPUAdapter

/** Gives the adapters in turn, the last one for ever. */
const gpu = (...adapters: (GPUAdapter | null)[]): GPU => {
  const left = [...adapters]
  const requestAdapter = async () => (left.length > 1 ? left.shift() : left[0]) ?? null
  return { requestAdapter } as unknown as GPU
}

const hardware = adapter({ vendor: 'nvidia', architecture: 'hopper' })
const swiftshader = adapter({ vendor: 'google', architecture: 'swiftshader' })

/** Engines whose scans take as long as `milliseconds` says, on a clock that only they move. */
function machineWith(milliseconds: Readonly<Record<'cpu' | 'wasm' | 'webgpu', number>>) {
  let clock = 0
  let alive = 0
  const trials: string[] = []
  const make = (id: 'cpu' | 'wasm' | 'webgpu'): Engine => {
    const inner = createCpuEngine()
    alive++
    return {
      ...inner,
      id,
      scan: (handle, gamma, runs) => {
        if (trials.at(-1) !== id) trials.push(id)
        clock += milliseconds[id]
        return inner.scan(handle, gamma, runs)
      },
      copy: async () => {
        clock += milliseconds[id] / 4
        return new Float32Array(0)
      },
      dispose: () => {
        alive--
        inner.dispose()
      },
    }
  }
  const factories: EngineFactories = {
    ...ENGINE_FACTORIES,
    cpu: () => make('cpu'),
    wasm: async () => make('wasm'),
    webgpu: async () => make('webgpu'),
  }
  return {
    trials,
    factories,
    alive: () => alive,
    choose: (
      from: GPU | undefined,
      options: Partial<ChooseOptions> & { readonly forced?: EngineId } = {},
    ) =>
      chooseEngine(options.forced, from, {
        tokens: 10_000_000,
        cores: 8,
        factories,
        now: () => clock,
        ...options,
      }),
    wait: (milliseconds: number) => {
      clock += milliseconds
    },
  }
}

const USUAL = { cpu: 3, wasm: 1, webgpu: 0.5 }

describe('few tokens', () => {
  it('are computed in float64, whatever else there is, and without a trial', async () => {
    const machine = machineWith(USUAL)
    const { engine, reason } = await machine.choose(gpu(hardware), { tokens: EXACT_UP_TO })
    expect([engine.id, reason.code, machine.trials]).toEqual(['cpu', 'exact', []])
  })
})

describe('many tokens go to', () => {
  it.each([
    ['the GPU where it is the fastest', USUAL, hardware, 'webgpu'],
    ['WASM where the GPU is slow', { ...USUAL, webgpu: 2 }, hardware, 'wasm'],
    ['the CPU where nothing is faster', { cpu: 1, wasm: 2, webgpu: 3 }, hardware, 'cpu'],
    ['WASM without an adapter', USUAL, null, 'wasm'],
    [
      'WASM on a flagged fallback',
      USUAL,
      adapter({ vendor: 'x', isFallbackAdapter: true }),
      'wasm',
    ],
    ['WASM on SwiftShader', USUAL, swiftshader, 'wasm'],
    ['WASM on llvmpipe', USUAL, adapter({ description: 'llvmpipe (LLVM 15.0.6)' }), 'wasm'],
    [
      'WASM on Microsoft’s',
      USUAL,
      adapter({ description: 'Microsoft Basic Render Driver' }),
      'wasm',
    ],
  ] as const)('%s', async (_, milliseconds, found, winner) => {
    const machine = machineWith(milliseconds)
    const { engine, reason } = await machine.choose(gpu(found))
    expect([engine.id, reason.code]).toEqual([winner, 'fastest'])
    // The losers of the trial are gone.
    expect(machine.alive()).toBe(1)
  })

  it('the winner of an earlier trial on the same machine, without another', async () => {
    const first = machineWith(USUAL)
    const { reason } = await first.choose(gpu(hardware))
    if (reason.code !== 'fastest') throw new Error('There was no trial.')
    const later = machineWith(USUAL)
    const again = await later.choose(gpu(hardware), { speeds: reason.speeds })
    expect([again.engine.id, later.trials]).toEqual(['webgpu', []])
    // How far each is from the pace of its memory: here a copy takes a quarter of the time.
    const { copies, webgpu = 0, wasm = 0 } = reason.speeds
    expect(copies?.webgpu).toBeCloseTo(4 * webgpu)
    expect(copies?.wasm).toBeCloseTo(4 * wasm)
    // The GPU was taken out.
    const other = machineWith(USUAL)
    const without = await other.choose(undefined, { speeds: reason.speeds })
    expect([without.engine.id, other.trials]).toEqual(['wasm', ['cpu', 'wasm']])
  })

  it('the fastest, even where the machine did something else in the middle of its trial', async () => {
    const machine = machineWith(USUAL)
    let pauses = 2
    const wasm = async (): Promise<Engine> => {
      const engine = await machine.factories.wasm()
      const scan: Engine['scan'] = (...how) => {
        if (pauses-- > 0) machine.wait(30)
        return engine.scan(...how)
      }
      return { ...engine, scan }
    }
    const { engine } = await machine.choose(undefined, {
      factories: { ...machine.factories, wasm },
    })
    expect(engine.id).toBe('wasm')
  })

  it('what is left where the faster ones cannot be built', async () => {
    const machine = machineWith(USUAL)
    const broken = () => Promise.reject(new EngineLost('Not here.'))
    const { engine, reason } = await chooseEngine(undefined, gpu(hardware), {
      tokens: 10_000_000,
      factories: { ...machine.factories, webgpu: broken, wasm: broken },
    })
    expect([engine.id, reason.code]).toEqual(['cpu', 'fastest'])
  })

  it('the next one where the winner of an earlier trial cannot be built any more', async () => {
    const machine = machineWith(USUAL)
    const { engine } = await chooseEngine(undefined, undefined, {
      tokens: 10_000_000,
      cores: 8,
      speeds: { machine: '8 cores, no GPU', cpu: 1, wasm: 2 },
      factories: { ...machine.factories, wasm: () => Promise.reject(new Error('no SIMD')) },
    })
    expect(engine.id).toBe('cpu')
  })
})

describe('an engine that was asked for', () => {
  it.each(['reference', 'cpu', 'wasm', 'webgpu'] as const)('is taken: %s', async (forced) => {
    const machine = machineWith({ cpu: 1, wasm: 1, webgpu: 1 })
    for (const tokens of [1, 10_000_000]) {
      const { engine, reason } = await machine.choose(gpu(swiftshader), { forced, tokens })
      expect([engine.id, reason]).toEqual([forced, { code: 'forced' }])
    }
    expect(machine.trials).toEqual([])
  })

  it('is replaced by the cpu engine, with the reason, where it cannot be had', async () => {
    const machine = machineWith(USUAL)
    const code = 'forced-unavailable'
    for (const from of [undefined, gpu(null)]) {
      const { engine, reason } = await machine.choose(from, { forced: 'webgpu' })
      expect([engine.id, reason.code]).toEqual(['cpu', code])
    }
    expect(availableGpu()).toBe(undefined)
    const factories = {
      ...machine.factories,
      wasm: () => Promise.reject(new Error('No SIMD.')),
    }
    const { engine, reason } = await chooseEngine('wasm', undefined, { tokens: 1, factories })
    expect([engine.id, reason]).toEqual(['cpu', { code, message: 'No SIMD.' }])
  })
})

describe('an engine that is lost in use', () => {
  const lost = (id: EngineId) => async (): Promise<Engine> => ({
    ...createCpuEngine(),
    id,
    scan: () => Promise.reject(new EngineLost('Unplugged.')),
  })

  it.each([
    ['webgpu', 'device-lost'],
    ['wasm', 'thread-lost'],
  ] as const)('%s: is rebuilt once, then replaced by the cpu engine', async (forced, code) => {
    const changes: EngineChoice[] = []
    const { engine } = await chooseEngine(forced, gpu(hardware), {
      tokens: 1,
      factories: { ...ENGINE_FACTORIES, [forced]: lost(forced) },
      onChange: (choice) => changes.push(choice),
    })
    const handle = await engine.load(makeGraph({ chains: [[3]], seed: 1 }))
    await engine.scan(handle, 1, handle.runs)
    expect(engine.id).toBe('cpu')
    expect(changes.map(({ reason }) => reason.code)).toEqual([code, code])
  })

  it('a GPU is not replaced by a software adapter', async () => {
    const changes: EngineChoice[] = []
    const { engine } = await chooseEngine('webgpu', gpu(hardware, swiftshader), {
      tokens: 1,
      factories: { ...ENGINE_FACTORIES, webgpu: lost('webgpu') },
      onChange: (choice) => changes.push(choice),
    })
    const handle = await engine.load(makeGraph({ chains: [[3]], seed: 1 }))
    await engine.scan(handle, 1, handle.runs)
    expect([engine.id, changes.length]).toEqual(['cpu', 1])
  })
})
