/** A trial of an engine on this machine: how many tokens it scans in a second. */
import { allocateRunParameters, type CreditGraph, NEXT } from '../credit/graph.ts'
import { denseColumn } from '../credit/node-column.ts'
import { denseNodes } from '../credit/position-nodes.ts'
import type { Engine } from './engine.ts'

/** Not noticed, and long enough for just-in-time compilers. */
const TRIAL_MS = 20
/** A copy needs no warming up. */
const COPY_MS = 5

/**
 * Stretches that a trial measures at least. Where every core is busy, a thread may be taken off for as long as
 * the trial lasts; a single stretch told of 11 M tokens/s where the next ones told of 1,900 M.
 */
const LEAST = 8
/** How many times its length a trial may take for them. */
const LONGEST = 10

/** Browsers' clocks go in steps of a tenth of a millisecond: one scan is too short for them. */
const ROUND_MS = 1
/** Steps of the clock in a stretch: Firefox's are a millisecond, and the best of short stretches told of twice the speed. */
const STEPS = 10

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
    value: denseColumn(new Float32Array(nodeCount).fill(0.5)),
    reward: denseColumn(reward),
    runStart: offsets.map((chain) => chain * NODES_PER_CHAIN),
    runNext: new Uint8Array(CHAINS).fill(NEXT.zero),
    runAhead: new Float64Array(CHAINS),
    runCarry: new Uint8Array(CHAINS),
    chainStart: offsets,
    runSegment: offsets.slice(0, CHAINS),
    runLength: new Uint32Array(CHAINS).fill(NODES_PER_CHAIN),
    lambdaRule: 'fixed',
    nodes: denseNodes(new Int32Array(0), new Uint32Array(1)),
    terminal: new Uint32Array(0),
    terminalPosition: new Uint32Array(0),
    hasReturns: true,
  }
}

export interface Speed {
  readonly scan: number
  /** Of a copy that moves the same bytes. */
  readonly copy: number
}

/**
 * Tokens per second in the best millisecond out of twenty, results in this thread's hands. The best: whatever
 * else the machine was busy with, it will not be for long, and the outcome is remembered.
 *
 * @param now milliseconds, e.g. `performance.now`
 */
export async function measureSpeed(engine: Engine, now: () => number): Promise<Speed> {
  const graph = trialGraph()
  const { nodeCount } = graph
  const runs = allocateRunParameters(graph.runCount)
  runs.lambda.fill(0.95)
  runs.lambdaCritic.fill(0.95)
  const handle = await engine.load(graph)
  const from = graph.value.read(0, nodeCount)
  const to = new Float32Array(nodeCount)
  const copyHere = async (): Promise<void> => to.set(from)
  const perSecond = nodeCount * 1000
  const scan = await bestOf(() => engine.scan(handle, 0.999, runs), TRIAL_MS, now)
  const copy = await bestOf(() => engine.copy?.(handle) ?? copyHere(), COPY_MS, now)
  engine.release(handle)
  return { scan: scan * perSecond, copy: copy * perSecond }
}

/** Rounds of `work` per millisecond, in the best stretch of one. */
async function bestOf(
  work: () => Promise<unknown>,
  milliseconds: number,
  now: () => number,
): Promise<number> {
  let best = 0
  const least = Math.max(ROUND_MS, STEPS * clockStep(now))
  const begun = now()
  const goesOn = (stretches: number): boolean => {
    const elapsed = now() - begun
    return elapsed < milliseconds || (stretches < LEAST && elapsed < LONGEST * milliseconds)
  }
  for (let stretches = 0; goesOn(stretches); stretches++) {
    const started = now()
    let rounds = 0
    let elapsed = 0
    while (elapsed < least) {
      await work()
      rounds++
      elapsed = now() - started
    }
    best = Math.max(best, rounds / elapsed)
  }
  return best
}

/** More than enough for a step of a millisecond; a clock that stands still has none. */
const MOST_LOOKS = 200_000

/** Milliseconds between two readings of the clock that differ. */
function clockStep(now: () => number): number {
  const from = now()
  let to = from
  for (let look = 0; look < MOST_LOOKS && to === from; look++) to = now()
  return to - from
}
