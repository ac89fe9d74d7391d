/** The numbers of a frame that a picture needs: strips, curve and reach of one rollout. */
import { terminalReach } from '../credit/inspect.ts'
import { masked, summarise } from '../engine/summaries.ts'
import type { Batch } from '../trace/batch.ts'
import type { Frame, FrameRequest, Reach, SegmentStrips } from './api.ts'
import { textOf } from './detail.ts'
import type { PreparedRule } from './prepared-rule.ts'
import type { Computed, SlotResult } from './slots.ts'

/** Below this many visible positions the texts of the tokens come along. */
const MAX_TEXTS = 400

/** @param rule whose coefficient is wanted as a strip; undefined = none */
export function segmentStrips(
  { batch, a, b }: Computed,
  request: FrameRequest,
  rule: PreparedRule | undefined,
): readonly SegmentStrips[] {
  const first = batch.rollout.firstSegment[request.rollout]
  const end = batch.rollout.firstSegment[request.rollout + 1]
  const { from, to, columns, segments } = request
  const columnA = a.evaluation.ofRollout(request.rollout).advantages
  const columnB = b.evaluation.ofRollout(request.rollout).advantages
  const start = Math.max(0, segments?.from ?? 0)
  const stop = Math.min(end - first, segments?.to ?? end - first)
  return Array.from({ length: Math.max(0, stop - start) }, (_, k) => {
    const i = start + k
    const offset = batch.segment.start[first + i]
    const length = batch.segment.start[first + i + 1] - offset
    // What a keeping rule masks leaves no mark, as what the file masks: it is no ordinary zero.
    const atA = masked(columnA, a.evaluation.lossMask, offset)
    const atB = masked(columnB, b.evaluation.lossMask, offset)
    const difference = (p: number): number => {
      const [x, y] = [atA(p), atB(p)]
      return Number.isNaN(x) && Number.isNaN(y) ? Number.NaN : (y || 0) - (x || 0)
    }
    const coefficient = rule?.lossOf(first + i)?.coefficient
    const texts = to - from <= MAX_TEXTS ? visibleTexts(batch, offset, length, from, to) : undefined
    return {
      segment: i,
      a: summarise(atA, length, from, to, columns),
      b: summarise(atB, length, from, to, columns),
      difference: summarise(difference, length, from, to, columns),
      ...(coefficient && {
        coefficient: summarise(
          (p) => (b.evaluation.lossMask[offset + p] === 1 ? coefficient[p] : Number.NaN),
          length,
          from,
          to,
          columns,
        ),
      }),
      ...(texts ? { texts } : {}),
    }
  })
}

function visibleTexts(
  batch: Batch,
  offset: number,
  length: number,
  from: number,
  to: number,
): readonly string[] | undefined {
  const start = Math.max(0, Math.floor(from))
  const count = Math.max(0, Math.min(length, Math.ceil(to)) - start)
  const texts = Array.from({ length: count }, (_, i) => {
    const p = offset + start + i
    return textOf(batch.text, p, p + 1) ?? tokenIdText(batch, p)
  })
  return texts.some((text) => text !== '') ? texts : undefined
}

const tokenIdText = (batch: Batch, position: number): string => {
  const id = batch.tokenIds?.[position] ?? -1
  return id < 0 ? '' : `#${id}`
}

/** Action tokens of a rollout in time order, as positions. */
function actionPositions(
  batch: Batch,
  rollout: number,
): {
  readonly positions: Uint32Array
  readonly segmentStart: readonly number[]
} {
  const positions: number[] = []
  const segmentStart: number[] = []
  const { firstSegment } = batch.rollout
  for (let s = firstSegment[rollout]; s < firstSegment[rollout + 1]; s++) {
    segmentStart.push(positions.length)
    for (let p = batch.segment.start[s]; p < batch.segment.start[s + 1]; p++) {
      if (batch.mask[p] === 1) positions.push(p)
    }
  }
  return { positions: Uint32Array.from(positions), segmentStart }
}

export function curveOf(
  { batch, a, b }: Computed,
  request: FrameRequest,
): Pick<Frame, 'curve' | 'extent' | 'rangesA' | 'rangesB'> {
  const { positions, segmentStart } = actionPositions(batch, request.rollout)
  const tokens = positions.length
  const columns = Math.max(1, Math.min(request.curveColumns, tokens))
  const ofA = a.evaluation.ofRollout(request.rollout).advantages
  const ofB = b.evaluation.ofRollout(request.rollout).advantages
  let extent = 0
  for (const p of positions) {
    extent = Math.max(extent, Math.abs(ofA[p]), Math.abs(ofB[p]), Math.abs(ofB[p] - ofA[p]))
  }
  // The difference of the largest doubles is none any more.
  extent = Math.min(extent, Number.MAX_VALUE)
  const series = (column: typeof ofA) =>
    summarise((i) => column[positions[i]], tokens, 0, tokens, columns)
  const ranges = (column: typeof ofA) => segmentRanges(column, positions, segmentStart)
  return {
    curve: { a: series(ofA), b: series(ofB), tokens, segmentStart },
    extent,
    rangesA: ranges(ofA),
    rangesB: ranges(ofB),
  }
}

function segmentRanges(
  column: ArrayLike<number>,
  positions: Uint32Array,
  segmentStart: readonly number[],
): Float64Array {
  const ranges = new Float64Array(2 * segmentStart.length).fill(Number.NaN)
  segmentStart.forEach((start, s) => {
    const stop = segmentStart[s + 1] ?? positions.length
    if (start === stop) return
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (let i = start; i < stop; i++) {
      const value = column[positions[i]]
      if (value < low) low = value
      if (value > high) high = value
    }
    ranges[2 * s] = low
    ranges[2 * s + 1] = high
  })
  return ranges
}

/** What the terminal reward adds: ∂A/∂R by segment and the share of action tokens it reaches. */
export function reachOf(batch: Batch, slot: SlotResult, rollout: number): Reach {
  const reach = terminalReach(slot.evaluation, batch, rollout)
  const first = batch.rollout.firstSegment[rollout]
  const end = batch.rollout.firstSegment[rollout + 1]
  const origin = batch.segment.start[first]
  let actions = 0
  let reached = 0
  let above = 0
  const meanBySegment = Array.from({ length: end - first }, (_, i) => {
    let count = 0
    let sum = 0
    for (let p = batch.segment.start[first + i]; p < batch.segment.start[first + i + 1]; p++) {
      if (batch.mask[p] === 0) continue
      const slope = reach[p - origin]
      count++
      sum += slope
      if (slope !== 0) reached++
      if (Math.abs(slope) >= 0.01) above++
    }
    actions += count
    return count === 0 ? undefined : sum / count
  })
  return {
    meanBySegment,
    share: actions === 0 ? 0 : reached / actions,
    shareAbove1Percent: actions === 0 ? 0 : above / actions,
  }
}
