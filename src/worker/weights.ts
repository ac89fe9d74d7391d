/** Sums of token weights under every aggregation mode, for one rollout and its group. */
import { AGGREGATE_MODES, type SegmentCounts } from '../credit/aggregate/aggregate.ts'
import { countingEmptyRows, rejectionWeights } from '../credit/aggregate/denominator.ts'
import { actionsOf } from '../credit/chain.ts'
import { eachAction, turnsOf } from '../credit/turns.ts'
import type { Batch } from '../trace/batch.ts'
import type { AggregateChoice } from './api.ts'
import type { SegmentLoss } from './prepared-rule.ts'
import type { Computed } from './slots.ts'
import type { AppliedRule } from './tally-batch.ts'
import type { Pause } from './viewing.ts'
import type { ModeShares, TurnShare, WeightsView } from './weights-view.ts'

/** Longer lists would not be read. */
const MAX_ROLLOUTS = 64
const MAX_TURNS = 200

/** Σ|A| by segment: what Σ|coefficient| is where every r is 1. */
async function absoluteAdvantages(
  { batch, b }: Computed,
  pause: Pause | undefined,
): Promise<Float64Array> {
  const sums = new Float64Array(batch.segmentCount)
  const { firstSegment } = batch.rollout
  await b.evaluation.eachStretch(({ from, to, firstPosition, advantages }) => {
    for (let s = firstSegment[from]; s < firstSegment[to]; s++) {
      for (let p = batch.segment.start[s]; p < batch.segment.start[s + 1]; p++) {
        if (batch.mask[p] === 1) sums[s] += Math.abs(advantages[p - firstPosition])
      }
    }
    return pause?.()
  })
  return sums
}

/** What the first ratio rule does to the batch. */
export interface Ratios {
  /** Undefined: no log-probs, then every r counts as 1, or they are still to be counted. */
  readonly applied: AppliedRule | undefined
  readonly areCounted: boolean
}

interface HeldWeights {
  readonly kept: Uint32Array
  readonly lMax: number
  readonly emptyRows: AggregateChoice['emptyRows']
  /** Per action token, by segment; one per mode. */
  readonly weights: readonly Float64Array[]
}

/** The batch's weights, kept while the counts behind the denominators stay. */
export class Weights {
  #held: HeldWeights | undefined
  #absolute: { readonly computed: Computed; readonly sums: Float64Array } | undefined
  #seen: { readonly of: readonly unknown[]; readonly view: WeightsView } | undefined

  /**
   * The same object while nothing that it counts has changed: shares of tokens are the same at any γ.
   * @param sums undefined: nothing is to be summed for it
   * @returns undefined where something would have to be
   */
  async view(
    computed: Computed,
    ratios: Ratios,
    choice: AggregateChoice,
    rollout: number,
    sums: { readonly pause: Pause | undefined } | undefined,
  ): Promise<WeightsView | undefined> {
    const reads = readsRatio(choice)
    const applied = reads ? ratios.applied : undefined
    const isKnown = (!reads || ratios.areCounted) && this.#isKnown(computed, applied, choice)
    if (!sums && !isKnown) return undefined
    const view = () => this.#view(computed, applied, choice, rollout, sums?.pause)
    if (reads || computed.b.evaluation.removal) return view()
    const of = [computed.batch, rollout, JSON.stringify(choice)]
    if (!this.#seen || this.#seen.of.some((part, i) => part !== of[i])) {
      this.#seen = { of, view: await view() }
    }
    return this.#seen.view
  }

  /** @param applied where ratios are read and the trace has some */
  #isKnown(computed: Computed, applied: AppliedRule | undefined, choice: AggregateChoice): boolean {
    const isMassKnown =
      choice.measure === 'weight' || applied !== undefined || this.#absolute?.computed === computed
    return isMassKnown && this.#isHeld(tokensOf(computed, applied, choice), choice)
  }

  async #view(
    computed: Computed,
    applied: AppliedRule | undefined,
    choice: AggregateChoice,
    rollout: number,
    pause: Pause | undefined,
  ): Promise<WeightsView> {
    const { batch } = computed
    const { removal } = computed.b.evaluation
    const all = countedBefore(computed)
    const rows = batch.segmentCount - (removal?.droppedRows ?? 0)
    const tokens = tokensOf(computed, applied, choice)
    const weights = this.#weights(batch, { all, kept: tokens, rows }, choice)
    const group = groupOf(batch, rollout)
    const mass =
      choice.measure === 'weight'
        ? tokens
        : (applied?.tallies.absolute ?? (await this.#absoluteOf(computed, pause)))
    const listed = listedOf(group, rollout)
    const sumOf = (r: number, of: (segment: number) => number): number => {
      let sum = 0
      for (let s = batch.rollout.firstSegment[r]; s < batch.rollout.firstSegment[r + 1]; s++) {
        sum += of(s)
      }
      return sum
    }
    const modes = AGGREGATE_MODES.map(({ id }, at): ModeShares => {
      const of = (segment: number): number => weights[at][segment] * mass[segment]
      const total = group.reduce((sum, r) => sum + sumOf(r, of), 0)
      const rollouts = Float64Array.from(listed, (r) => sumOf(r, of) / total)
      const own = sumOf(rollout, of)
      const first = batch.rollout.firstSegment[rollout]
      const count = batch.rollout.firstSegment[rollout + 1] - first
      return {
        mode: id,
        rollouts,
        others: listed.length === group.length ? 0 : 1 - rollouts.reduce((sum, x) => sum + x, 0),
        segments: Float64Array.from({ length: count }, (_, i) => of(first + i) / own),
        perToken: weights[at].slice(first, first + count),
      }
    })
    const chosen = AGGREGATE_MODES.findIndex(({ id }) => id === choice.mode)
    const first = batch.rollout.firstSegment[rollout]
    const turns = turnsOf(batch, rollout)
    return {
      assumesRatio: readsRatio(choice) && (!applied || applied.tallies.without > 0),
      simulated: applied?.tallies.simulated ?? false,
      rollouts: listed.map((r) => ({
        index: r,
        segments: batch.rollout.firstSegment[r + 1] - batch.rollout.firstSegment[r],
        tokens: sumOf(r, (s) => tokens[s]),
      })),
      unlisted: group.length - listed.length,
      selected: listed.indexOf(rollout),
      tokens: tokens.slice(first, batch.rollout.firstSegment[rollout + 1]),
      rows,
      emptyRows: rows - tokens.reduce((sum, n) => sum + (n === 0 ? 0 : 1), 0),
      modes,
      turns: turnShares(computed, applied, choice, rollout, weights[chosen], mass).slice(
        0,
        MAX_TURNS,
      ),
      turnCount: turns.length,
    }
  }

  /** Kept while zooming and choosing rollouts. */
  async #absoluteOf(computed: Computed, pause: Pause | undefined): Promise<Float64Array> {
    if (this.#absolute?.computed !== computed) {
      this.#absolute = { computed, sums: await absoluteAdvantages(computed, pause) }
    }
    return this.#absolute.sums
  }

  #isHeld(kept: Uint32Array, { lMax, emptyRows }: AggregateChoice): boolean {
    const held = this.#held
    return held?.kept === kept && held.lMax === lMax && held.emptyRows === emptyRows
  }

  /** @param kept action tokens that count; all of them, or those that the rule left */
  #weights(
    batch: Batch,
    { all, kept, rows }: { all: Uint32Array; kept: Uint32Array; rows: number },
    choice: AggregateChoice,
  ): readonly Float64Array[] {
    if (this.#held && this.#isHeld(kept, choice)) return this.#held.weights
    const { lMax, denominator, emptyRows } = choice
    const group = batch.segment.rollout.map((r) => batch.rollout.group[r])
    const counts: SegmentCounts = { tokens: all, rollout: batch.segment.rollout, group }
    const weights = AGGREGATE_MODES.map((mode) => {
      const own = rejectionWeights(mode, counts, kept, denominator, { lMax })
      return mode.overRows && emptyRows === 'count' ? countingEmptyRows(own, kept, rows) : own
    })
    this.#held = { kept, lMax, emptyRows, weights }
    return weights
  }
}

/** Whether weights depend on what the ratio rule does. */
const readsRatio = ({ measure, denominator }: AggregateChoice): boolean =>
  measure === 'gradient' || denominator === 'after'

/** Action tokens by segment. What B's keeping rules mask is in no denominator, before or after a rejection. */
const countedBefore = ({ batch, b }: Computed): Uint32Array =>
  b.evaluation.removal?.left ?? actionsOf(batch)

/** Action tokens that count, by segment. */
const tokensOf = (
  computed: Computed,
  applied: AppliedRule | undefined,
  { denominator }: AggregateChoice,
): Uint32Array =>
  denominator === 'after' && applied ? applied.tallies.left : countedBefore(computed)

function groupOf(batch: Batch, rollout: number): readonly number[] {
  const { group } = batch.rollout
  const members: number[] = []
  for (let r = 0; r < batch.rolloutCount; r++) if (group[r] === group[rollout]) members.push(r)
  return members
}

/** The first members, with the selected one always among them. */
function listedOf(group: readonly number[], rollout: number): readonly number[] {
  const head = group.slice(0, MAX_ROLLOUTS)
  return head.includes(rollout) ? head : [...head.slice(0, -1), rollout]
}

/** What is summed over a turn: tokens that count, or |coefficient|; as over its segment. */
function turnShares(
  computed: Computed,
  applied: AppliedRule | undefined,
  { measure, denominator }: AggregateChoice,
  rollout: number,
  weights: Float64Array,
  mass: ArrayLike<number>,
): readonly TurnShare[] {
  const { batch, b } = computed
  const { lossMask } = b.evaluation
  const { advantages } = b.evaluation.ofRollout(rollout)
  const first = batch.rollout.firstSegment[rollout]
  let total = 0
  for (let s = first; s < batch.rollout.firstSegment[rollout + 1]; s++)
    total += weights[s] * mass[s]
  let at = -1
  let loss: SegmentLoss | undefined
  return turnsOf(batch, rollout).map((turn, number) => {
    if (turn.segment !== at) {
      at = turn.segment
      loss = applied?.prepared.lossOf(at)
    }
    const start = batch.segment.start[at]
    let tokens = 0
    let sum = 0
    eachAction(batch, turn, (p) => {
      if (lossMask[p] === 0) return
      const c = loss?.coefficient[p - start] ?? advantages[p]
      const counts = !(denominator === 'after' && loss?.rejects(p - start) === true)
      if (counts) tokens++
      sum += measure === 'gradient' ? Math.abs(c) : counts ? 1 : 0
    })
    return { segment: at - first, turn: number, tokens, share: (weights[at] * sum) / total }
  })
}
