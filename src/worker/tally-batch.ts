/** One ratio rule over the whole batch, counted in one pass over its tokens. */
import { versionLag } from '../credit/ratio/drift.ts'
import type { RatioResult } from '../credit/ratio/rule.ts'
import type { Batch, FloatColumn } from '../trace/batch.ts'
import type { LossTally, RuleTallies } from './loss-view.ts'
import { CHANGED, DROPPED, fateIndex, type PreparedRule } from './prepared-rule.ts'
import { segmentLoss } from './rule-loss.ts'
import type { Pause } from './viewing.ts'

/** What a rule does over the whole batch. Independent of which rollout is shown. */
export type BatchTallies = RuleTallies & {
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
export async function tallyBatch(prepared: PreparedRule, pause?: Pause): Promise<BatchTallies> {
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
    return pause?.()
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
    rule: prepared.rule.id,
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

/** A rule and what it left of the batch. */
export interface AppliedRule {
  readonly prepared: PreparedRule
  readonly tallies: BatchTallies
}
