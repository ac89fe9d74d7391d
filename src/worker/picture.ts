/** The numbers of a frame that a picture needs: strips, curve and reach of one rollout. */
import { actionsOf } from '../credit/chain.ts'
import { handovers } from '../credit/inspect.ts'
import { reachSums } from '../credit/reach.ts'
import type { createPyramid, Pyramid } from '../engine/pyramid.ts'
import {
  type Adds,
  addsTokens,
  BLOCK,
  roomFor,
  summarise,
  type Tokens,
} from '../engine/summaries.ts'
import type { Batch } from '../trace/batch.ts'
import type { BoundaryRow, Frame, FrameRequest, Reach, SegmentStrips } from './api.ts'
import { largestMagnitude, walkActions } from './curve.ts'
import { textOf } from './detail.ts'
import type { PreparedRule } from './prepared-rule.ts'
import type { Computed, SlotResult } from './slots.ts'

/** Below this many visible positions the texts of the tokens come along. */
const MAX_TEXTS = 400

/** A pixel column is wider than a block. */
export const isZoomedOut = ({ from, to, columns }: FrameRequest): boolean =>
  (to - from) / columns > BLOCK

/**
 * Makes the pictures of frames. What a zoom leaves alone is kept: the numbers of the whole rollout, and what blocks
 * of a long segment's tokens come to.
 */
export class Pictures {
  #of: readonly unknown[] = []
  #whole: { readonly of: readonly unknown[]; readonly parts: WholeRollout } | undefined
  readonly #pyramids = new Map<string, { round: number; readonly pyramid: Pyramid }>()
  #round = 0
  /** Not the first picture of these numbers: a zoom or a pan. */
  #isSeenAgain = false

  /**
   * @param rule whose coefficient is wanted as a strip; undefined = none
   * @param blocks makes pyramids; undefined: nothing is zoomed out so far
   */
  strips(
    computed: Computed,
    request: FrameRequest,
    rule: PreparedRule | undefined,
    blocks: typeof createPyramid | undefined,
  ): readonly SegmentStrips[] {
    this.#notice(computed, request)
    const { batch, a, b } = computed
    const { from, to, columns, segments, rollout } = request
    const [first, last] = segmentsOf(batch, rollout)
    const columnA = a.evaluation.ofRollout(rollout).advantages
    const columnB = b.evaluation.ofRollout(rollout).advantages
    const start = Math.max(0, segments?.from ?? 0)
    const stop = Math.min(last - first, segments?.to ?? last - first)
    const room = roomFor((rule ? 4 : 3) * Math.max(0, stop - start), columns)
    // A slider's step reads every token once; blocks are for what is looked at again.
    const create = this.#isSeenAgain && isZoomedOut(request) ? blocks : undefined
    return Array.from({ length: Math.max(0, stop - start) }, (_, k) => {
      const i = start + k
      const offset = batch.segment.start[first + i]
      const length = batch.segment.start[first + i + 1] - offset
      // What a keeping rule masks leaves no mark, as what the file masks: it is no ordinary zero.
      const ofA = { numbers: columnA, first: offset, mask: a.evaluation.lossMask, offset }
      const ofB = { numbers: columnB, first: offset, mask: b.evaluation.lossMask, offset }
      const series = (name: string, tokens: Tokens, minus?: Tokens) => {
        const direct = addsTokens(tokens, minus)
        const adds = create ? this.#pyramid(create, `${i} ${name}`, length, direct).add : direct
        return summarise(adds, length, from, to, columns, room)
      }
      const coefficient = rule?.lossOf(first + i)?.coefficient
      const texts =
        to - from <= MAX_TEXTS ? visibleTexts(batch, offset, length, from, to) : undefined
      return {
        segment: i,
        a: series('a', ofA),
        b: series('b', ofB),
        difference: series('difference', ofB, ofA),
        ...(coefficient && {
          // Worked out anew for every frame.
          coefficient: summarise(
            addsTokens({ ...ofB, numbers: coefficient, first: 0 }),
            length,
            from,
            to,
            columns,
            room,
          ),
        }),
        ...(texts ? { texts } : {}),
      }
    })
  }

  /** What of the frame is of the whole rollout, whatever part of it is in sight. */
  whole(computed: Computed, request: FrameRequest): WholeRollout {
    const { rollout, curveColumns } = request
    const of = [computed, rollout, curveColumns]
    if (!this.#whole || this.#whole.of.some((part, i) => part !== of[i])) {
      this.#whole = { of, parts: wholeRollout(computed, request) }
    }
    return this.#whole.parts
  }

  /** Other numbers take the blocks' memory over; of another rollout it is given back. */
  #notice(computed: Computed, { rollout }: FrameRequest): void {
    const [of, before] = this.#of
    this.#isSeenAgain = of === computed && before === rollout
    if (this.#isSeenAgain) return
    if (before !== rollout) this.#pyramids.clear()
    this.#round++
    this.#of = [computed, rollout]
  }

  #pyramid(create: typeof createPyramid, key: string, length: number, direct: Adds): Pyramid {
    const kept = this.#pyramids.get(key)
    if (!kept || kept.pyramid.length !== length) {
      const pyramid = create(length, direct)
      this.#pyramids.set(key, { round: this.#round, pyramid })
      return pyramid
    }
    if (kept.round !== this.#round) {
      kept.pyramid.renew(direct)
      kept.round = this.#round
    }
    return kept.pyramid
  }
}

type WholeRollout = Pick<
  Frame,
  'curve' | 'extent' | 'rangesA' | 'rangesB' | 'boundariesA' | 'boundariesB' | 'reachA' | 'reachB'
>

function wholeRollout(computed: Computed, request: FrameRequest): WholeRollout {
  const { batch, a, b } = computed
  const { rollout } = request
  return {
    ...curveOf(computed, request),
    boundariesA: boundaryRows(a, batch, rollout),
    boundariesB: boundaryRows(b, batch, rollout),
    reachA: reachOf(batch, a, rollout),
    reachB: reachOf(batch, b, rollout),
  }
}

const segmentsOf = ({ rollout: { firstSegment } }: Batch, rollout: number) =>
  [firstSegment[rollout], firstSegment[rollout + 1]] as const

function boundaryRows(slot: SlotResult, batch: Batch, rollout: number): readonly BoundaryRow[] {
  const [first] = segmentsOf(batch, rollout)
  return handovers(slot.evaluation, batch, rollout).map((row) => ({
    ...row,
    earlier: row.earlier - first,
    from: row.from - first,
    to: row.to - first,
  }))
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

function curveOf(
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

/** What the terminal reward adds: ∂Â/∂R by segment and the share of action tokens it reaches. */
function reachOf(batch: Batch, { evaluation }: SlotResult, rollout: number): Reach {
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
