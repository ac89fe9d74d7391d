/** The WASM kernel as browsers run it: fused multiply-add where they have it, threads that are workers. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { EngineLost } from '../../src/engine/engine.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import { connectShardWorker } from '../../src/engine/wasm/browser-shards.ts'
import { createWasmEngine } from '../../src/engine/wasm/engine.ts'
import type { ShardLine } from '../../src/engine/wasm/protocol.ts'
import {
  apart,
  makeGraph,
  mixedRuns,
  runsFor,
  SETTINGS,
  SHAPES,
} from '../property/engine-graphs.ts'

const TOLERANCE = 5e-6

describe.each([1, 3])('WASM on %i threads agrees with float64', (threads) => {
  it.each(Object.entries(SHAPES))('on %s', async (_, spec) => {
    const engine = createWasmEngine({ threads, nodesPerThread: 1, connect: connectShardWorker })
    onTestFinished(() => engine.dispose())
    const graph = makeGraph(spec)
    const reference = createReferenceEngine()
    const [mine, oracle] = [await engine.load(graph), await reference.load(graph)]
    const ticks = [
      ...SETTINGS.map((setting) => ({ gamma: setting.gamma, runs: runsFor(graph, setting) })),
      { gamma: 0.999, runs: mixedRuns(graph, 5) },
    ]
    for (const { gamma, runs } of ticks) {
      const poisoned = await engine.scan(mine, 1, mixedRuns(graph, 6))
      poisoned.advantage.fill(Number.NaN)
      poisoned.critic.fill(Number.NaN)
      const got = await engine.scan(mine, gamma, runs)
      const want = await reference.scan(oracle, gamma, runs)
      expect(apart(got, want, graph)).toBeLessThan(TOLERANCE)
    }
  })
})

describe('a worker of the WASM engine', () => {
  it('that breaks loses the engine instead of leaving it waiting', async () => {
    const lines: ShardLine[] = []
    const engine = createWasmEngine({
      threads: 2,
      nodesPerThread: 1,
      connect: () => {
        const line = connectShardWorker()
        lines.push(line)
        return line
      },
    })
    onTestFinished(() => engine.dispose())
    const graph = makeGraph({ chains: [[50], [50]], seed: 1 })
    const handle = await engine.load(graph)
    await engine.scan(handle, 1, handle.runs)
    // Nothing that a shard could answer to: an error of its script, as a bug or a crash would be.
    lines[0].send(JSON.parse('null'), [])
    await expect(engine.scan(handle, 1, handle.runs)).rejects.toThrow(EngineLost)
  })
})
