import { describe, expect, it } from 'vitest'
import { chooseEngine } from '../../src/engine/choose.ts'
import { createCpuEngine } from '../../src/engine/cpu/engine.ts'
import { type EngineChoice, EngineLost } from '../../src/engine/engine.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { createResilientEngine } from '../../src/engine/resilient.ts'
import { availableGpu } from '../../src/engine/webgpu/available.ts'
import { createWebGpuEngine } from '../../src/engine/webgpu/engine.ts'
import { apart, makeGraph, runsFor } from '../property/engine-graphs.ts'
import { createBench, requireAdapter } from './device.ts'

const graph = makeGraph({ chains: [[3000, 20], [7], [5000]], seed: 60 })
const runs = runsFor(graph, { gamma: 1, lambda: 0.9, lambdaCritic: 1 })

describe('a device that goes away', () => {
  it('makes later scans and loads reject with EngineLost', async () => {
    const { engine, device } = await createBench()
    const handle = await engine.load(graph)
    await engine.scan(handle, 1, runs)
    device.destroy()
    await expect(engine.scan(handle, 1, runs)).rejects.toThrow(EngineLost)
    await expect(engine.load(graph)).rejects.toThrow(EngineLost)
    engine.dispose()
  })

  it('makes the scan and the load under way reject with EngineLost', async () => {
    const { engine, device } = await createBench()
    const handle = await engine.load(graph)
    const scan = engine.scan(handle, 1, runs)
    const load = engine.load(graph)
    // Let the scan be submitted first.
    await Promise.resolve()
    await Promise.resolve()
    device.destroy()
    await expect(scan).rejects.toThrow(EngineLost)
    await expect(load).rejects.toThrow(EngineLost)
    engine.dispose()
  })

  it('is replaced: by a new device once, then by the cpu engine, numbers unchanged', async () => {
    const first = await createBench()
    const second = await createBench()
    const changes: EngineChoice[] = []
    const engine = createResilientEngine(first.engine, {
      rebuild: async () => second.engine,
      fallback: createCpuEngine,
      onChange: (choice) => changes.push(choice),
    })
    const reference = createReferenceEngine()
    const want = await reference.scan(await reference.load(graph), 1, runs)
    const handle = await engine.load(graph)
    const seen: string[] = []
    for (const lose of [
      () => undefined,
      () => first.device.destroy(),
      () => second.device.destroy(),
    ]) {
      const pending = engine.scan(handle, 1, runs)
      await Promise.resolve()
      lose()
      for (const got of [await pending, await engine.scan(handle, 1, runs)]) {
        expect(apart(got, want, graph)).toBeLessThan(5e-6)
      }
      seen.push(engine.id)
    }
    expect(seen).toEqual(['webgpu', 'webgpu', 'cpu'])
    expect(changes.map(({ reason }) => reason.code)).toEqual(['device-lost', 'device-lost'])
    engine.dispose()
  })
})

describe('errors of the device', () => {
  it('surface as exceptions where no call waits for them', async () => {
    const { engine, device } = await createBench()
    const handle = await engine.load(graph)
    device.createBuffer({ size: 4, usage: 0x8000 })
    await device.queue.onSubmittedWorkDone()
    await expect(engine.scan(handle, 1, runs)).rejects.toThrow(/WebGPU: .*usage/is)
    engine.dispose()
  })

  it('surface as exceptions of the call that caused them', async () => {
    const { engine, buffers } = await createBench()
    const handle = await engine.load(graph)
    for (const buffer of buffers) if (buffer.label === 'value') buffer.destroy()
    await expect(engine.scan(handle, 1, runs)).rejects.toThrow(/WebGPU: .*"value".*destroyed/is)
    engine.dispose()
  })
})

describe('this browser', () => {
  it('gets webgpu on its software adapter only when forced', async () => {
    const free = await chooseEngine(undefined, availableGpu(), { tokens: 10_000_000 })
    expect(free.engine.id).not.toBe('webgpu')
    expect(free.reason.code).toBe('fastest')
    free.engine.dispose()
    const forced = await chooseEngine('webgpu', availableGpu(), { tokens: 1 })
    expect([forced.engine.id, forced.reason.code]).toEqual(['webgpu', 'forced'])
    expect(forced.engine.description).toMatch(/^WebGPU on .+/)
    forced.engine.dispose()
  })

  it('cannot make two engines from one adapter, and says so with EngineLost', async () => {
    const adapter = await requireAdapter()
    const engine = await createWebGpuEngine(adapter)
    await expect(createWebGpuEngine(adapter)).rejects.toThrow(EngineLost)
    engine.dispose()
  })
})
