/** What the ratio rules do to the policy loss: one rule over the batch, in the shape of the panel. */

import { columnPlan, presentLogProbs } from '../credit/ratio/columns.ts'
import { newestVersion, versionLag } from '../credit/ratio/drift.ts'
import { segmentInputs } from '../credit/ratio/inputs.ts'
import { ratioRuleOf, resolveRule } from '../credit/ratio/registry.ts'
import type { RatioResult, Region } from '../credit/ratio/rule.ts'
import { NO_ADVANTAGE } from '../credit/silent.ts'
import { eachAction, turnsOf } from '../credit/turns.ts'
import type { Batch, FloatColumn } from '../trace/batch.ts'
import type { CreditSettings, RatioChoice } from './api.ts'
import type { LossTally, LossView, RuleView, TokenFate, TurnTally } from './loss-view.ts'
import {
  CHANGED,
  DROPPED,
  fateIndex,
  fateOf,
  type PreparedRule,
  type SegmentLoss,
} from './prepared-rule.ts'
import type { Computed } from './slots.ts'

/** @param newest `newestVersion` of the batch; undefined comes back where the trace cannot serve the rule */
export function prepareRule(
  computed: Computed,
  choice: RatioChoice,
  settings: CreditSettings,
  newest: number,
): PreparedRule | undefined {
  const rule = ratioRuleOf(choice.rule)
  if (!rule) throw new Error(`unknown ratio rule ${choice.rule}`)
  const drift = settings.drift && { ...settings.drift, newest }
  const plan = columnPlan(presentLogProbs(computed.batch), rule, drift !== undefined)
  const options = resolveRule(rule, choice.options, settings)
  if (!plan) return undefined
  const prepared: PreparedRule = {
    rule,
    options,
    plan,
    computed,
    drift,
    newest,
    lossOf: (segment) => {
      const { segment: of } = computed.batch
      const { advantages } = computed.b.evaluation.ofRollout(of.rollout[segment])
      const own = advantages.subarray(of.start[segment], of.start[segment + 1])
      return segmentLoss(prepared, segment, own)
    },
  }
  return prepared
}

/** What is too small for a loss to hear as 0. */
function heard(advantages: FloatColumn): FloatColumn {
  let heard = advantages
  for (let t = 0; t < advantages.length; t++) {
    const a = advantages[t]
    if (a === 0 || Math.abs(a) >= NO_ADVANTAGE || Number.isNaN(a)) continue
    if (heard === advantages) heard = advantages.slice()
    heard[t] = 0
  }
  return heard
}

/**
 * Ratio and coefficient of a segment's positions (index over the batch), which the next call with the same `into`
 * overwrites; undefined: no log-probs there.
 * @param computedAdvantages of the segment's positions
 */
function segmentLoss(
  { rule, options, plan, computed, drift }: PreparedRule,
  segment: number,
  computedAdvantages: FloatColumn,
  into?: RatioResult,
): SegmentLoss | undefined {
  const advantages = heard(computedAdvantages)
  const found = segmentInputs(computed.batch, plan, segment, advantages, drift)
  if (!found) return undefined
  const { inputs, simulated } = found
  const result = rule.apply({ ...inputs, into }, options)
  const withUnitAdvantages = (): Float64Array => {
    const advantages = new Float64Array(inputs.mask.length).fill(1)
    return rule.apply({ ...inputs, advantages }, options).coefficient
  }
  let unit: Float64Array | undefined
  const rejects = (t: number): boolean => {
    if (!rule.rejectsByRatio) return false
    if (inputs.advantages[t] !== 0) return result.coefficient[t] === 0
    unit ??= withUnitAdvantages()
    return unit[t] === 0
  }
  return { ...result, advantages, simulated, rejects }
}

class Tally implements LossTally {
  tokens = 0
  dropped = 0
  changed = 0

  add(fate: TokenFate): void {
    this.tokens++
    if (fate === 'dropped') this.dropped++
    else if (fate === 'changed') this.changed++
  }

  addAll(other: LossTally): void {
    this.tokens += other.tokens
    this.dropped += other.dropped
    this.changed += other.changed
  }

  /** A message carries plain data. */
  plain(): LossTally {
    const { tokens, dropped, changed } = this
    return { tokens, dropped, changed }
  }
}

/** What a rule does over the whole batch. Independent of which rollout is shown. */
export type BatchTallies = Pick<
  RuleView,
  'simulated' | 'batch' | 'bySign' | 'byLag' | 'without'
> & {
  /** Σ|coefficient| of each segment; Σ|A| where it has no log-probs. */
  readonly absolute: Float64Array
  /** Action tokens of each segment that are left: not masked by B's keeping rules, not rejected by a rule that rejects. */
  readonly left: Uint32Array
}

/** For the results of any segment. */
function roomForLongest({ segmentCount, segment: { start } }: Batch): RatioResult {
  let longest = 0
  for (let s = 0; s < segmentCount; s++) longest = Math.max(longest, start[s + 1] - start[s])
  return { ratio: new Float64Array(longest), coefficient: new Float64Array(longest) }
}

/** Lags beyond the last are counted with it. */
const MAX_LAGS = 12

/** Counters of one lag: three signs of the advantage by three fates. */
const CELLS = 9
const SIGNS = { positive: 0, zero: 1, negative: 2 } as const

/** One increment per token: a batch has millions, whose advantages and ratios are never there at once. */
export async function tallyBatch(prepared: PreparedRule): Promise<BatchTallies> {
  const { computed, newest } = prepared
  const { batch } = computed
  const { evaluation } = computed.b
  const { lossMask: mask } = evaluation
  const { start: startOf } = batch.segment
  const into = roomForLongest(batch)
  const cells = new Uint32Array(MAX_LAGS * CELLS)
  const absolute = new Float64Array(batch.segmentCount)
  const left = new Uint32Array(batch.segmentCount)
  let simulated = false
  let without = 0
  const add = (s: number, advantages: FloatColumn): void => {
    const start = startOf[s]
    const end = startOf[s + 1]
    const loss = segmentLoss(prepared, s, advantages, into)
    if (!loss) {
      for (let p = start; p < end; p++) {
        if (mask[p] === 0) continue
        left[s]++
        absolute[s] += Math.abs(advantages[p - start])
      }
      if (left[s] > 0) without++
      return
    }
    simulated ||= loss.simulated
    const { ratio, coefficient, advantages: counted } = loss
    let sum = 0
    let rejected = 0
    let tokens = 0
    for (let p = start; p < end; p++) {
      if (mask[p] === 0) continue
      const a = counted[p - start]
      const c = coefficient[p - start]
      const fate = fateIndex(ratio[p - start], a, c)
      const sign = a > 0 ? SIGNS.positive : a < 0 ? SIGNS.negative : SIGNS.zero
      const lag = newest < 0 ? 0 : Math.min(MAX_LAGS - 1, versionLag(batch, p, newest))
      cells[lag * CELLS + sign * 3 + fate]++
      sum += Math.abs(c)
      tokens++
      if (loss.rejects(p - start)) rejected++
    }
    absolute[s] = sum
    left[s] = tokens - rejected
  }
  await evaluation.eachStretch(({ from, to, firstPosition, advantages }) => {
    const { firstSegment } = batch.rollout
    for (let s = firstSegment[from]; s < firstSegment[to]; s++) {
      add(s, advantages.subarray(startOf[s] - firstPosition, startOf[s + 1] - firstPosition))
    }
  })
  const tallyOf = (wanted: (lag: number, sign: number) => boolean): LossTally => {
    const tally = { tokens: 0, dropped: 0, changed: 0 }
    cells.forEach((count, at) => {
      if (!wanted(Math.floor(at / CELLS), Math.floor((at % CELLS) / 3))) return
      tally.tokens += count
      if (at % 3 === DROPPED) tally.dropped += count
      if (at % 3 === CHANGED) tally.changed += count
    })
    return tally
  }
  const bySign = (sign: number): LossTally => tallyOf((_, of) => of === sign)
  const lags = newest < 0 ? [] : Array.from({ length: MAX_LAGS }, (_, lag) => lag)
  return {
    simulated,
    without,
    absolute,
    left,
    batch: tallyOf(() => true),
    bySign: {
      positive: bySign(SIGNS.positive),
      zero: bySign(SIGNS.zero),
      negative: bySign(SIGNS.negative),
    },
    byLag: lags
      .map((lag) => ({ lag, tally: tallyOf((of) => of === lag) }))
      .filter(({ tally }) => tally.tokens > 0),
  }
}

const BINS = 60
/** Half-width of the histogram in ln r: e^1.5 ≈ 4.5 at least, 33 at most; farther tokens count in the end bins. */
const HALF_WIDTH = { least: 1.5, most: 3.5, beyondBounds: 0.25 }

function halfWidth({ positive, negative }: Region): number {
  const bounds = [...positive, ...negative].map((bound) => Math.abs(Math.log(bound)))
  const finite = bounds.filter(Number.isFinite).map((bound) => bound + HALF_WIDTH.beyondBounds)
  return Math.min(HALF_WIDTH.most, Math.max(HALF_WIDTH.least, ...finite))
}

/** The rule as the panel shows it for one rollout. */
export function ruleView(prepared: PreparedRule, tallies: BatchTallies, rollout: number): RuleView {
  const { rule, options, plan, computed } = prepared
  const { batch } = computed
  const { lossMask } = computed.b.evaluation
  const region = rule.region(options)
  const half = halfWidth(region)
  const edges = Float64Array.from({ length: BINS + 1 }, (_, i) => half * ((2 * i) / BINS - 1))
  const counts = new Uint32Array(BINS)
  const changedCounts = new Uint32Array(BINS)
  const droppedCounts = new Uint32Array(BINS)
  const own = new Tally()
  const bySegment: LossTally[] = []
  const losses = new Map<number, SegmentLoss>()
  const { firstSegment } = batch.rollout
  for (let s = firstSegment[rollout]; s < firstSegment[rollout + 1]; s++) {
    const start = batch.segment.start[s]
    const loss = prepared.lossOf(s)
    if (loss) losses.set(s, loss)
    const tally = new Tally()
    for (let p = start; loss && p < batch.segment.start[s + 1]; p++) {
      if (lossMask[p] === 0) continue
      const ratio = loss.ratio[p - start]
      const fate = fateOf(ratio, loss.advantages[p - start], loss.coefficient[p - start])
      tally.add(fate)
      const bin = Math.floor(((Math.log(ratio) + half) / (2 * half)) * BINS)
      const inside = Math.min(BINS - 1, Math.max(0, bin))
      counts[inside]++
      if (fate === 'changed') changedCounts[inside]++
      if (fate === 'dropped') droppedCounts[inside]++
    }
    own.addAll(tally)
    bySegment.push(tally.plain())
  }
  const { simulated, batch: all, bySign, byLag, without } = tallies
  return {
    rule: rule.id,
    columns: plan,
    unit: rule.unit?.(options) ?? 'token',
    region,
    edges,
    counts,
    changedCounts,
    droppedCounts,
    rollout: own.plain(),
    bySegment,
    ...turnTallies(prepared, rollout, losses),
    simulated,
    batch: all,
    bySign,
    byLag,
    without,
  }
}

/** Longer lists would not be read. */
const MAX_TURNS = 200

function turnTallies(
  { computed }: PreparedRule,
  rollout: number,
  losses: ReadonlyMap<number, SegmentLoss>,
): { readonly byTurn: readonly TurnTally[]; readonly turnCount: number } {
  const { batch } = computed
  const { lossMask } = computed.b.evaluation
  const turns = turnsOf(batch, rollout)
  const byTurn = turns.slice(0, MAX_TURNS).map((turn, number): TurnTally => {
    const tally = new Tally()
    const loss = losses.get(turn.segment)
    const start = batch.segment.start[turn.segment]
    eachAction(batch, turn, (p) => {
      if (!loss || lossMask[p] === 0) return
      const at = p - start
      tally.add(fateOf(loss.ratio[at], loss.advantages[at], loss.coefficient[at]))
    })
    const segment = turn.segment - batch.rollout.firstSegment[rollout]
    return { segment, turn: number, tally: tally.plain() }
  })
  return { byTurn, turnCount: turns.length }
}

interface HeldRule {
  readonly computed: Computed
  readonly key: string
  readonly prepared: PreparedRule | undefined
  readonly tallies: BatchTallies | undefined
}

/** Both rules of a session; what depends on the batch alone is kept while zooming and choosing rollouts. */
export class Loss {
  /** Of the trace: no setting changes versions. */
  #newest: number | undefined
  #first: HeldRule | undefined
  #second: HeldRule | undefined

  async view(
    computed: Computed,
    settings: CreditSettings,
    rollout: number,
  ): Promise<Omit<LossView, 'entropy'>> {
    const hold = (held: HeldRule | undefined, choice: RatioChoice) =>
      this.#hold(held, computed, choice, settings)
    this.#first = await hold(this.#first, settings.ratio)
    this.#second = settings.against && (await hold(this.#second, settings.against))
    const shown = (held: HeldRule | undefined) =>
      held?.prepared && held.tallies && ruleView(held.prepared, held.tallies, rollout)
    return {
      first: shown(this.#first),
      second: shown(this.#second),
    }
  }

  /** The first rule with its tallies, after `view`; undefined: the trace cannot serve it. */
  get applied(): { readonly prepared: PreparedRule; readonly tallies: BatchTallies } | undefined {
    const { prepared, tallies } = this.#first ?? {}
    return prepared && tallies && { prepared, tallies }
  }

  /** The first rule, for single tokens. */
  prepare(computed: Computed, settings: CreditSettings): PreparedRule | undefined {
    this.#newest ??= newestVersion(computed.batch)
    return prepareRule(computed, settings.ratio, settings, this.#newest)
  }

  async #hold(
    held: HeldRule | undefined,
    computed: Computed,
    choice: RatioChoice,
    settings: CreditSettings,
  ): Promise<HeldRule> {
    const key = JSON.stringify([choice, settings.epsLow, settings.epsHigh, settings.drift])
    if (held?.key === key && held.computed === computed) return held
    this.#newest ??= newestVersion(computed.batch)
    const prepared = prepareRule(computed, choice, settings, this.#newest)
    return { computed, key, prepared, tallies: prepared && (await tallyBatch(prepared)) }
  }
}
