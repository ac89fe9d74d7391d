/** A baseline as a credit graph: one node per sample, every action token of its segments takes that node. */
import type { Batch } from '../../trace/batch.ts'
import { type CreditGraph, NEXT } from '../graph.ts'
import { denseColumn, listedColumn } from '../node-column.ts'
import { denseNodes } from '../position-nodes.ts'
import type { Direction } from './group-slopes.ts'
import type { Sample } from './samples.ts'

/** How the advantage of one of a group's counted samples changes as outcomes move in a direction; pure. */
export type SlopeAt = (outcomes: readonly number[], direction: Direction, at: number) => number

/**
 * @param groups samples by group
 * @param advantages of a group's counted outcomes; pure
 * @param slopeAt its derivative
 */
export function broadcastGraph(
  batch: Batch,
  groups: readonly (readonly Sample[])[],
  advantages: (outcomes: readonly number[]) => readonly number[],
  slopeAt: SlopeAt,
): CreditGraph {
  const samples: Valued[] = []
  for (const group of groups) {
    const counted = group.filter((sample) => sample.counted)
    const outcomes = counted.map((sample) => sample.outcome)
    const values = outcomes.length === 0 ? [] : advantages(outcomes)
    let at = 0
    for (const sample of group) {
      samples.push(
        sample.counted
          ? { sample, advantage: values[at], counted, at: at++ }
          : { sample, advantage: 0, counted, at: undefined },
      )
    }
  }
  samples.sort((x, y) => x.sample.firstSegment - y.sample.firstSegment)

  const n = samples.length
  const nodeOf = new Int32Array(batch.positionCount).fill(-1)
  const chainStart: number[] = []
  samples.forEach(({ sample }, node) => {
    if (node === 0 || samples[node - 1].sample.rollout !== sample.rollout) chainStart.push(node)
    const end = batch.segment.start[sample.endSegment]
    for (let p = batch.segment.start[sample.firstSegment]; p < end; p++) {
      if (batch.mask[p] === 1) nodeOf[p] = node
    }
  })
  chainStart.push(n)
  return {
    nodeCount: n,
    runCount: n,
    chainCount: chainStart.length - 1,
    value: listedColumn(n, new Map()),
    reward: denseColumn(Float64Array.from(samples, (s) => s.advantage)),
    runStart: Uint32Array.from({ length: n + 1 }, (_, i) => i),
    runNext: new Uint8Array(n).fill(NEXT.zero),
    runAhead: new Float64Array(n),
    runCarry: new Uint8Array(n),
    chainStart: Uint32Array.from(chainStart),
    runSegment: Uint32Array.from(samples, (s) => s.sample.firstSegment),
    runLength: new Uint32Array(n),
    lambdaRule: 'fixed',
    nodes: denseNodes(nodeOf, batch.segment.start),
    terminal: Uint32Array.from({ length: n }, (_, i) => i),
    terminalPosition: new Uint32Array(0),
    terminalWeight: (node) => slopeOf(samples[node], slopeAt),
    hasReturns: false,
  }
}

interface Valued {
  readonly sample: Sample
  readonly advantage: number
  /** The counted samples of its group, and its index among them (undefined = not counted). */
  readonly counted: readonly Sample[]
  readonly at: number | undefined
}

/** ∂A/∂R of one sample, the outcome of all its rollout's samples moving together. */
function slopeOf({ counted, at, sample }: Valued, slopeAt: SlopeAt): number {
  if (at === undefined) return 0
  const outcomes = counted.map((one) => one.outcome)
  const direction = counted.map((one) => (one.rollout === sample.rollout ? 1 : 0))
  return slopeAt(outcomes, direction, at)
}
