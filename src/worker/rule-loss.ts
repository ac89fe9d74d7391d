/** One ratio rule on the tokens of a segment: ratio and coefficient of each. */
import { columnPlan, presentLogProbs } from '../credit/ratio/columns.ts'
import { segmentInputs } from '../credit/ratio/inputs.ts'
import { ratioRuleOf, resolveRule } from '../credit/ratio/registry.ts'
import type { RatioResult } from '../credit/ratio/rule.ts'
import { NO_ADVANTAGE } from '../credit/silent.ts'
import type { FloatColumn } from '../trace/batch.ts'
import type { CreditSettings, RatioChoice } from './api.ts'
import type { PreparedRule, SegmentLoss } from './prepared-rule.ts'
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
export function segmentLoss(
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
