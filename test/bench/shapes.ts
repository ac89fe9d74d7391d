/** The five shapes of M1 to M3, scaled to a number of nodes: chains × nodes of a chain at 2^24. */
import type { CreditGraph } from '../../src/credit/graph.ts'
import { type GraphSpec, makeGraph, ragged } from '../property/engine-graphs.ts'

const equal = (chains: number, length: number) => Array.from({ length: chains }, () => [length])

const CHAINS: Readonly<Record<string, (nodes: number) => GraphSpec['chains']>> = {
  '65,536 × 256': (nodes) => equal(nodes / 256, 256),
  '4096 × 4096': (nodes) => equal(nodes / 4096, 4096),
  '64 × 262,144': (nodes) => equal(64, nodes / 64),
  'one run': (nodes) => [[nodes]],
  ragged: (nodes) => [ragged(nodes, 4000, 5)],
}

export const SHAPE_NAMES: readonly string[] = Object.keys(CHAINS)

export const makeShape = (
  name: string,
  nodes: number,
  rewards: GraphSpec['rewards'],
): CreditGraph =>
  makeGraph({ chains: CHAINS[name](nodes), seed: 1 + SHAPE_NAMES.indexOf(name), rewards })
