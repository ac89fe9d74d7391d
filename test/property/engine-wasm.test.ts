import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CreditGraph, RunParameters } from '../../src/credit/graph.ts'
import { weightedStatistics } from '../../src/credit/statistics.ts'
import { type Engine, type EngineHandle, EngineLost } from '../../src/engine/engine.ts'
import { createWasmEngine, type WasmEngine } from '../../src/engine/wasm/engine.ts'
import { shardWorkers } from '../support/shards.ts'
import {
  apart,
  makeGraph,
  mixedRuns,
  numbersOf,
  oracle,
  ragged,
  runsFor,
  SETTINGS,
  SHAPES,
} from './engine-graphs.ts'

/** As for the other float32 engine; the schema allows 1e-5. */
const TOLERANCE = 5e-6

/** On this thread alone; and on three threads that take whatever there is, however few nodes. */
const CONFIGURATIONS: Readonly<Record<string, () => WasmEngine>> = {
  'one thread': () => createWasmEngine(),
  'three threads': () => createWasmEngine({ threads: 3, nodesPerThread: 1, ...shardWorkers() }),
}

/** What a tick says of all nodes, against float64; relative to the largest of them. */
async function checkTick(
  engine: Engine,
  handle: EngineHandle,
  gamma: number,
  runs: RunParameters,
): Promise<void> {
  const { advantage } = await oracle(handle.graph, gamma, runs)
  const all = { weight: undefined, without: 0, scaled: undefined }
  const want = weightedStatistics({ numbers: advantage, ...all })
  const got = await (await engine.tick(handle, gamma, runs)).statistics()
  const scale = Math.max(Math.abs(want.min), Math.abs(want.max), 1e-300)
  expect(got.count).toBe(want.count)
  for (const key of ['mean', 'std', 'min', 'max'] as const) {
    expect(Math.abs(got[key] - want[key]) / scale, key).toBeLessThan(TOLERANCE)
  }
}

/** Every setting on one graph, outputs poisoned before each scan. */
async function battery(engine: Engine, graph: CreditGraph): Promise<void> {
  const handle = await engine.load(graph)
  const ticks = [
    ...SETTINGS.map((setting) => ({ gamma: setting.gamma, runs: runsFor(graph, setting) })),
    { gamma: 0.999, runs: mixedRuns(graph, 5) },
  ]
  for (const { gamma, runs } of ticks) {
    const poisoned = await engine.scan(handle, 1, mixedRuns(graph, 6))
    poisoned.advantage.fill(Number.NaN)
    poisoned.critic.fill(Number.NaN)
    await checkTick(engine, handle, gamma, runs)
    const got = await engine.scan(handle, gamma, runs)
    expect(apart(got, await oracle(graph, gamma, runs), graph)).toBeLessThan(TOLERANCE)
  }
  engine.release(handle)
}

describe.each(Object.entries(CONFIGURATIONS))(
  'the wasm engine, %s, agrees with float64',
  (_, create) => {
    for (const [name, spec] of Object.entries(SHAPES)) {
      it(`on ${name}`, async () => {
        const engine = create()
        onTestFinished(() => engine.dispose())
        await battery(engine, makeGraph(spec))
      })
    }

    it('on random graphs', async () => {
      const engine = create()
      onTestFinished(() => engine.dispose())
      const unit = fc.double({ min: 0, max: 1, noNaN: true })
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            chains: fc.array(fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1 })),
            seed: fc.nat(),
            cut: fc.constantFrom(0, 0.5, 1),
            explicit: fc.constantFrom(0, 0.5, 1),
            double: fc.boolean(),
            rewards: fc.constantFrom('dense' as const, 'terminal' as const),
          }),
          fc.record({
            gamma: unit,
            lambda: unit,
            lambdaCritic: fc.option(unit, { nil: undefined }),
          }),
          async (spec, setting) => {
            const graph = makeGraph(spec)
            const runs = runsFor(graph, setting)
            const handle = await engine.load(graph)
            const got = await engine.scan(handle, setting.gamma, runs)
            const want = await oracle(graph, setting.gamma, runs)
            expect(apart(got, want, graph)).toBeLessThan(TOLERANCE)
            engine.release(handle)
          },
        ),
        { numRuns: 40 },
      )
    })

    it('where an accumulator fades below what float32 can hold', async () => {
      const graph = makeGraph({ chains: [[20_000]], seed: 1, rewards: 'terminal' })
      numbersOf(graph.value).fill(0)
      const engine = create()
      onTestFinished(() => engine.dispose())
      const runs = runsFor(graph, { gamma: 0.99, lambda: 1, lambdaCritic: undefined })
      const { advantage } = await engine.scan(await engine.load(graph), 0.99, runs)
      expect(advantage[19_999 - 2000]).toBeCloseTo(0.99 ** 2000, 14)
      expect(advantage[0]).toBe(0)
    })
  },
)

describe('accuracy over half a million tokens', () => {
  /** The trainers' loop: everything in float32, one token after the other. */
  function sequential(graph: CreditGraph, beta: number): Float32Array {
    const advantage = new Float32Array(graph.nodeCount)
    const [value, reward] = [graph.value, graph.reward].map(numbersOf)
    const narrow = Math.fround(beta)
    let a = 0
    let next = 0
    for (let k = graph.nodeCount - 1; k >= 0; k--) {
      const delta = Math.fround(Math.fround(reward[k] + next) - value[k])
      a = Math.fround(delta + Math.fround(narrow * a))
      advantage[k] = a
      next = value[k]
    }
    return advantage
  }

  it.each([
    [0.95, 1],
    [0.999, 0.5],
    [1, 0.05],
  ])(
    'at γλ = %f the largest error is at most %f of the sequential float32 loop’s',
    async (lambda, share) => {
      const graph = makeGraph({ chains: [[2 ** 19]], seed: 3, explicit: 0 })
      const runs = runsFor(graph, { gamma: 1, lambda, lambdaCritic: undefined })
      const want = (await oracle(graph, 1, runs)).advantage
      const worst = (got: ArrayLike<number>): number => {
        let most = 0
        for (let k = 0; k < want.length; k++) most = Math.max(most, Math.abs(want[k] - got[k]))
        return most
      }
      const engine = createWasmEngine()
      const { advantage } = await engine.scan(await engine.load(graph), 1, runs)
      expect(worst(advantage) / worst(sequential(graph, lambda))).toBeLessThanOrEqual(share)
    },
  )
})

describe('threads', () => {
  const setting = { gamma: 1, lambda: 0.9, lambdaCritic: 1 }

  it('are not started for a graph that one can do, and share a large one by its chains', async () => {
    const workers = shardWorkers()
    const engine = createWasmEngine({ threads: 4, nodesPerThread: 100, ...workers })
    const small = makeGraph({ chains: [[150]], seed: 1 })
    await engine.scan(await engine.load(small), 1, runsFor(small, setting))
    expect(workers.started).toHaveLength(0)
    const graph = makeGraph({ chains: [[90], [110], [100]], seed: 1 })
    const handle = await engine.load(graph)
    await engine.scan(handle, 1, runsFor(graph, setting))
    expect(workers.started).toHaveLength(2)
    // Nothing crosses a chain’s end, so nothing had to be added afterwards.
    expect(workers.started[0].received).toEqual([
      'start',
      'values',
      'fill',
      'weigh',
      'load',
      'scan',
      'read',
    ])
    engine.dispose()
    expect(workers.started.every(({ closed }) => closed)).toBe(true)
  })

  it('hand an accumulator through parts that hold nothing but the middle of one chain', async () => {
    const workers = shardWorkers()
    const engine = createWasmEngine({ threads: 5, nodesPerThread: 1, ...workers })
    const graph = makeGraph({
      chains: [ragged(5000, 3000, 4)],
      seed: 4,
      cut: 0,
      rewards: 'terminal',
    })
    const runs = runsFor(graph, { gamma: 1, lambda: 0.9999, lambdaCritic: 1 })
    const got = await engine.scan(await engine.load(graph), 1, runs)
    expect(workers.started[0].received).toContain('flow')
    expect(apart(got, await oracle(graph, 1, runs), graph)).toBeLessThan(TOLERANCE)
    engine.dispose()
  })

  it('send nothing per token on a tick, and results when they are read', async () => {
    const workers = shardWorkers()
    const engine = createWasmEngine({ threads: 2, nodesPerThread: 1, ...workers })
    const graph = makeGraph({ chains: [[50], [50]], seed: 2 })
    const handle = await engine.load(graph)
    const runs = runsFor(graph, setting)
    await engine.scanThere(handle, 1, runs)
    await engine.scanThere(handle, 1, runs)
    expect(workers.started[0].received).toEqual([
      'start',
      'values',
      'fill',
      'weigh',
      'load',
      'scan',
      'scan',
    ])
    const got = await engine.read(handle)
    expect(apart(got, await oracle(graph, 1, runs), graph)).toBeLessThan(TOLERANCE)
    engine.dispose()
  })

  it('hold values once for graphs that share them, until the last one is released', async () => {
    const workers = shardWorkers()
    const engine = createWasmEngine({ threads: 2, nodesPerThread: 1, ...workers })
    onTestFinished(() => engine.dispose())
    const joined = makeGraph({ chains: [[3000, 2000], [4000]], seed: 5, cut: 0 })
    const apartAtCuts = { ...joined, runCarry: new Uint8Array(joined.runCount) }
    const runs = runsFor(joined, setting)
    const [first, second] = [await engine.load(joined), await engine.load(apartAtCuts)]
    const sent = () => workers.started[0].received.filter((type) => type === 'values').length
    // Results of one must survive that the other takes memory for its own.
    const [one, other] = await Promise.all([
      engine.scan(first, 1, runs),
      engine.scan(second, 1, runs),
    ])
    expect(apart(one, await oracle(joined, 1, runs), joined)).toBeLessThan(TOLERANCE)
    expect(apart(other, await oracle(apartAtCuts, 1, runs), joined)).toBeLessThan(TOLERANCE)
    expect(sent()).toBe(1)
    engine.release(first)
    const third = await engine.load(joined)
    const again = await engine.scan(third, 1, runs)
    expect(sent()).toBe(1)
    expect(apart(again, await oracle(joined, 1, runs), joined)).toBeLessThan(TOLERANCE)
    engine.release(second)
    engine.release(third)
    await vi.waitFor(() => expect(workers.started[0].received).toContain('forget'))
    await engine.scan(await engine.load(joined), 1, runs)
    expect(sent()).toBe(2)
  })

  it('start before the graph that is expected comes', async () => {
    const workers = shardWorkers()
    const engine = createWasmEngine({ threads: 3, nodesPerThread: 100, expects: 250, ...workers })
    onTestFinished(() => engine.dispose())
    expect(workers.started).toHaveLength(1)
    await engine.load(makeGraph({ chains: [[150], [100]], seed: 2 }))
    expect(workers.started).toHaveLength(1)
  })

  it('keep calls on one handle in order', async () => {
    const engine = createWasmEngine({ threads: 3, nodesPerThread: 1, ...shardWorkers() })
    const graph = makeGraph({ chains: [[500]], seed: 2 })
    const handle = await engine.load(graph)
    const mixed = mixedRuns(graph, 1)
    const runs = runsFor(graph, setting)
    const [, got] = await Promise.all([
      engine.scan(handle, 0.9, mixed),
      engine.scan(handle, 1, runs),
    ])
    expect(apart(got, await oracle(graph, 1, runs), graph)).toBeLessThan(TOLERANCE)
    engine.dispose()
  })

  it('get nothing of a graph of which one rollout is looked at', async () => {
    const workers = shardWorkers()
    const engine = createWasmEngine({ threads: 2, nodesPerThread: 1, ...workers })
    onTestFinished(() => engine.dispose())
    const graph = makeGraph({ chains: [[50], [50]], seed: 2 })
    const handle = await engine.load(graph)
    const runs = runsFor(graph, { gamma: 1, lambda: 0.9, lambdaCritic: 1 })
    const ticked = await engine.tick(handle, 1, runs)
    const { advantage, critic } = await ticked.read(50, 100)
    const want = await oracle(graph, 1, runs)
    expect([...advantage]).toEqual([...want.advantage.slice(50)])
    expect([...critic]).toEqual([...want.critic.slice(50)])
    expect(workers.started).toHaveLength(0)
    await ticked.ready?.()
    expect(workers.started).toHaveLength(1)
    expect(workers.started[0].received.at(-1)).toBe('load')
    await ticked.statistics()
    expect(workers.started[0].received.at(-1)).not.toBe('load')
  })

  it('finish what is under way before they let go of a released graph', async () => {
    const engine = createWasmEngine({ threads: 2, nodesPerThread: 1, ...shardWorkers() })
    const graph = makeGraph({ chains: [[50], [50]], seed: 2 })
    const handle = await engine.load(graph)
    const runs = runsFor(graph, setting)
    const scan = engine.scan(handle, 1, runs)
    await Promise.resolve()
    engine.release(handle)
    expect(apart(await scan, await oracle(graph, 1, runs), graph)).toBeLessThan(TOLERANCE)
    engine.dispose()
  })

  it('that die reject what is under way, and what comes later, as lost', async () => {
    const workers = shardWorkers()
    const engine = createWasmEngine({ threads: 2, nodesPerThread: 1, ...workers })
    const graph = makeGraph({ chains: [[50], [50]], seed: 2 })
    const handle = await engine.load(graph)
    await engine.scan(handle, 1, runsFor(graph, setting))
    const scan = engine.scan(handle, 1, runsFor(graph, setting))
    workers.started[0].die('Out of memory.')
    await expect(scan).rejects.toThrow(EngineLost)
    await expect(engine.scan(handle, 1, runsFor(graph, setting))).rejects.toThrow('Out of memory.')
    const next = await engine.load(graph)
    await expect(engine.scan(next, 1, next.runs)).rejects.toThrow(EngineLost)
    engine.dispose()
  })
})
