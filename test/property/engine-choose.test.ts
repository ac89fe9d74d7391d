import { describe, expect, it } from 'vitest'
import { chooseEngine, ENGINE_FACTORIES, type EngineFactories } from '../../src/engine/choose.ts'
import { createCpuEngine } from '../../src/engine/cpu/engine.ts'
import { type EngineChoice, EngineLost } from '../../src/engine/engine.ts'
import { availableGpu } from '../../src/engine/webgpu/adapter.ts'
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
const factories: EngineFactories = {
  ...ENGINE_FACTORIES,
  webgpu: async () => ({ ...createCpuEngine(), id: 'webgpu' as const }),
}
const choose = async (forced: Parameters<typeof chooseEngine>[0], from: GPU | undefined) => {
  const { engine, reason } = await chooseEngine(forced, from, { factories })
  return [engine.id, reason]
}

describe('the engine is', () => {
  it('webgpu on a hardware adapter, and names it', async () => {
    const reason = { code: 'hardware', adapter: 'nvidia hopper' }
    expect(await choose(undefined, gpu(hardware))).toEqual(['webgpu', reason])
  })

  it.each([
    ['a flagged fallback', adapter({ vendor: 'x', isFallbackAdapter: true })],
    ['SwiftShader', swiftshader],
    ['llvmpipe', adapter({ vendor: 'mesa', description: 'llvmpipe (LLVM 15.0.6, 256 bits)' })],
    ['Microsoft’s', adapter({ vendor: 'microsoft', description: 'Microsoft Basic Render Driver' })],
  ])('cpu on a software adapter (%s), unless webgpu is forced', async (_, software) => {
    expect(await choose(undefined, gpu(software))).toMatchObject([
      'cpu',
      { code: 'software-adapter' },
    ])
    expect(await choose('webgpu', gpu(software))).toEqual(['webgpu', { code: 'forced' }])
  })

  it('cpu without an adapter, and without WebGPU', async () => {
    expect(await choose(undefined, gpu(null))).toEqual(['cpu', { code: 'no-adapter' }])
    expect(await choose(undefined, undefined)).toEqual(['cpu', { code: 'no-adapter' }])
    expect(availableGpu()).toBe(undefined)
  })

  it('cpu with the reason where webgpu is forced and cannot be had', async () => {
    const code = 'forced-unavailable'
    expect(await choose('webgpu', undefined)).toMatchObject(['cpu', { code }])
    expect(await choose('webgpu', gpu(null))).toMatchObject(['cpu', { code }])
    const broken = { ...factories, webgpu: () => Promise.reject(new EngineLost('No device.')) }
    const forced = await chooseEngine('webgpu', gpu(hardware), { factories: broken })
    expect(forced.reason).toEqual({ code, message: 'No device.' })
    const free = await chooseEngine(undefined, gpu(hardware), { factories: broken })
    expect([free.engine.id, free.reason.code]).toEqual(['cpu', 'device-lost'])
  })

  it('what was forced, whatever the adapter', async () => {
    expect(await choose('reference', gpu(hardware))).toEqual(['reference', { code: 'forced' }])
    expect(await choose('cpu', gpu(hardware))).toEqual(['cpu', { code: 'forced' }])
  })

  it('cpu, not a software adapter, once the hardware adapter is gone', async () => {
    const changes: EngineChoice[] = []
    const lost = {
      ...factories,
      webgpu: async () => ({
        ...createCpuEngine(),
        id: 'webgpu' as const,
        scan: () => Promise.reject(new EngineLost('Unplugged.')),
      }),
    }
    const { engine } = await chooseEngine(undefined, gpu(hardware, swiftshader), {
      factories: lost,
      onChange: (choice) => changes.push(choice),
    })
    const handle = await engine.load(makeGraph({ chains: [[3]], seed: 1 }))
    await engine.scan(handle, 1, handle.runs)
    expect(engine.id).toBe('cpu')
    expect(changes[0].reason).toMatchObject({ code: 'device-lost' })
  })
})
