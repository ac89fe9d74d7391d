/**
 * Builds credit graphs whose nodes are positions: one pass over the batch decides which positions are
 * nodes, where the outcome stands, and how each segment's end is linked (trace-schema §3, rules 2-10).
 */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import { type CreditGraph, NEXT } from './graph.ts'
import { denseColumn, listedColumn, type NodeColumn } from './node-column.ts'
import type { Options } from './options.ts'
import { endOfRollout, placeOutcome, type RewardWriter } from './placement.ts'
import { type Layout, type LayoutPlan, layOut, type NodeMap } from './position-nodes.ts'

/** How a segment's last node is linked to the segment that its chain puts after it. */
export interface Link {
  readonly next: keyof typeof NEXT
  readonly carry: boolean
  /** Value looked ahead to; only with `explicit`. */
  readonly ahead?: number
}

/** Everything an estimator's link rule may look at. */
export interface LinkSite {
  readonly batch: Batch
  /** Segment whose end is linked, and the segment that follows it in its chain. */
  readonly segment: number
  readonly following: number
  /** Value of the segment's own last node. */
  readonly ownLast: number
  /** Observations mode `zero`: masked positions count as value 0. */
  readonly zeroed: boolean
}

export interface ChainPlan {
  /** Literal inv_iter N→0 puts a rollout's segments into the chain in the opposite order. */
  readonly order: 'time' | 'reversed'
  readonly copied: boolean
  /** One run per rollout instead of one per segment (needs one λ per rollout). */
  readonly joined: boolean
  readonly link: (site: LinkSite) => Link
  /** CompactionRL's tail lengths for `scale`. */
  readonly tails: boolean
}

/**
 * The chain of an estimator over position nodes.
 * @param options resolved GAE options: observations, rewardAt, truncation, lambdaRule, lambdaLength
 */
export function buildChain(batch: Batch, options: Options, plan: ChainPlan): CreditGraph {
  const { start } = batch.segment
  const { firstSegment } = batch.rollout
  const skip = options.observations === 'skip'
  const zeroed = options.observations === 'zero'
  const actions = actionsOf(batch)

  const nodesIn = (s: number): number => (skip ? actions[s] : start[s + 1] - start[s])
  const { nodeCount, segmentsWithNodes, nodes, value } = layoutOf(batch, actions, {
    skip,
    zeroed,
    order: plan.order,
  })
  const { reward, writer } = rewardsOf(batch, nodes, nodeCount, zeroed)
  const runStart = new Uint32Array(segmentsWithNodes + 1)
  const runNext = new Uint8Array(segmentsWithNodes)
  const runAhead = new Float64Array(segmentsWithNodes)
  const runCarry = new Uint8Array(segmentsWithNodes)
  const runSegment = new Uint32Array(segmentsWithNodes)
  const runLength = new Uint32Array(segmentsWithNodes)
  const runTail = plan.tails ? new Uint32Array(segmentsWithNodes) : undefined
  const chainStart: number[] = [0]
  const terminal: { node: number; position: number }[] = []
  let node = 0
  let run = 0

  for (let r = 0; r < batch.rolloutCount; r++) {
    const first = firstSegment[r]
    const end = firstSegment[r + 1]
    const firstRun = run
    let rolloutActions = 0
    for (let s = first; s < end; s++) rolloutActions += actions[s]

    let openRun = false
    for (let i = 0; i < end - first; i++) {
      const s = plan.order === 'time' ? first + i : end - 1 - i
      if (nodesIn(s) === 0) continue
      if (!openRun) {
        runStart[run] = node
        runSegment[run] = s
        runLength[run] = options.lambdaLength === 'segment' ? actions[s] : rolloutActions
        run++
        openRun = plan.joined
      }
      node += nodesIn(s)
    }
    if (run === firstRun) continue
    runStart[run] = node

    if (runTail) {
      let later = 0
      for (let k = run - 1, s = end - 1; k >= firstRun; k--) {
        for (; s > runSegment[k]; s--) later += actions[s]
        runTail[k] = later
      }
    }

    for (let k = firstRun; k < run - 1; k++) {
      const link = plan.link({
        batch,
        segment: runSegment[k],
        following: runSegment[k + 1],
        ownLast: value.at(runStart[k + 1] - 1),
        zeroed,
      })
      runNext[k] = NEXT[link.next]
      runCarry[k] = link.carry ? 1 : 0
      runAhead[k] = link.ahead ?? 0
    }

    const lastNode = plan.order === 'time' ? node - 1 : runStart[firstRun + 1] - 1
    const ending = endOfRollout(batch, r, options, value.at(lastNode))
    // In literal order the rollout's last node lies inside the chain; its look-ahead is the link's.
    runNext[run - 1] =
      plan.order === 'time' && ending.ahead !== undefined ? NEXT.explicit : NEXT.zero
    runAhead[run - 1] = plan.order === 'time' ? (ending.ahead ?? 0) : 0
    placeOutcome(batch, r, {
      ...plan,
      options,
      nodes,
      reward: writer,
      lastNode,
      lastPosition: lastPositionOf(batch, r, skip),
      zeroed,
      terminal,
      ending,
    })
    chainStart.push(run)
  }

  return {
    nodeCount,
    runCount: run,
    chainCount: chainStart.length - 1,
    value,
    reward: reward(),
    runStart: runStart.subarray(0, run + 1),
    runNext: runNext.subarray(0, run),
    runAhead: runAhead.subarray(0, run),
    runCarry: runCarry.subarray(0, run),
    chainStart: Uint32Array.from(chainStart),
    runSegment: runSegment.subarray(0, run),
    runLength: runLength.subarray(0, run),
    lambdaRule: options.lambdaRule === 'length-adaptive' ? 'length-adaptive' : 'fixed',
    ...(runTail ? { runTail: runTail.subarray(0, run) } : {}),
    nodes,
    ...terminalColumns(terminal),
    valuesArePositions: true,
    ...(skip ? { oneTokenEach: true } : {}),
    hasReturns: true,
  }
}

/** Position of a rollout's last node in time; the rollout has one. */
function lastPositionOf(batch: Batch, rollout: number, skip: boolean): number {
  let p = batch.segment.start[batch.rollout.firstSegment[rollout + 1]] - 1
  while (skip && batch.mask[p] === 0) p--
  return p
}

/** Terminal nodes in ascending order, as graph columns. */
export function terminalColumns(
  terminal: readonly { readonly node: number; readonly position: number }[],
): Pick<CreditGraph, 'terminal' | 'terminalPosition'> {
  const sorted = [...terminal].sort((x, y) => x.node - y.node)
  return {
    terminal: Uint32Array.from(sorted, (t) => t.node),
    terminalPosition: Uint32Array.from(sorted, (t) => t.position),
  }
}

const BYTES = 0x00ff00ff

/** Four positions at a time: 10 M take 3 ms instead of 12. No byte of a word of sums may pass 255. */
function sumOfBits(mask: Uint8Array, words: Uint32Array, from: number, to: number): number {
  let sum = 0
  let p = from
  const aligned = Math.min(to, (from + 3) & ~3)
  while (p < aligned) sum += mask[p++]
  for (let word = p >> 2, end = to >> 2; word < end; ) {
    let sums = 0
    for (const stop = Math.min(end, word + 255); word < stop; word++)
      sums = (sums + words[word]) | 0
    const pairs = (sums & BYTES) + ((sums >>> 8) & BYTES)
    sum += (pairs & 0xffff) + (pairs >>> 16)
    p = word << 2
  }
  while (p < to) sum += mask[p++]
  return sum
}

/** Action tokens of every segment. */
export function countActions(batch: Batch): Uint32Array {
  const counts = new Uint32Array(batch.segmentCount)
  const { buffer, byteOffset, length } = batch.mask
  const { start } = batch.segment
  // In a file's bytes the mask may stand anywhere; words do not.
  const before = byteOffset & 3
  const bytes = new Uint8Array(buffer, byteOffset - before, before + length)
  const words = new Uint32Array(buffer, byteOffset - before, bytes.length >> 2)
  for (let s = 0; s < batch.segmentCount; s++) {
    counts[s] = sumOfBits(bytes, words, before + start[s], before + start[s + 1])
  }
  return counts
}

/** Estimators that differ in their links only share one, and with it what an engine keeps of its values. */
function layoutOf(batch: Batch, actions: Uint32Array, plan: LayoutPlan): Layout {
  const make = (): Layout => layOut(batch, actions, plan)
  const { skip, zeroed, order } = plan
  const column = batch.columns.values ?? batch.mask
  return batch.derived?.once(column, `layout ${skip} ${zeroed} ${order}`, make) ?? make()
}

interface RewardsOfNodes {
  /** What was written, when all is. */
  readonly reward: () => NodeColumn
  readonly writer: RewardWriter
}

/** Starts from the file's rewards. Without any, only the outcomes are there: those few are listed. */
function rewardsOf(
  batch: Batch,
  nodes: NodeMap,
  nodeCount: number,
  zeroed: boolean,
): RewardsOfNodes {
  const { rewards } = batch.columns
  if (!rewards) {
    const listed = new Map<number, number>()
    return {
      reward: () => listedColumn(nodeCount, listed),
      writer: {
        add: (node, x) => listed.set(node, (listed.get(node) ?? 0) + x),
        set: (node, x) => listed.set(node, x),
      },
    }
  }
  const column: FloatColumn =
    rewards instanceof Float32Array ? new Float32Array(nodeCount) : new Float64Array(nodeCount)
  const { start } = batch.segment
  for (let s = 0; s < batch.segmentCount; s++) {
    const nodeOf = nodes.ofSegment(s)
    for (let i = 0, p = start[s]; p < start[s + 1]; i++, p++) {
      if (nodeOf[i] >= 0 && !(zeroed && batch.mask[p] === 0)) column[nodeOf[i]] = rewards[p] || 0
    }
  }
  return {
    reward: () => denseColumn(column),
    writer: {
      add: (node, x) => {
        column[node] += x
      },
      set: (node, x) => {
        column[node] = x
      },
    },
  }
}

/** Action tokens of every segment, counted once per batch. */
export const actionsOf = (batch: Batch): Uint32Array =>
  batch.derived?.once(batch.mask, 'actions', () => countActions(batch)) ?? countActions(batch)
