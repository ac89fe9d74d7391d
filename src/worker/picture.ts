/** The numbers of a frame that a picture needs: strips, curve and reach of one rollout. */
import { actionsOf } from '../credit/chain.ts'
import { reachSums } from '../credit/reach.ts'
import { roomFor, summariseTokens, type Tokens } from '../engine/summaries.ts'
import type { Batch } from '../trace/batch.ts'
import type { Frame, FrameRequest, Reach, SegmentStrips } from './api.ts'
import { largestMagnitude, walkActions } from './curve.ts'
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
  const room = roomFor((rule ? 4 : 3) * Math.max(0, stop - start), columns)
  return Array.from({ length: Math.max(0, stop - start) }, (_, k) => {
    const i = start + k
    const offset = batch.segment.start[first + i]
    const length = batch.segment.start[first + i + 1] - offset
    // What a keeping rule masks leaves no mark, as what the file masks: it is no ordinary zero.
    const ofA = { numbers: columnA, first: offset, mask: a.evaluation.lossMask, offset }
    const ofB = { numbers: columnB, first: offset, mask: b.evaluation.lossMask, offset }
    const series = (tokens: Tokens, minus?: Tokens) =>
      summariseTokens(tokens, minus, length, from, to, columns, room)
    const coefficient = rule?.lossOf(first + i)?.coefficient
    const texts = to - from <= MAX_TEXTS ? visibleTexts(batch, offset, length, from, to) : undefined
    return {
      segment: i,
      a: series(ofA),
      b: series(ofB),
      difference: series(ofB, ofA),
      ...(coefficient && {
        coefficient: series({ ...ofB, numbers: coefficient, first: 0 }),
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

export function curveOf(
  { batch, a, b }: Computed,
  request: FrameRequest,
): Pick<Frame, 'curve' | 'extent' | 'rangesA' | 'rangesB'> {
  const { rollout } = request
  const [from, to] = [0, 1].map((end) => batch.rollout.firstSegment[rollout + end])
  const actions = actionsOf(batch)
  const segmentStart: number[] = []
  let tokens = 0
  for (let s = from; s < to; s++) {
    segmentStart.push(tokens)
    tokens += actions[s]
  }
  const columns = Math.max(1, Math.min(request.curveColumns, tokens))
  const walk = { batch, from, to, tokens, columns, room: roomFor(2, columns) }
  const [ofA, ofB] = [a, b].map(({ evaluation }) => evaluation.ofRollout(rollout).advantages)
  const [ownA, ownB] = [ofA, ofB].map((column) => walkActions(column, walk))
  const [first, end] = [from, to].map((s) => batch.segment.start[s])
  // The difference of the largest doubles is none any more.
  const extent = Math.min(largestMagnitude(batch.mask, ofA, ofB, first, end), Number.MAX_VALUE)
  return {
    curve: { a: ownA.series, b: ownB.series, tokens, segmentStart },
    extent,
    rangesA: ownA.ranges,
    rangesB: ownB.ranges,
  }
}

/** What the terminal reward adds: ∂A/∂R by segment and the share of action tokens it reaches. */
export function reachOf(batch: Batch, { evaluation }: SlotResult, rollout: number): Reach {
  const { sums, reached, above } = reachSums(evaluation, batch, rollout)
  const first = batch.rollout.firstSegment[rollout]
  const end = batch.rollout.firstSegment[rollout + 1]
  const tokens = actionsOf(batch).subarray(first, end)
  const all = tokens.reduce((sum, n) => sum + n, 0)
  return {
    meanBySegment: Array.from(tokens, (n, s) => (n === 0 ? undefined : sums[s] / n)),
    share: all === 0 ? 0 : reached / all,
    shareAbove1Percent: all === 0 ? 0 : above / all,
  }
}
