/** A trial of an engine on this machine: how many tokens it scans in a second. */
import { allocateRunParameters, type CreditGraph, NEXT } from '../credit/graph.ts'
import type { Engine } from './engine.ts'

/** Long enough for a just-in-time compiler to settle, too short to be noticed. */
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
 * Tokens per second of the engine's best scan within 20 ms, results in this thread's hands.
 *
 * @param now milliseconds, e.g. `performance.now`
 */
export async function measureSpeed(engine: Engine, now: () => number): Promise<number> {
  const graph = trialGraph()
  const runs = allocateRunParameters(graph.runCount)
  runs.lambda.fill(0.95)
  runs.lambdaCritic.fill(0.95)
  const handle = await engine.load(graph)
  const end = now() + TRIAL_MS
  let best = Number.POSITIVE_INFINITY
  do {
    const started = now()
    await engine.scan(handle, 0.999, runs)
    best = Math.min(best, now() - started)
  } while (now() < end)
  engine.release(handle)
  // A clock may be too coarse for one scan.
  return (graph.nodeCount / Math.max(best, 1e-3)) * 1000
}
