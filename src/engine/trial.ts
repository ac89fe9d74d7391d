/** A trial of an engine on this machine: how many tokens it scans in a second. */
import { allocateRunParameters, type CreditGraph, NEXT } from '../credit/graph.ts'
import type { Engine } from './engine.ts'

/** Not noticed. The first half is for just-in-time compilers, the second counts. */
const TRIAL_MS = 20

const CHAINS = 64
const NODES_PER_CHAIN = 4096

/** Rollouts of a middling length with a terminal reward each. */
function trialGraph(): CreditGraph {
  const nodeCount = CHAINS * NODES_PER_CHAIN
  const reward = new Float32Array(nodeCount)
  for (let chain = 1; chain <= CHAINS; chain++) reward[chain * NODES_PER_CHAIN - 1] = 1
  const offsets = Uint32Array.from({ length: CHAINS + 1 }, (_, chain) => chain)
  return {
    nodeCount,
    runCount: CHAINS,
    chainCount: CHAINS,
    value: new Float32Array(nodeCount).fill(0.5),
    reward,
    runStart: offsets.map((chain) => chain * NODES_PER_CHAIN),
    runNext: new Uint8Array(CHAINS).fill(NEXT.zero),
    runAhead: new Float64Array(CHAINS),
    runCarry: new Uint8Array(CHAINS),
    chainStart: offsets,
    runSegment: offsets.slice(0, CHAINS),
    runLength: new Uint32Array(CHAINS).fill(NODES_PER_CHAIN),
    lambdaRule: 'fixed',
    nodeOf: new Int32Array(0),
    terminal: new Uint32Array(0),
    terminalPosition: new Uint32Array(0),
    hasReturns: true,
  }
}

/**
 * Tokens per second over 10 ms of scans, results in this thread's hands; not of the best scan, because
 * browsers' clocks are too coarse for one.
 *
 * @param now milliseconds, e.g. `performance.now`
 */
export async function measureSpeed(engine: Engine, now: () => number): Promise<number> {
  const graph = trialGraph()
  const runs = allocateRunParameters(graph.runCount)
  runs.lambda.fill(0.95)
  runs.lambdaCritic.fill(0.95)
  const handle = await engine.load(graph)
  /** Scans per millisecond from now on. */
  const scanFor = async (duration: number): Promise<number> => {
    const started = now()
    let scans = 0
    let elapsed = 0
    while (elapsed < duration) {
      await engine.scan(handle, 0.999, runs)
      scans++
      elapsed = now() - started
    }
    return scans / elapsed
  }
  await scanFor(TRIAL_MS / 2)
  const rate = await scanFor(TRIAL_MS / 2)
  engine.release(handle)
  return rate * graph.nodeCount * 1000
}
