/** How far two engines are apart: the badge that compares the running engine with float64. */
import type { CreditGraph } from '../../src/credit/graph.ts'
import type { ScanResult } from '../../src/engine/engine.ts'
import type { FloatColumn } from '../../src/trace/batch.ts'

export interface ScanAgreement {
  /** Nodes compared, in both accumulators. */
  readonly nodes: number
  /** Largest |got − want|; Infinity where one side is not a number and the other is. */
  readonly maxAbsolute: number
  /** Largest |got − want| over the largest |want| of the same accumulator; 0 where all are equal. */
  readonly maxRelative: number
  /** Where `maxRelative` was found; undefined where both results are equal. */
  readonly worst:
    | {
        readonly node: number
        readonly series: 'advantage' | 'critic'
        readonly got: number
        readonly want: number
      }
    | undefined
}

/** |got − want|, with NaN and infinities on one side only counting as infinitely wrong. */
function distance(got: number, want: number): number {
  if (Object.is(got, want)) return 0
  const difference = Math.abs(got - want)
  return Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference
}

interface SeriesDistance {
  readonly absolute: number
  readonly relative: number
  readonly node: number
}

function compareSeries(got: FloatColumn, want: FloatColumn, nodes: number): SeriesDistance {
  let absolute = 0
  let largest = 0
  let node = -1
  for (let k = 0; k < nodes; k++) {
    const apart = distance(got[k], want[k])
    if (apart > absolute) {
      absolute = apart
      node = k
    }
    if (Number.isFinite(want[k])) largest = Math.max(largest, Math.abs(want[k]))
  }
  // Any distance where everything should be 0 is infinitely wrong: 1/0.
  const relative = absolute === 0 ? 0 : absolute / largest
  return { absolute, relative, node }
}

/**
 * Compares every node of both accumulators, whatever its value.
 *
 * @throws if a result does not cover the graph: a short result is a bug, not a distance
 */
export function compareScans(got: ScanResult, want: ScanResult, graph: CreditGraph): ScanAgreement {
  const nodes = graph.nodeCount
  for (const column of [got.advantage, got.critic, want.advantage, want.critic]) {
    if (column.length !== nodes) throw new Error(`A result has ${column.length} of ${nodes} nodes.`)
  }
  const advantage = compareSeries(got.advantage, want.advantage, nodes)
  const critic = compareSeries(got.critic, want.critic, nodes)
  const series = critic.relative > advantage.relative ? 'critic' : 'advantage'
  const { node } = series === 'critic' ? critic : advantage
  return {
    nodes,
    maxAbsolute: Math.max(advantage.absolute, critic.absolute),
    maxRelative: Math.max(advantage.relative, critic.relative),
    worst:
      node < 0 ? undefined : { node, series, got: got[series][node], want: want[series][node] },
  }
}
