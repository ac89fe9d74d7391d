import { describe, expect, it } from 'vitest'
import { createCpuEngine } from '../../src/engine/cpu/engine.ts'
import {
  BeyondFloat32,
  type Engine,
  type EngineChoice,
  EngineLost,
  ticksByScans,
} from '../../src/engine/engine.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { createResilientEngine } from '../../src/engine/resilient.ts'
import { scanTogether } from '../../src/engine/together.ts'
import { apart, makeGraph, runsFor } from './engine-graphs.ts'

/** An engine that can be lost at will: a cpu engine under a GPU's name. */
function mortal(): { readonly engine: Engine; readonly die: () => void } {
  const inner = createCpuEngine()
  let dead = false
  const alive = async <T>(task: () => Promise<T>): Promise<T> => {
    await Promise.resolve()
    if (dead) throw new EngineLost('Gone.')
    return task()
  }
  return {
    die: () => {
      dead = true
    },
    engine: ticksByScans({
      id: 'webgpu',
      description: 'mortal',
      load: (graph) => alive(() => inner.load(graph)),
      scan: (handle, gamma, runs) => alive(() => inner.scan(handle, gamma, runs)),
      release: inner.release,
      dispose: () => {
        dead = true
        inner.dispose()
      },
    }),
  }
}

const setting = { gamma: 1, lambda: 0.9, lambdaCritic: 1 }
const graph = makeGraph({ chains: [[50, 20], [7]], seed: 1 })
const other = makeGraph({ chains: [[9]], seed: 2 })

async function rightOn(engine: Engine, handle: Awaited<ReturnType<Engine['load']>>) {
  const reference = createReferenceEngine()
  const runs = runsFor(handle.graph, setting)
  const got = await engine.scan(handle, 1, runs)
  const want = await reference.scan(await reference.load(handle.graph), 1, runs)
  return apart(got, want, handle.graph) < 1e-6
}

describe('an engine whose device is lost', () => {
  it('is rebuilt once, then replaced, and every handle goes on working', async () => {
    const first = mortal()
    const second = mortal()
    const changes: EngineChoice[] = []
    const engine = createResilientEngine(first.engine, {
      rebuild: async () => second.engine,
      fallback: createCpuEngine,
      onChange: (choice) => changes.push(choice),
    })
    const [one, two] = [await engine.load(graph), await engine.load(other)]
    expect(await rightOn(engine, one)).toBe(true)
    expect(changes).toHaveLength(0)

    first.die()
    expect(await rightOn(engine, one)).toBe(true)
    expect(engine.id).toBe('webgpu')
    expect(changes.map(({ reason }) => reason)).toEqual([{ code: 'device-lost', message: 'Gone.' }])
    expect(changes[0].engine).toBe(engine)

    second.die()
    expect(await rightOn(engine, two)).toBe(true)
    expect(await rightOn(engine, one)).toBe(true)
    expect(engine.id).toBe('cpu')
    expect(changes).toHaveLength(2)
    expect(changes[1].reason).toMatchObject({ code: 'device-lost' })
  })

  it('scans several graphs at once all the same', async () => {
    const first = mortal()
    const engine = createResilientEngine(first.engine, {
      rebuild: async () => mortal().engine,
      fallback: createCpuEngine,
      onChange: () => {},
    })
    const handles = [await engine.load(graph), await engine.load(other)]
    const requests = handles.map((handle) => ({
      handle,
      gamma: 1,
      runs: runsFor(handle.graph, setting),
    }))
    first.die()
    const results = await scanTogether(engine, requests)
    const reference = createReferenceEngine()
    for (const [i, { handle, runs }] of requests.entries()) {
      const want = await reference.scan(await reference.load(handle.graph), 1, runs)
      expect(apart(results[i], want, handle.graph)).toBeLessThan(1e-6)
    }
  })

  it('recovers once for all scans and loads that were under way', async () => {
    const first = mortal()
    let rebuilds = 0
    const changes: EngineChoice[] = []
    const engine = createResilientEngine(first.engine, {
      rebuild: async () => {
        rebuilds++
        return mortal().engine
      },
      fallback: createCpuEngine,
      onChange: (choice) => changes.push(choice),
    })
    const [one, two] = [await engine.load(graph), await engine.load(other)]
    first.die()
    const [a, b, handle] = await Promise.all([
      rightOn(engine, one),
      rightOn(engine, two),
      engine.load(graph),
    ])
    expect([a, b, await rightOn(engine, handle)]).toEqual([true, true, true])
    expect([rebuilds, changes.length]).toEqual([1, 1])
  })

  it('falls back at once, and says why, when it cannot be rebuilt', async () => {
    const first = mortal()
    const changes: EngineChoice[] = []
    const engine = createResilientEngine(first.engine, {
      rebuild: () => Promise.reject(new Error('No adapter any more.')),
      fallback: createCpuEngine,
      onChange: (choice) => changes.push(choice),
    })
    const handle = await engine.load(graph)
    first.die()
    expect(await rightOn(engine, handle)).toBe(true)
    expect(engine.id).toBe('cpu')
    expect(changes.map(({ reason }) => reason)).toEqual([
      { code: 'device-lost', message: 'Gone. No adapter any more.' },
    ])
  })

  it('falls back when the rebuilt engine dies while handles move to it', async () => {
    const first = mortal()
    const engine = createResilientEngine(first.engine, {
      rebuild: async () => {
        const next = mortal()
        next.die()
        return next.engine
      },
      fallback: createCpuEngine,
      onChange: () => undefined,
    })
    const handle = await engine.load(graph)
    first.die()
    expect(await rightOn(engine, handle)).toBe(true)
    expect(engine.id).toBe('cpu')
  })

  it('leaves other failures alone, and stays disposed of', async () => {
    const { engine: inner } = mortal()
    const engine = createResilientEngine(inner, {
      rebuild: () => Promise.reject(new Error('must not be called')),
      fallback: () => {
        throw new Error('must not be called')
      },
      onChange: () => undefined,
    })
    const handle = await engine.load(graph)
    const broken = { ...graph, runCount: 1 }
    await expect(engine.load(broken)).rejects.toThrow(/runs/)
    engine.release(handle)
    await expect(engine.scan(handle, 1, handle.runs)).rejects.toThrow(/released/)
    engine.dispose()
    await expect(engine.load(graph)).rejects.toThrow('Gone.')
  })

  it('goes to the cpu at once when the graph is beyond float32: no rebuild, and the reason says so', async () => {
    const { engine: gpu } = mortal()
    const narrow: Engine = {
      ...gpu,
      load: () => Promise.reject(new BeyondFloat32('1e39 is more than float32 sums can hold.')),
    }
    let rebuilds = 0
    const changes: EngineChoice[] = []
    const engine = createResilientEngine(narrow, {
      rebuild: async () => {
        rebuilds++
        return mortal().engine
      },
      fallback: createCpuEngine,
      onChange: (choice) => changes.push(choice),
    })
    await rightOn(engine, await engine.load(graph))
    expect(rebuilds).toBe(0)
    expect(engine.id).toBe('cpu')
    expect(changes.map(({ reason }) => reason)).toEqual([
      { code: 'beyond-float32', message: '1e39 is more than float32 sums can hold.' },
    ])
  })
})
