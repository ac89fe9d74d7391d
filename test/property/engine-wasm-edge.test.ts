/** What the WASM engine refuses, and statistics of a run that is cut between threads. */
import { describe, expect, it } from 'vitest'
import { weightedStatistics } from '../../src/credit/statistics.ts'
import { BeyondFloat32 } from '../../src/engine/engine.ts'
import { createWasmEngine } from '../../src/engine/wasm/engine.ts'
import { shardWorkers } from '../support/shards.ts'
import { makeGraph, numbersOf, oracle, runsFor } from './engine-graphs.ts'

/** As for the other float32 engine. */
const TOLERANCE = 5e-6

describe('the wasm engine refuses', () => {
  it('numbers beyond float32, like the GPU', async () => {
    const graph = makeGraph({ chains: [[3]], seed: 1, double: true })
    numbersOf(graph.value)[1] = 1e39
    const engine = createWasmEngine()
    const handle = await engine.load(graph)
    await expect(engine.scan(handle, 1, handle.runs)).rejects.toThrow(BeyondFloat32)
    await expect(engine.scan(handle, 1, handle.runs)).rejects.toThrow(
      'A number above 3.4e38 is more than float32 sums can hold.',
    )
    await expect((await engine.tick(handle, 1, handle.runs)).statistics()).rejects.toThrow(
      BeyondFloat32,
    )
    numbersOf(graph.value)[1] = 1
    numbersOf(graph.reward)[2] = 1e39
    await expect(createWasmEngine().load(graph)).rejects.toThrow(BeyondFloat32)
  })

  it('a released handle', async () => {
    const graph = makeGraph({ chains: [[3]], seed: 1 })
    const engine = createWasmEngine()
    const handle = await engine.load(graph)
    engine.release(handle)
    await expect(engine.scan(handle, 1, handle.runs)).rejects.toThrow(/released/)
  })
})

/** Only its nodes near the cut are measured twice. */
describe('statistics of one long run on three threads', () => {
  it.each([
    ['fades soon', 0.9],
    ['reaches through the whole part', 0.99999],
    ['never fades', 1],
    ['is nothing', 0],
  ])('are those of float64 where what flows in %s', async (_, lambda) => {
    const engine = createWasmEngine({ threads: 3, nodesPerThread: 1, ...shardWorkers() })
    // The second run ends near a border, so that the edge goes through it.
    for (const chains of [[[6000]], [[3990, 20, 1990]]]) {
      const graph = makeGraph({ chains, seed: 93, cut: 0 })
      const runs = runsFor(graph, { gamma: 1, lambda, lambdaCritic: 1 })
      const { advantage } = await oracle(graph, 1, runs)
      const all = { weight: undefined, without: 0, scaled: undefined }
      const want = weightedStatistics({ numbers: advantage, ...all })
      const handle = await engine.load(graph)
      const got = await (await engine.tick(handle, 1, runs)).statistics()
      const scale = Math.max(Math.abs(want.min), Math.abs(want.max))
      expect(got.count).toBe(graph.nodeCount)
      for (const key of ['mean', 'std', 'min', 'max'] as const)
        expect(Math.abs(got[key] - want[key]) / scale, key).toBeLessThan(TOLERANCE)
    }
    engine.dispose()
  })
})
