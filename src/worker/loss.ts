/** What the ratio rules do to the policy loss: on the selected rollout and over the batch, in the shape of the panel. */
import { newestVersion } from '../credit/ratio/drift.ts'
import type { Region } from '../credit/ratio/rule.ts'
import { eachAction, turnsOf } from '../credit/turns.ts'
import type { CreditSettings, RatioChoice } from './api.ts'
import type {
  LossTallies,
  LossTally,
  LossView,
  RuleTallies,
  RuleView,
  TokenFate,
  TurnTally,
} from './loss-view.ts'
import { fateOf, type PreparedRule, type SegmentLoss } from './prepared-rule.ts'
import { prepareRule } from './rule-loss.ts'
import type { Computed } from './slots.ts'
import { type AppliedRule, type BatchTallies, tallyBatch } from './tally-batch.ts'
import type { Pause } from './viewing.ts'

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

const BINS = 60
/** Half-width of the histogram in ln r: e^1.5 ≈ 4.5 at least, 33 at most; farther tokens count in the end bins. */
const HALF_WIDTH = { least: 1.5, most: 3.5, beyondBounds: 0.25 }

function halfWidth({ positive, negative }: Region): number {
  const bounds = [...positive, ...negative].map((bound) => Math.abs(Math.log(bound)))
  const finite = bounds.filter(Number.isFinite).map((bound) => bound + HALF_WIDTH.beyondBounds)
  return Math.min(HALF_WIDTH.most, Math.max(HALF_WIDTH.least, ...finite))
}

/** The rule as the panel shows it for one rollout. */
function ruleView(prepared: PreparedRule, rollout: number): RuleView {
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
  let simulated = false
  const losses = new Map<number, SegmentLoss>()
  const { firstSegment } = batch.rollout
  for (let s = firstSegment[rollout]; s < firstSegment[rollout + 1]; s++) {
    const start = batch.segment.start[s]
    const loss = prepared.lossOf(s)
    if (loss) losses.set(s, loss)
    simulated ||= loss?.simulated === true
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
  return {
    rule: rule.id,
    columns: plan,
    simulated,
    unit: rule.unit?.(options) ?? 'token',
    region,
    edges,
    counts,
    changedCounts,
    droppedCounts,
    rollout: own.plain(),
    bySegment,
    ...turnTallies(prepared, rollout, losses),
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
  /** Undefined until somebody asked for them. */
  tallies: BatchTallies | undefined
}

/** Both rules of a session; what depends on the batch alone is kept while zooming and choosing rollouts. */
export class Loss {
  /** Of the trace: no setting changes versions. */
  #newest: number | undefined
  #first: HeldRule | undefined
  #second: HeldRule | undefined

  view(computed: Computed, settings: CreditSettings, rollout: number): Omit<LossView, 'entropy'> {
    this.#hold(computed, settings)
    const shown = (held: HeldRule | undefined) => held?.prepared && ruleView(held.prepared, rollout)
    return {
      first: shown(this.#first),
      second: shown(this.#second),
    }
  }

  /** Passes over the batch, but for what is known. */
  async tally(computed: Computed, settings: CreditSettings, pause?: Pause): Promise<void> {
    this.#hold(computed, settings)
    for (const held of [this.#first, this.#second]) {
      if (held?.prepared) held.tallies ??= await tallyBatch(held.prepared, pause)
    }
  }

  /** Undefined: they are still to be counted (`tally`). */
  tallies(computed: Computed, settings: CreditSettings): LossTallies | undefined {
    this.#hold(computed, settings)
    const isCounted = (held: HeldRule | undefined) => !held?.prepared || held.tallies
    if (!isCounted(this.#first) || !isCounted(this.#second)) return undefined
    return { first: plain(this.#first), second: plain(this.#second) }
  }

  /** The first rule with its tallies, after `tally`; undefined: the trace cannot serve it. */
  get applied(): AppliedRule | undefined {
    const { prepared, tallies } = this.#first ?? {}
    return prepared && tallies && { prepared, tallies }
  }

  /** The first rule, for single tokens. */
  prepare(computed: Computed, settings: CreditSettings): PreparedRule | undefined {
    this.#newest ??= newestVersion(computed.batch)
    return prepareRule(computed, settings.ratio, settings, this.#newest)
  }

  #hold(computed: Computed, settings: CreditSettings): void {
    const { ratio, against } = settings
    this.#first = this.#held(this.#first, computed, ratio, settings)
    this.#second = against && this.#held(this.#second, computed, against, settings)
  }

  #held(
    held: HeldRule | undefined,
    computed: Computed,
    choice: RatioChoice,
    settings: CreditSettings,
  ): HeldRule {
    const key = JSON.stringify([choice, settings.epsLow, settings.epsHigh, settings.drift])
    if (held?.key === key && held.computed === computed) return held
    this.#newest ??= newestVersion(computed.batch)
    const prepared = prepareRule(computed, choice, settings, this.#newest)
    return { computed, key, prepared, tallies: undefined }
  }
}

/** Without what weights alone read, which is a number for every segment. */
function plain(held: HeldRule | undefined): RuleTallies | undefined {
  if (!held?.tallies) return undefined
  const { absolute: _, left: __, ...shown } = held.tallies
  return shown
}
