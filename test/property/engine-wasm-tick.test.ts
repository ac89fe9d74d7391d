/** What a tick of the WASM engine says of nodes, against its scan: statistics, and numbers of some of them. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { denseColumn } from '../../src/credit/node-column.ts'
import { weightedStatistics } from '../../src/credit/statistics.ts'
import { createWasmEngine, type WasmEngine } from '../../src/engine/wasm/engine.ts'
import type { FloatColumn } from '../../src/trace/batch.ts'
import { shardWorkers } from '../support/shards.ts'
import { makeGraph, numbersOf, oracle, runsFor } from './engine-graphs.ts'

/** On this thread alone; and on three threads that take whatever there is, however few nodes. */
const CONFIGURATIONS: Readonly<Record<string, () => WasmEngine>> = {
  'one thread': () => createWasmEngine(),
  'three threads': () => createWasmEngine({ threads: 3, nodesPerThread: 1, ...shardWorkers() }),
}

describe('a tick', () => {
  const setting = { gamma: 0.99, lambda: 0.95, lambdaCritic: 1 }
  const graph = makeGraph({ chains: [[3000, 20], [7], [9000], [1], [4000]], seed: 91 })
  const runs = runsFor(graph, setting)

  it.each(Object.entries(CONFIGURATIONS))(
    'on %s has the statistics and the numbers of the scan',
    async (_, make) => {
      const engine = make()
      const handle = await engine.load(graph)
      const want = await engine.scan(handle, setting.gamma, runs)
      const all = { advantage: want.advantage.slice(), critic: want.critic.slice() }
      const ticked = await engine.tick(handle, setting.gamma, runs)
      const got = await ticked.statistics()
      const exact = weightedStatistics({
        numbers: Float64Array.from(all.advantage),
        weight: undefined,
        without: 0,
        scaled: undefined,
      })
      expect(got.count).toBe(graph.nodeCount)
      for (const key of ['mean', 'std', 'min', 'max'] as const) {
        expect(got[key], key).toBeCloseTo(exact[key], 6)
      }
      // Of every chain alone, in float64; of all, as the scan gives them.
      const exactly = await oracle(graph, setting.gamma, runs)
      for (let chain = 0; chain < graph.chainCount; chain++) {
        const [from, to] = [0, 1].map((end) => graph.runStart[graph.chainStart[chain + end]])
        const { advantage, critic } = await ticked.read(from, to)
        const near = (got: FloatColumn, want: FloatColumn) =>
          got.forEach((x, k) => void expect(x).toBeCloseTo(want[k], 12))
        near(advantage, exactly.advantage.slice(from, to))
        near(critic, exactly.critic.slice(from, to))
      }
      const { advantage, critic } = await ticked.read(0, graph.nodeCount)
      expect(advantage).toEqual(all.advantage)
      expect(critic).toEqual(all.critic)
      engine.dispose()
    },
  )

  it.each(Object.entries(CONFIGURATIONS))(
    'on %s has the scan’s advantages, some at a time',
    async (_, make) => {
      const engine = make()
      onTestFinished(() => engine.dispose())
      const handle = await engine.load(graph)
      for (const gamma of [0.99, 1]) {
        const want = (await engine.scan(handle, gamma, runs)).advantage.slice()
        const ticked = await engine.tick(handle, gamma, runs)
        const got: number[] = []
        // Other questions in between change nothing; parts end within stretches and at their ends.
        for (let from = 0; from < graph.nodeCount; from += 1999) {
          const to = Math.min(from + 1999, graph.nodeCount)
          got.push(...(await ticked.advantages(from, to)))
          if (from === 0) await ticked.statistics()
          if (from === 0) await ticked.read(0, graph.nodeCount)
        }
        expect(Float32Array.from(got)).toEqual(want)
      }
    },
  )

  it.each([
    ['far from 0', 1e4, 1],
    ['whose squares float32 cannot hold', 0, 1e25],
  ])('has the statistics of numbers %s', async (_, centre, size) => {
    const engine = createWasmEngine()
    const random = makeGraph({ chains: [[6000]], seed: 92, cut: 0 })
    const reward = numbersOf(random.value).map((v) => centre + size * v)
    const graph = {
      ...random,
      value: denseColumn(new Float32Array(6000)),
      reward: denseColumn(reward),
    }
    const runs = runsFor(graph, { gamma: 0, lambda: 0, lambdaCritic: 0 })
    const handle = await engine.load(graph)
    for (let again = 0; again < 2; again++) {
      const got = await (await engine.tick(handle, 0, runs)).statistics()
      const want = weightedStatistics({
        numbers: reward,
        weight: undefined,
        without: 0,
        scaled: undefined,
      })
      expect(got.mean / want.mean).toBeCloseTo(1, 5)
      expect(got.std / want.std).toBeCloseTo(1, 4)
    }
  })
})
