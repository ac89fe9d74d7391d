/** Rollouts that are looked at some at a time, so that numbers of all positions are never there at once. */
import type { Batch, FloatColumn } from '../trace/batch.ts'
import { type CreditGraph, chainsBefore } from './graph.ts'
import { type NodeStretch, type Spreading, spreadAdvantages } from './spread.ts'

/** A megabyte of float32: what is written is still in the processor's cache when it is read. */
const POSITIONS = 2 ** 18

/** Rollouts [from, to), which stand side by side. */
export interface RolloutRange {
  readonly from: number
  readonly to: number
}

/** Advantages of some rollouts. */
export interface AdvantageStretch extends RolloutRange {
  /** Position that stands first in the column. */
  readonly firstPosition: number
  /** 0 where masked. Whitened and post-processed. */
  readonly advantages: FloatColumn
}

/** What an evaluation gives for it. */
export interface StretchParts {
  readonly batch: Batch
  readonly graph: CreditGraph
  /** Advantages of all positions, where they are together anyway. */
  readonly together: FloatColumn | undefined
  /** Advantage accumulators of all nodes, or where to get those of nodes [from, to). */
  readonly nodes: FloatColumn | ((from: number, to: number) => Promise<FloatColumn>)
  /** A column of zeros for so many positions; the next call takes it. */
  readonly column: (like: FloatColumn, positions: number) => FloatColumn
  readonly spreading: (nodes: NodeStretch) => Spreading
}

/** Visits the advantages of all rollouts as `Evaluation.eachStretch` says. */
export async function visitStretches(
  { batch, graph, together, nodes, column, spreading }: StretchParts,
  visit: (stretch: AdvantageStretch) => void | Promise<void>,
  atMost?: number,
): Promise<void> {
  if (together) {
    await visit({ from: 0, to: batch.rolloutCount, firstPosition: 0, advantages: together })
    return
  }
  const { firstSegment } = batch.rollout
  const startOf = positionsBefore(batch)
  const nodesBefore = (rollout: number) =>
    graph.runStart[graph.chainStart[chainsBefore(graph, batch, rollout)]]
  for (const { from, to } of stretchesOf(batch, atMost)) {
    const firstNode = typeof nodes === 'function' ? nodesBefore(from) : 0
    const advantage = typeof nodes === 'function' ? await nodes(firstNode, nodesBefore(to)) : nodes
    const firstPosition = startOf(from)
    const advantages = column(advantage, startOf(to) - firstPosition)
    spreadAdvantages(
      { ...spreading({ advantage, critic: advantage, firstNode }), firstPosition },
      advantages,
      firstSegment[from],
      firstSegment[to],
    )
    await visit({ from, to, firstPosition, advantages })
  }
}

/** All rollouts, in their order; a longer one is a stretch by itself. @param positions that a stretch has at most */
export function* stretchesOf(batch: Batch, positions = POSITIONS): Generator<RolloutRange> {
  const { rolloutCount } = batch
  const startOf = positionsBefore(batch)
  for (let from = 0; from < rolloutCount; ) {
    let to = from + 1
    while (to < rolloutCount && startOf(to + 1) - startOf(from) <= positions) to++
    yield { from, to }
    from = to
  }
}

/** Where a rollout's positions start; of the number of rollouts, where the last one's end. */
export const positionsBefore =
  ({ rollout: { firstSegment }, segment: { start } }: Batch) =>
  (rollout: number): number =>
    start[firstSegment[rollout]]
