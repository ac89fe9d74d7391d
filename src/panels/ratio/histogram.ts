/** Geometry of the ratio histogram: log bins to boxes in a unit the SVG uses, nothing else. */
import type { Interval } from '../../credit/ratio/rule.ts'
import type { RuleView } from '../../worker/loss-view.ts'

export type HistogramView = Pick<RuleView, 'edges' | 'counts' | 'changedCounts' | 'droppedCounts'>

export interface Box {
  readonly x: number
  readonly width: number
  /** Heights, 0..height: the whole bin, and from the bottom its dropped and its changed part. */
  readonly tall: number
  readonly dropped: number
  readonly changed: number
  /** Ratios (not logarithms) at the bin's ends; the outer bins reach to 0 and ∞. */
  readonly from: number
  readonly to: number
  readonly count: number
  readonly droppedCount: number
  readonly changedCount: number
}

/** Log ratio → x in 0..width. */
export const xScale =
  (edges: ArrayLike<number>, width: number) =>
  (log: number): number => {
    const first = edges[0]
    const last = edges[edges.length - 1]
    return last > first ? (width * (log - first)) / (last - first) : width / 2
  }

/** Square-root heights: the bins beside 1 hold nearly everything, the cut tails must stay visible. */
export function boxesOf(view: HistogramView, width: number, height: number): readonly Box[] {
  const x = xScale(view.edges, width)
  const most = view.counts.reduce((max, count) => Math.max(max, count), 0)
  const tall = (count: number): number => (most === 0 ? 0 : height * Math.sqrt(count / most))
  const last = view.counts.length - 1
  return Array.from(view.counts, (count, bin) => {
    const droppedCount = view.droppedCounts[bin]
    const changedCount = view.changedCounts[bin]
    const whole = tall(count)
    return {
      x: x(view.edges[bin]),
      width: x(view.edges[bin + 1]) - x(view.edges[bin]),
      tall: whole,
      dropped: count === 0 ? 0 : (whole * droppedCount) / count,
      changed: count === 0 ? 0 : (whole * changedCount) / count,
      from: bin === 0 ? 0 : Math.exp(view.edges[bin]),
      to: bin === last ? Number.POSITIVE_INFINITY : Math.exp(view.edges[bin + 1]),
      count,
      droppedCount,
      changedCount,
    }
  }).filter((box) => box.count > 0)
}

/** The part of an accepted interval that the axis shows. */
export function stretchOf(
  edges: ArrayLike<number>,
  width: number,
  [low, high]: Interval,
): { readonly x0: number; readonly x1: number } {
  const x = xScale(edges, width)
  const inside = (ratio: number): number =>
    ratio <= 0 ? 0 : Math.min(width, Math.max(0, x(Math.log(ratio))))
  const x0 = inside(low)
  return { x0, x1: Math.max(x0, inside(high)) }
}

const TICKS = [0.01, 0.05, 0.1, 0.2, 0.5, 0.8, 0.9, 1, 1.1, 1.25, 2, 5, 10, 20]

/** Round ratios inside the axis, at least `apart` units from each other; 1 always wins. */
export function ticksOf(edges: ArrayLike<number>, width: number, apart: number): readonly number[] {
  const x = xScale(edges, width)
  const inside = TICKS.filter((tick) => {
    const at = x(Math.log(tick))
    return at >= 0 && at <= width
  })
  const byNearness = [...inside].sort((p, q) => Math.abs(Math.log(q)) - Math.abs(Math.log(p)))
  const kept: number[] = inside.includes(1) ? [1] : []
  for (const tick of byNearness) {
    const at = x(Math.log(tick))
    if (kept.every((other) => Math.abs(x(Math.log(other)) - at) >= apart)) kept.push(tick)
  }
  return kept.sort((p, q) => p - q)
}
