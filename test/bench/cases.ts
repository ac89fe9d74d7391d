/** Graphs to measure on: 1 M and 16.8 M nodes, from one run to many. */
import type { CreditGraph } from '../../src/credit/graph.ts'
import { makeGraph, ragged, seededRandom } from '../property/engine-graphs.ts'

export const MILLION = 2 ** 20

const equal = (chains: number, nodes: number): number[][] =>
  Array.from({ length: chains }, () => [nodes])

/** Shapes by name; `nodes` is a power of two of at least 65,536. */
export const CASES: Readonly<Record<string, (nodes: number) => CreditGraph>> = {
  'one run': (nodes) => makeGraph({ chains: [[nodes]], seed: 1 }),
  'chains of 256': (nodes) => makeGraph({ chains: equal(nodes / 256, 256), seed: 2 }),
  'chains of 4096': (nodes) => makeGraph({ chains: equal(nodes / 4096, 4096), seed: 3 }),
  'ragged, joined runs': (nodes) => {
    const random = seededRandom(4)
    const chains = Array.from({ length: nodes / 65_536 }, () =>
      ragged(65_536, 1 + Math.floor(random() * 20_000), Math.floor(random() * 2 ** 31)),
    )
    return makeGraph({ chains, seed: 4, cut: 0.1 })
  },
}
