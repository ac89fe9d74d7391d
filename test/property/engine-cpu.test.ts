import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocateRunParameters, NEXT } from '../../src/credit/graph.ts'
import { denseColumn } from '../../src/credit/node-column.ts'
import { createCpuEngine } from '../../src/engine/cpu/engine.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { createWasmEngine } from '../../src/engine/wasm/engine.ts'
import { apart, makeGraph, mixedRuns, runsFor, SETTINGS, SHAPES } from './engine-graphs.ts'

/** Float32 rounds each input and each result once, 2^-24 each; sums of rounded inputs add up. */
const TOLERANCE = 1e-6

describe('the cpu engine agrees with float64', () => {
  for (const [name, spec] of Object.entries(SHAPES)) {
    it(`on ${name}`, async () => {
      const cpu = createCpuEngine()
      const reference = createReferenceEngine()
      const graph = makeGraph(spec)
      const [mine, oracle] = [await cpu.load(graph), await reference.load(graph)]
      for (const setting of SETTINGS) {
        const runs = runsFor(graph, setting)
        const got = await cpu.scan(mine, setting.gamma, runs)
        got.advantage.fill(Number.NaN)
        got.critic.fill(Number.NaN)
        const again = await cpu.scan(mine, setting.gamma, runs)
        const want = await reference.scan(oracle, setting.gamma, runs)
        expect(apart(again, want, graph)).toBeLessThan(TOLERANCE)
      }
      const runs = mixedRuns(graph, 5)
      const got = await cpu.scan(mine, 0.999, runs)
      const want = await reference.scan(oracle, 0.999, runs)
      expect(apart(got, want, graph)).toBeLessThan(TOLERANCE)
    })
  }

  it('on random graphs, runs longer than a kernel call among them', async () => {
    const chains = fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }))
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          chains,
          seed: fc.nat(),
          cut: fc.constantFrom(0, 0.5, 1),
          explicit: fc.constantFrom(0, 0.5, 1),
          double: fc.boolean(),
        }),
        fc.record({ gamma: unit, lambda: unit, lambdaCritic: fc.option(unit, { nil: undefined }) }),
        fc.boolean(),
        async (spec, setting, long) => {
          const graph = makeGraph(long ? { ...spec, chains: [...spec.chains, [40_001]] } : spec)
          const runs = runsFor(graph, setting)
          const cpu = createCpuEngine()
          const reference = createReferenceEngine()
          const got = await cpu.scan(await cpu.load(graph), setting.gamma, runs)
          const want = await reference.scan(await reference.load(graph), setting.gamma, runs)
          expect(apart(got, want, graph)).toBeLessThan(TOLERANCE)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe.each<readonly [string, () => Engine]>([
  ['reference', createReferenceEngine],
  ['cpu', createCpuEngine],
  ['wasm', createWasmEngine],
])('the %s engine', (_, create) => {
  it('gives the published numbers: n = (2, 1), γ 1, λ 0.8, V = (.2, .4 | .6), R 1', async () => {
    const joined = {
      ...makeGraph({ chains: [[2, 1]], seed: 1, double: true }),
      value: denseColumn(Float64Array.of(0.2, 0.4, 0.6)),
      reward: denseColumn(Float64Array.of(0, 0, 1)),
      runNext: Uint8Array.of(NEXT.following, NEXT.zero),
      runCarry: Uint8Array.of(1, 0),
    }
    const engine = create()
    const runs = runsFor(joined, { gamma: 1, lambda: 0.8, lambdaCritic: undefined })
    const { advantage } = await engine.scan(await engine.load(joined), 1, runs)
    for (const [k, want] of [0.616, 0.52, 0.4].entries()) expect(advantage[k]).toBeCloseTo(want, 6)
  })

  it('uses the λ of the run that a node stands in, also across a join', async () => {
    const graph = {
      ...makeGraph({ chains: [[1, 1]], seed: 1, double: true }),
      value: denseColumn(Float64Array.of(0, 0)),
      reward: denseColumn(Float64Array.of(0, 1)),
      runNext: Uint8Array.of(NEXT.following, NEXT.zero),
      runCarry: Uint8Array.of(1, 0),
    }
    const runs = allocateRunParameters(2)
    runs.lambda.set([0.25, 0.75])
    runs.lambdaCritic.set([0.5, 0.75])
    const engine = create()
    const { advantage, critic } = await engine.scan(await engine.load(graph), 1, runs)
    expect([...advantage]).toEqual([0.25, 1])
    expect([...critic]).toEqual([0.5, 1])
  })

  it('lets nothing cross a chain’s end, even where a carry bit stands there', async () => {
    const graph = makeGraph({ chains: [[1], [1]], seed: 3, explicit: 0 })
    const open = { ...graph, runCarry: Uint8Array.of(1, 1) }
    const engine = create()
    const runs = runsFor(graph, { gamma: 1, lambda: 1, lambdaCritic: undefined })
    const { advantage } = await engine.scan(await engine.load(open), 1, runs)
    expect(advantage[0]).toBeCloseTo(graph.reward.at(0) - graph.value.at(0), 6)
  })

  it('keeps one array for both accumulators while the two λ are equal, and reuses its arrays', async () => {
    const graph = makeGraph({ chains: [[5, 3]], seed: 4 })
    const engine = create()
    const handle = await engine.load(graph)
    const equal = await engine.scan(
      handle,
      1,
      runsFor(graph, { gamma: 1, lambda: 0.9, lambdaCritic: 0.9 }),
    )
    expect(equal.critic).toBe(equal.advantage)
    const apart = await engine.scan(
      handle,
      1,
      runsFor(graph, { gamma: 1, lambda: 0.9, lambdaCritic: 1 }),
    )
    expect(apart.critic).not.toBe(apart.advantage)
    expect(apart.advantage).toBe(equal.advantage)
    expect([...handle.runs.lambdaCritic]).toEqual([1, 1])
  })

  it('refuses a released handle, too few run parameters and a broken graph', async () => {
    const graph = makeGraph({ chains: [[2]], seed: 5 })
    const engine = create()
    const handle = await engine.load(graph)
    await expect(engine.scan(handle, 1, allocateRunParameters(0))).rejects.toThrow(/0 of 1 runs/)
    engine.release(handle)
    await expect(engine.scan(handle, 1, handle.runs)).rejects.toThrow(/released/)
    const broken = { ...graph, runNext: Uint8Array.of(NEXT.following) }
    await expect(engine.load(broken)).rejects.toThrow(/chain 0 looks past its own end/)
    const empty = { ...graph, runCount: 2, runStart: Uint32Array.of(0, 2, 2) }
    await expect(engine.load(empty)).rejects.toThrow(/runs/)
  })
})
