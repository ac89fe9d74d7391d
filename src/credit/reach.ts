/** How far the terminal reward reaches: ∂A/∂R summed by segment, without a number per token where that can be. */
import type { Batch } from '../trace/batch.ts'
import { actionsOf } from './chain.ts'
import type { Evaluation } from './evaluate.ts'
import { type CreditGraph, runsOf } from './graph.ts'
import { terminalReach } from './inspect.ts'

/** Of one rollout's action tokens. */
export interface ReachSums {
  /** Σ ∂A/∂R by segment. */
  readonly sums: Float64Array
  /** Tokens with ∂A/∂R ≠ 0 however small (0.95³⁰⁰⁰ is), and with |∂A/∂R| ≥ LEAST. */
  readonly reached: number
  readonly above: number
}

/** What counts as reached on the page: 1 % of a change of R arrives. The page's sentences say the number. */
const LEAST = 0.01

export function reachSums(evaluation: Evaluation, batch: Batch, rollout: number): ReachSums {
  const { graph, factor } = evaluation
  return graph.oneTokenEach && !graph.inner && !graph.terminalWeight && factor === undefined
    ? byStretches(evaluation, batch, rollout)
    : byTokens(evaluation, batch, rollout)
}

function byTokens(evaluation: Evaluation, batch: Batch, rollout: number): ReachSums {
  const reach = terminalReach(evaluation, batch, rollout)
  const [first, end] = [0, 1].map((i) => batch.rollout.firstSegment[rollout + i])
  const { start } = batch.segment
  const sums = new Float64Array(end - first)
  let reached = 0
  let above = 0
  for (let s = first; s < end; s++) {
    for (let p = start[s]; p < start[s + 1]; p++) {
      const slope = reach[p - start[first]]
      if (batch.mask[p] === 0 || slope === 0) continue
      sums[s - first] += slope
      reached++
      if (Math.abs(slope) >= LEAST) above++
    }
  }
  return { sums, reached, above }
}

/**
 * Between two places where the reward stands, or a run or a segment starts, ∂A/∂R falls by β from token to token:
 * c·β, c·β², …, which has a sum and a length above any bound.
 */
function byStretches(evaluation: Evaluation, batch: Batch, rollout: number): ReachSums {
  const { graph, runs } = evaluation
  const [{ gamma }] = evaluation.stages
  const [fromRun, toRun] = runsOf(graph, batch, rollout)
  const first = batch.rollout.firstSegment[rollout]
  const sums = new Float64Array(batch.rollout.firstSegment[rollout + 1] - first)
  let reached = 0
  let above = 0
  /** ∂A/∂R of the node after the stretch, which flows in; whether any does, however small it has become. */
  let flow = 0
  let isReached = false
  const segments = nodesBySegment(graph, batch, rollout)
  const impulses = graph.terminal.filter(
    (node) => node >= graph.runStart[fromRun] && node < graph.runStart[toRun],
  )
  let impulse = impulses.length - 1
  let at = segments.length - 1
  for (let run = toRun - 1; run >= fromRun; run--) {
    const beta = gamma * runs.lambda[run]
    const scale = runs.scale[run]
    if (run === toRun - 1 || graph.runCarry[run] === 0) {
      flow = 0
      isReached = false
    }
    for (let end = graph.runStart[run + 1]; end > graph.runStart[run]; ) {
      while (segments[at].firstNode >= end) at--
      const { segment, firstNode } = segments[at]
      const low = Math.max(graph.runStart[run], firstNode)
      const here = impulse >= 0 && impulses[impulse] === end - 1
      if (here) {
        flow = 1 + beta * flow
        isReached = true
        impulse--
        end--
        sums[segment - first] += flow * scale
        if (scale !== 0) reached++
        if (Math.abs(flow * scale) >= LEAST) above++
        continue
      }
      const next = impulse >= 0 ? impulses[impulse] + 1 : 0
      const count = end - Math.max(low, next)
      isReached &&= beta > 0
      // CompactionRL's (γλ)^tail may be 0.
      if (isReached && scale !== 0) {
        sums[segment - first] += scale * geometric(flow, beta, count)
        reached += count
        above += countAbove(Math.abs(flow * scale), beta, count)
      }
      flow *= beta ** count
      end -= count
    }
  }
  return { sums, reached, above }
}

/** Segments that have nodes by their first one, in the order of the nodes. */
function nodesBySegment({ nodes }: CreditGraph, batch: Batch, rollout: number) {
  const { firstSegment } = batch.rollout
  const actions = actionsOf(batch)
  const segments: { readonly segment: number; readonly firstNode: number }[] = []
  for (let s = firstSegment[rollout]; s < firstSegment[rollout + 1]; s++) {
    const firstNode = nodes.firstAction?.(s)
    if (firstNode !== undefined && actions[s] > 0) segments.push({ segment: s, firstNode })
  }
  return segments.sort((x, y) => x.firstNode - y.firstNode)
}

/** c·β + c·β² + … + c·βⁿ */
function geometric(c: number, beta: number, n: number): number {
  if (beta === 1) return c * n
  // 1 − βⁿ keeps its digits where β is near 1.
  return (c * beta * -Math.expm1(n * Math.log(beta))) / (1 - beta)
}

/** How many of c·β, …, c·βⁿ are at least LEAST; c ≥ 0. */
function countAbove(c: number, beta: number, n: number): number {
  if (beta === 1) return c >= LEAST ? n : 0
  const isAbove = (k: number): boolean => c * beta ** k >= LEAST
  let k = Math.min(n, Math.max(0, Math.floor(Math.log(LEAST / c) / Math.log(beta))))
  // The logarithm may be off by one.
  while (k < n && isAbove(k + 1)) k++
  while (k > 0 && !isAbove(k)) k--
  return k
}
