/** Credit graphs of every shape, made from a seed: the battery that all engines must agree on. */
import {
  allocateRunParameters,
  type CreditGraph,
  fillRunParameters,
  NEXT,
  type RunParameters,
} from '../../src/credit/graph.ts'
import { denseColumn, type NodeColumn } from '../../src/credit/node-column.ts'
import { denseNodes } from '../../src/credit/position-nodes.ts'
import type { ScanResult } from '../../src/engine/engine.ts'
import { createReferenceEngine } from '../../src/engine/reference/engine.ts'
import type { FloatColumn } from '../../src/trace/batch.ts'
import { compareScans } from '../support/scanAgreement.ts'

/**
 * How far two results are apart, relative to the largest expected number or to 1, whichever is larger:
 * inputs are of size 1, and where they cancel their own rounding is all that is left.
 */
export function apart(got: ScanResult, want: ScanResult, graph: CreditGraph): number {
  const { maxAbsolute, maxRelative } = compareScans(got, want, graph)
  return Math.min(maxAbsolute, maxRelative)
}

/** Mulberry32: uniform in [0, 1), the same on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export interface GraphSpec {
  /** Run lengths, chain by chain. */
  readonly chains: readonly (readonly number[])[]
  readonly seed: number
  /** Probability that a run inside a chain hands nothing to the run before it. Default 0.5. */
  readonly cut?: number
  /** Probability of an explicit look-ahead. Default 0.3. */
  readonly explicit?: number
  /** Float64 columns, as a file with double values gives. Default: Float32. */
  readonly double?: boolean
  /** Non-zero rewards everywhere (default) or on each chain's last node only. */
  readonly rewards?: 'dense' | 'terminal'
}

const offsets = (lengths: readonly number[]): Uint32Array => {
  const result = new Uint32Array(lengths.length + 1)
  lengths.forEach((length, i) => {
    result[i + 1] = result[i] + length
  })
  return result
}

/** The same scan in float64. */
export async function oracle(
  graph: CreditGraph,
  gamma: number,
  runs: RunParameters,
): Promise<ScanResult> {
  const reference = createReferenceEngine()
  return reference.scan(await reference.load(graph), gamma, runs)
}

/** Its numbers as they stand in memory. */
export const numbersOf = (column: NodeColumn): FloatColumn => column.read(0, column.length)

/** A graph with random values, rewards and links; valid by credit/graph.ts. */
export function makeGraph(spec: GraphSpec): CreditGraph {
  const random = seededRandom(spec.seed)
  const runLengths = spec.chains.flat()
  const runStart = offsets(runLengths)
  const chainStart = offsets(spec.chains.map((chain) => chain.length))
  const runCount = runLengths.length
  const nodeCount = runStart[runCount]
  const Column = spec.double === true ? Float64Array : Float32Array
  const value = new Column(nodeCount)
  const reward = new Column(nodeCount)
  for (let k = 0; k < nodeCount; k++) {
    value[k] = random() * 2 - 1
    reward[k] = spec.rewards === 'terminal' ? 0 : random() - 0.5
  }
  const runNext = new Uint8Array(runCount)
  const runAhead = new Float64Array(runCount)
  const runCarry = new Uint8Array(runCount)
  for (let chain = 0; chain < spec.chains.length; chain++) {
    const end = chainStart[chain + 1]
    for (let run = chainStart[chain]; run < end; run++) {
      const last = run === end - 1
      const explicit = random() < (spec.explicit ?? 0.3)
      const cut = random() < (spec.cut ?? 0.5)
      const zero = last || random() < 0.3
      runNext[run] = explicit ? NEXT.explicit : zero ? NEXT.zero : NEXT.following
      runAhead[run] = random() * 2 - 1
      runCarry[run] = last || cut ? 0 : 1
    }
    if (spec.rewards === 'terminal' && end > 0) reward[runStart[end] - 1] = 1
  }
  return {
    nodeCount,
    runCount,
    chainCount: spec.chains.length,
    value: denseColumn(value),
    reward: denseColumn(reward),
    runStart,
    runNext,
    runAhead,
    runCarry,
    chainStart,
    runSegment: Uint32Array.from({ length: runCount }, (_, run) => run),
    runLength: Uint32Array.from(runLengths),
    lambdaRule: 'fixed',
    nodes: denseNodes(
      Int32Array.from({ length: nodeCount }, (_, k) => k),
      Uint32Array.of(0, nodeCount),
    ),
    terminalPosition: new Uint32Array(0),
    terminal: new Uint32Array(0),
    hasReturns: true,
  }
}

/** `total` nodes in one chain, cut into runs of random length up to `longest`. */
export function ragged(total: number, longest: number, seed: number): number[] {
  const random = seededRandom(seed)
  const lengths: number[] = []
  for (let left = total; left > 0; ) {
    const length = Math.min(left, 1 + Math.floor(random() * longest))
    lengths.push(length)
    left -= length
  }
  return lengths
}

const repeat = <T>(count: number, of: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => of(i))

/**
 * Sizes at, below and above what the kernels count in: 16 nodes a lane, 32 a word of cut bits, 64 a block
 * or a group of chains, 4096 a tile.
 */
export const SHAPES: Readonly<Record<string, GraphSpec>> = {
  'no nodes': { chains: [], seed: 1 },
  'one node': { chains: [[1]], seed: 2 },
  'two nodes, two runs': { chains: [[1, 1]], seed: 3, cut: 0 },
  ...Object.fromEntries(
    [15, 16, 17, 31, 32, 33, 63, 64, 65, 255, 256, 257, 4095, 4096, 4097].map((n) => [
      `one run of ${n}`,
      { chains: [[n]], seed: n, explicit: 1 } satisfies GraphSpec,
    ]),
  ),
  'several tiles, one run': { chains: [[5 * 4096 + 123]], seed: 20 },
  'several tiles, ragged runs, all joined': {
    chains: [ragged(40_000, 500, 21)],
    seed: 21,
    cut: 0,
    explicit: 0,
  },
  'several tiles, ragged runs, half of them cut': { chains: [ragged(40_000, 500, 22)], seed: 22 },
  'runs that end with the tiles': { chains: [[4096, 4096], [8192], [4096]], seed: 23, cut: 0 },
  'one-node runs, one chain': { chains: [repeat(9000, () => 1)], seed: 24 },
  'one-node chains': { chains: repeat(9000, () => [1]), seed: 25 },
  'many short ragged chains': { chains: repeat(3000, (i) => ragged(1 + (i % 37), 9, i)), seed: 26 },
  'one long chain among short ones': {
    chains: [...repeat(100, () => [3, 4]), [9000, 1, 900], ...repeat(100, () => [5])],
    seed: 27,
    cut: 0,
  },
  'float64 columns': { chains: [ragged(6000, 700, 28)], seed: 28, double: true },
  'terminal reward only': {
    chains: [ragged(9000, 3000, 29)],
    seed: 29,
    cut: 0,
    rewards: 'terminal',
  },
}

export interface Setting {
  readonly gamma: number
  readonly lambda: number
  readonly lambdaCritic: number | undefined
}

/** γλ = 0 (both ways), 0.95, 0.9999 and 1; one accumulator and two. */
export const SETTINGS: readonly Setting[] = [
  { gamma: 0, lambda: 0.9, lambdaCritic: undefined },
  { gamma: 1, lambda: 0, lambdaCritic: undefined },
  { gamma: 1, lambda: 0.95, lambdaCritic: undefined },
  { gamma: 1, lambda: 1, lambdaCritic: undefined },
  { gamma: 0.9999, lambda: 1, lambdaCritic: undefined },
  { gamma: 1, lambda: 0.9999, lambdaCritic: 1 },
  { gamma: 0.99, lambda: 0.95, lambdaCritic: 0 },
]

/** Run parameters as a slider tick makes them. */
export function runsFor(graph: CreditGraph, setting: Setting): RunParameters {
  const runs = allocateRunParameters(graph.runCount)
  fillRunParameters(graph, { ...setting, alpha: 1.5 }, runs)
  return runs
}

/** A λ of its own for every run, as the length-adaptive rule gives. */
export function mixedRuns(graph: CreditGraph, seed: number): RunParameters {
  const random = seededRandom(seed)
  const runs = allocateRunParameters(graph.runCount)
  for (let run = 0; run < graph.runCount; run++) {
    runs.lambda[run] = random() < 0.2 ? 0 : 1 - random() ** 4
    runs.lambdaCritic[run] = random() < 0.2 ? 1 : random()
  }
  return runs
}
