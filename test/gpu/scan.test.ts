import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CreditGraph } from '../../src/credit/graph.ts'
import { denseColumn } from '../../src/credit/node-column.ts'
import { BeyondFloat32 } from '../../src/engine/engine.ts'
import type { WebGpuOptions } from '../../src/engine/webgpu/engine.ts'
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
} from '../property/engine-graphs.ts'
import { type Bench, createBench } from './device.ts'

/** Float32 sums; see shaders/affine.wgsl for why γλ near 1 costs no more. Schema §4 allows 1e-5. */
const TOLERANCE = 5e-6

/** Every setting on one graph, outputs poisoned before each scan. */
async function battery(bench: Bench, graph: CreditGraph): Promise<void> {
  const { engine } = bench
  const handle = await engine.load(graph)
  const ticks = [
    ...SETTINGS.map((setting) => ({ gamma: setting.gamma, runs: runsFor(graph, setting) })),
    { gamma: 0.999, runs: mixedRuns(graph, 5) },
  ]
  const first = await engine.scan(handle, 1, mixedRuns(graph, 6))
  for (const { gamma, runs } of ticks) {
    first.advantage.fill(Number.NaN)
    first.critic.fill(Number.NaN)
    bench.poison()
    const got = await engine.scan(handle, gamma, runs)
    expect(apart(got, await oracle(graph, gamma, runs), graph)).toBeLessThan(TOLERANCE)
  }
  engine.release(handle)
}

const ROOM_FOR_A_TILE = { bindingBytes: 4097 * 24 }

const CONFIGURATIONS: Readonly<Record<string, WebGpuOptions>> = {
  tiles: { variant: 'tiles' },
  'tiles, one tile a page': { variant: 'tiles', limits: ROOM_FOR_A_TILE },
  blocks: { variant: 'blocks', shape: { unit: 512 } },
  'blocks of one fold, several pages': {
    variant: 'blocks',
    shape: { unit: 64 },
    limits: ROOM_FOR_A_TILE,
  },
  'blocks of a tile’s size': { variant: 'blocks', shape: { unit: 4096 } },
  'blocks, entered by a workgroup': {
    variant: 'blocks',
    shape: { unit: 128, scan: 'tile-scan' },
    limits: { workgroups: 2 },
  },
}

describe.each(Object.entries(CONFIGURATIONS))('WGSL, %s, agrees with float64', (_, options) => {
  let bench: Bench
  beforeAll(async () => {
    bench = await createBench(options)
  })
  afterAll(() => bench.engine.dispose())

  for (const [name, spec] of Object.entries(SHAPES))
    it(`on ${name}`, () => battery(bench, makeGraph(spec)))
})

describe('numbers near γλ = 1', () => {
  const graphs = (nodes: number) => {
    const noise = makeGraph({ chains: [[nodes]], seed: 40, cut: 0, rewards: 'terminal' })
    // Every δ rounds the same way: where a float32 loop drifts most.
    const constant = { ...noise, value: denseColumn(new Float32Array(nodes).fill(0.7)) }
    return [
      // δ is as large as A and rounded to float32 once per node: √n · 2^-24 and a little.
      { graph: noise, tolerance: 2e-5 },
      { graph: constant, tolerance: 2e-6 },
    ]
  }
  it.each([
    ['tiles', 300_000],
    ['blocks', 300_000],
  ] as const)('stay accurate under %s over one run of %i nodes', async (variant, nodes) => {
    const { engine } = await createBench({ variant })
    for (const { graph, tolerance } of graphs(nodes)) {
      const handle = await engine.load(graph)
      for (const lambda of [0.95, 0.999, 0.9999, 0.99999, 1]) {
        for (const gamma of [1, 0.9999]) {
          const runs = runsFor(graph, { gamma, lambda, lambdaCritic: undefined })
          const got = await engine.scan(handle, gamma, runs)
          const error = apart(got, await oracle(graph, gamma, runs), graph)
          expect(error, `γ ${gamma}, λ ${lambda}`).toBeLessThan(tolerance)
        }
      }
    }
    engine.dispose()
  })
})

describe('a loaded graph', () => {
  it('is scanned without a new buffer, and into the same arrays', async () => {
    const bench = await createBench()
    const graph = makeGraph({ chains: [ragged(10_000, 300, 50)], seed: 50 })
    const handle = await bench.engine.load(graph)
    const loaded = bench.buffers.length
    const setting = { gamma: 1, lambda: 0.9, lambdaCritic: 1 }
    const first = await bench.engine.scan(handle, 1, runsFor(graph, setting))
    const again = await bench.engine.scan(handle, 0.9, runsFor(graph, { ...setting, lambda: 0.5 }))
    expect(bench.buffers.length).toBe(loaded)
    expect(again.advantage).toBe(first.advantage)
    expect(again.critic).toBe(first.critic)
    bench.engine.dispose()
  })

  it('keeps one array for both accumulators while the two λ are equal', async () => {
    const { engine } = await createBench()
    const graph = makeGraph({ chains: [[100]], seed: 51 })
    const handle = await engine.load(graph)
    const runs = runsFor(graph, { gamma: 1, lambda: 0.9, lambdaCritic: 0.9 })
    const { advantage, critic } = await engine.scan(handle, 1, runs)
    expect(critic).toBe(advantage)
    engine.dispose()
  })

  it('answers scans in the order they were asked for, the last one standing in the arrays', async () => {
    const { engine } = await createBench()
    const graph = makeGraph({ chains: [[5000]], seed: 52 })
    const handle = await engine.load(graph)
    const runs = SETTINGS.map((setting) => runsFor(graph, setting))
    const scans = SETTINGS.map(({ gamma }, i) => engine.scan(handle, gamma, runs[i]))
    const got = (await Promise.all(scans)).at(-1)
    const last = SETTINGS.length - 1
    const want = await oracle(graph, SETTINGS[last].gamma, runs[last])
    expect(got && apart(got, want, graph)).toBeLessThan(TOLERANCE)
    engine.dispose()
  })

  it('frees its buffers on release, and cannot be scanned afterwards', async () => {
    const { engine, device, buffers } = await createBench()
    const graph = makeGraph({ chains: [[100]], seed: 53 })
    const handle = await engine.load(graph)
    const pending = engine.scan(handle, 1, handle.runs)
    engine.release(handle)
    await expect(pending).rejects.toThrow(/released/)
    await expect(engine.scan(handle, 1, handle.runs)).rejects.toThrow(/released/)
    device.pushErrorScope('validation')
    const encoder = device.createCommandEncoder()
    encoder.clearBuffer(buffers[0])
    device.queue.submit([encoder.finish()])
    expect((await device.popErrorScope())?.message).toMatch(/destroyed/)
    engine.dispose()
  })

  it('keeps a huge number inside its chain', async () => {
    for (const variant of ['tiles', 'blocks'] as const) {
      const { engine } = await createBench({ variant })
      const graph = makeGraph({ chains: [[40, 10], [33], [20]], seed: 54 })
      numbersOf(graph.value)[60] = 9e33
      const runs = runsFor(graph, { gamma: 1, lambda: 0.9, lambdaCritic: undefined })
      const { advantage } = await engine.scan(await engine.load(graph), 1, runs)
      const want = (await oracle(graph, 1, runs)).advantage
      for (const k of [0, 20, 49, 83, 102]) expect(advantage[k]).toBeCloseTo(want[k], 4)
      engine.dispose()
    }
  })

  it('copies the values to where results are wanted, whatever the pages', async () => {
    for (const variant of ['tiles', 'blocks'] as const) {
      const { engine } = await createBench({ variant, limits: { bindingBytes: 100_000 } })
      const graph = makeGraph({ chains: [[30_001], [5000, 3]], seed: 57 })
      const handle = await engine.load(graph)
      const runs = runsFor(graph, { gamma: 1, lambda: 0.9, lambdaCritic: 0.5 })
      await engine.scan(handle, 1, runs)
      expect(await engine.copy?.(handle)).toEqual(numbersOf(graph.value))
      engine.dispose()
    }
  })

  it('refuses what float32 sums cannot hold; another device would not help', async () => {
    const { engine } = await createBench()
    for (const x of [1e39, Number.POSITIVE_INFINITY]) {
      const graph = makeGraph({ chains: [[33]], seed: 56 })
      const value = Float64Array.from(numbersOf(graph.value))
      value[7] = x
      await expect(engine.load({ ...graph, value: denseColumn(value) })).rejects.toThrow(
        BeyondFloat32,
      )
    }
    engine.dispose()
  })

  it('is too much for a page that holds no tile, and says so', async () => {
    const { engine } = await createBench({ variant: 'tiles', limits: { bindingBytes: 65_536 } })
    const graph = makeGraph({ chains: [[5000]], seed: 55 })
    await expect(engine.load(graph)).rejects.toThrow(/65536 bytes is too small: 98328 needed/)
    engine.dispose()
  })
})

describe('several estimators', () => {
  const setting = { gamma: 1, lambda: 0.95, lambdaCritic: undefined }
  const first = makeGraph({ chains: [[3000, 20], [7]], seed: 60 })
  const second = makeGraph({ chains: [ragged(5000, 40, 61)], seed: 61 })

  it('are scanned in one submission, each with its own γ and λ', async () => {
    const { engine, device } = await createBench()
    const [a, b] = [await engine.load(first), await engine.load(second)]
    const critic = runsFor(second, { ...setting, lambdaCritic: 1 })
    let submissions = 0
    const submit = device.queue.submit.bind(device.queue)
    device.queue.submit = (buffers) => {
      submissions++
      return submit(buffers)
    }
    const results = await engine.scanAll?.([
      { handle: a, gamma: 1, runs: runsFor(first, setting) },
      { handle: b, gamma: 0.99, runs: critic },
    ])
    expect(submissions).toBe(1)
    const want = [
      await oracle(first, 1, runsFor(first, setting)),
      await oracle(second, 0.99, critic),
    ]
    expect(results?.map((got, i) => apart(got, want[i], [first, second][i]) < TOLERANCE)).toEqual([
      true,
      true,
    ])
    engine.dispose()
  })

  it('need a handle each', async () => {
    const { engine } = await createBench()
    const handle = await engine.load(first)
    const request = { handle, gamma: 1, runs: runsFor(first, setting) }
    await expect(engine.scanAll?.([request, request])).rejects.toThrow(/room for one result/)
    engine.dispose()
  })
})
