/** What the page shows of a graph besides numbers per token: links, hand-overs, reward places, reach. */
import type { Batch } from '../trace/batch.ts'
import type { Evaluation } from './evaluate.ts'
import { type CreditGraph, NEXT, runOfNode, runsOf } from './graph.ts'
import { denseColumn, listedColumn } from './node-column.ts'
import { hasPositionRewards } from './placement.ts'
import { accumulate } from './scan.ts'

export interface SegmentLink {
  readonly fromSegment: number
  readonly toSegment: number
  readonly carry: boolean
  readonly next: keyof typeof NEXT
}

export interface Handover {
  readonly earlier: number
  readonly from: number
  readonly to: number
  readonly lastgaelam: number
  readonly criticLastgaelam: number
  readonly nextvalues: number
  readonly delta: number | undefined
}

const NEXT_NAMES = ['following', 'zero', 'explicit'] as const

/** Links between segments in the direction credit flows: from the later node to the earlier. */
export function creditLinks(
  graph: CreditGraph,
  batch: Batch,
  rollout: number,
): readonly SegmentLink[] {
  const [from, to] = runsOf(graph, batch, rollout)
  const links: SegmentLink[] = []
  // A joined run covers several segments: inside it every join is a full link.
  if (to - from === 1 && graph.runStart[to] - graph.runStart[from] > 1) {
    const segments = segmentsInRun(graph, batch, rollout)
    for (let i = 0; i + 1 < segments.length; i++) {
      links.push({
        fromSegment: segments[i + 1],
        toSegment: segments[i],
        carry: true,
        next: 'following',
      })
    }
    return links
  }
  for (let run = from; run + 1 < to; run++) {
    links.push({
      fromSegment: graph.runSegment[run + 1],
      toSegment: graph.runSegment[run],
      carry: graph.runCarry[run] === 1,
      next: NEXT_NAMES[graph.runNext[run]],
    })
  }
  return links
}

/** Segments of the rollout that hold nodes, in time order. */
function segmentsInRun(graph: CreditGraph, batch: Batch, rollout: number): readonly number[] {
  const segments: number[] = []
  const { firstSegment } = batch.rollout
  for (let s = firstSegment[rollout]; s < firstSegment[rollout + 1]; s++) {
    if (graph.nodes.endsOf(s)) segments.push(s)
  }
  return segments
}

/** What crosses every cut of a rollout: un-whitened, un-scaled. Baselines hand nothing over: empty. */
export function handovers(
  evaluation: Evaluation,
  batch: Batch,
  rollout: number,
): readonly Handover[] {
  if (evaluation.estimator.family === 'baseline') return []
  const { graph } = evaluation
  const { advantage, critic, firstNode } = evaluation.nodesOf(rollout)
  const [{ gamma }] = evaluation.stages
  const first = batch.rollout.firstSegment[rollout]
  const end = batch.rollout.firstSegment[rollout + 1]
  const nodes = Array.from({ length: end - first }, (_, i) => graph.nodes.endsOf(first + i))
  const [fromRun, toRun] = runsOf(graph, batch, rollout)
  const reversed = toRun - fromRun > 1 && graph.runSegment[fromRun] > graph.runSegment[toRun - 1]

  const rows: Handover[] = []
  for (let i = 0; i + 1 < nodes.length; i++) {
    const before = lastIndex(nodes, i)
    const after = firstIndex(nodes, i + 1)
    const [to, from] = reversed ? [after, before] : [before, after]
    const receiver = to < 0 ? undefined : nodes[to]
    const giver = from < 0 ? undefined : nodes[from]
    const link = receiver ? lookAhead(graph, receiver.last) : undefined
    const carries = giver !== undefined && link?.carry === true
    rows.push({
      earlier: first + i,
      from: first + (reversed ? i : i + 1),
      to: first + (reversed ? i + 1 : i),
      lastgaelam: carries ? advantage[giver.first - firstNode] : 0,
      criticLastgaelam: carries ? critic[giver.first - firstNode] : 0,
      nextvalues: link?.value ?? 0,
      delta: deltaAtLastAction(graph, batch, first + i, gamma),
    })
  }
  return rows
}

const firstIndex = (items: readonly unknown[], from: number): number => {
  for (let i = from; i < items.length; i++) if (items[i] !== undefined) return i
  return -1
}

const lastIndex = (items: readonly unknown[], from: number): number => {
  for (let i = from; i >= 0; i--) if (items[i] !== undefined) return i
  return -1
}

/** Value that a node looks ahead to, and whether the accumulators behind it flow in. */
function lookAhead(
  graph: CreditGraph,
  node: number,
): { readonly value: number; readonly carry: boolean } {
  const run = runOfNode(graph, node)
  if (node + 1 < graph.runStart[run + 1]) return { value: graph.value.at(node + 1), carry: true }
  const carry = graph.runCarry[run] === 1
  switch (graph.runNext[run]) {
    case NEXT.following:
      return { value: graph.value.at(node + 1), carry }
    case NEXT.explicit:
      return { value: graph.runAhead[run], carry }
    default:
      return { value: 0, carry }
  }
}

/** δ = r + γ·next − V at the segment's last action token; undefined where it has none. */
function deltaAtLastAction(
  graph: CreditGraph,
  batch: Batch,
  segment: number,
  gamma: number,
): number | undefined {
  const { start } = batch.segment
  for (let p = start[segment + 1] - 1; p >= start[segment]; p--) {
    if (batch.mask[p] !== 1) continue
    const node = graph.nodes.at(p)
    return graph.reward.at(node) + gamma * lookAhead(graph, node).value - graph.value.at(node)
  }
  return undefined
}

export interface RewardPlace {
  readonly segment: number
  /** Inside the segment. */
  readonly position: number
  /** What is written there: the outcome, or the last entry of the file's `rewards`. */
  readonly value: number
}

/** Every place where the terminal reward is written; a recorded last reward of 0 is no mark. */
export function rewardPlaces(
  graph: CreditGraph,
  batch: Batch,
  rollout: number,
): readonly RewardPlace[] {
  const places: RewardPlace[] = []
  const { firstSegment } = batch.rollout
  const { start } = batch.segment
  const recorded = hasPositionRewards(batch, rollout)
  graph.terminalPosition.forEach((p, i) => {
    if (p < start[firstSegment[rollout]] || p >= start[firstSegment[rollout + 1]]) return
    const value = graph.reward.at(graph.terminal[i])
    if (recorded && value === 0) return
    let segment = firstSegment[rollout]
    while (start[segment + 1] <= p) segment++
    places.push({ segment, position: p - start[segment], value })
  })
  return places.sort((x, y) => x.segment - y.segment)
}

/**
 * ∂A/∂R per position of a rollout (0 where masked): the scan's linear response to the terminal reward,
 * before whitening (which mixes the whole batch) and with what post-processing keeps.
 */
export function terminalReach(evaluation: Evaluation, batch: Batch, rollout: number): Float64Array {
  const { graph, runs } = evaluation
  const [{ gamma }, inner] = evaluation.stages
  const { factor } = evaluation.ofRollout(rollout)
  const [first, endSegment] = [0, 1].map((i) => batch.rollout.firstSegment[rollout + i])
  const start = batch.segment.start[first]
  const reach = new Float64Array(batch.segment.start[endSegment] - start)
  const [fromRun, toRun] = runsOf(graph, batch, rollout)
  if (toRun === fromRun) return reach

  const offset = graph.runStart[fromRun]
  const length = graph.runStart[toRun] - offset
  const impulse = new Float64Array(length)
  for (const node of graph.terminal) {
    const at = node - offset
    if (at >= 0 && at < length) impulse[at] = graph.terminalWeight?.(node) ?? 1
  }
  const advantage = new Float64Array(length)
  // Linear response: the same chain without values, and with the impulse for rewards.
  const response: CreditGraph = {
    ...graph,
    nodeCount: length,
    runCount: toRun - fromRun,
    chainCount: 1,
    value: listedColumn(length, new Map()),
    reward: denseColumn(impulse),
    chainStart: Uint32Array.of(0, toRun - fromRun),
    runStart: graph.runStart.subarray(fromRun, toRun + 1).map((k) => k - offset),
    runNext: graph.runNext.subarray(fromRun, toRun),
    runAhead: new Float64Array(toRun - fromRun),
    runCarry: graph.runCarry.subarray(fromRun, toRun),
  }
  accumulate(response, gamma, runs.lambda.subarray(fromRun, toRun), advantage)

  for (let run = fromRun; run < toRun; run++) {
    for (let k = graph.runStart[run]; k < graph.runStart[run + 1]; k++) {
      advantage[k - offset] *= runs.scale[run]
    }
  }
  for (let s = first; s < endSegment; s++) {
    const nodeOf = graph.nodes.ofSegment(s)
    const innerNodeOf = graph.inner?.graph.nodes.ofSegment(s)
    const from = batch.segment.start[s]
    nodeOf.forEach((node, i) => {
      const p = from + i
      if (node < 0 || batch.mask[p] === 0) return
      const slope = advantage[node - offset]
      const distance = (innerNodeOf && graph.inner?.distance[innerNodeOf[i]]) ?? 0
      const inside = inner ? (inner.gamma * inner.runs.lambda[node]) ** distance : 1
      reach[p - start] = inside * slope * (factor?.[p] ?? 1) + 0
    })
  }
  return reach
}

/** Segments in the order the scan finishes them; segments without nodes stand where inv_iter puts them. */
export function processingOrder(
  graph: CreditGraph,
  batch: Batch,
  rollout: number,
): readonly number[] {
  const [fromRun, toRun] = runsOf(graph, batch, rollout)
  const forward = toRun - fromRun > 1 && graph.runSegment[fromRun] > graph.runSegment[toRun - 1]
  const first = batch.rollout.firstSegment[rollout]
  const count = batch.rollout.firstSegment[rollout + 1] - first
  return Array.from({ length: count }, (_, i) => (forward ? i : count - 1 - i))
}
