/** Which log-probs a rule reads, what it leaves alone, and the simulated drift. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveOptions } from '../../../src/credit/options.ts'
import { columnPlan } from '../../../src/credit/ratio/columns.ts'
import type { Drift } from '../../../src/credit/ratio/drift.ts'
import { segmentInputs } from '../../../src/credit/ratio/inputs.ts'
import { RATIO_RULES, ratioRuleOf, resolveRule } from '../../../src/credit/ratio/registry.ts'
import type { RatioRule, RatioUnit } from '../../../src/credit/ratio/rule.ts'
import { batchOf } from '../../support/batches.ts'

const ruleOf = (id: string): RatioRule => {
  const rule = ratioRuleOf(id)
  if (!rule) throw new Error(id)
  return rule
}

describe('columns of a ratio rule', () => {
  it('reads its own where they are there', () => {
    const all = ['log_probs', 'old_log_probs', 'rollout_log_probs'] as const
    expect(columnPlan(all, ruleOf('dis'), false)).toEqual({
      log_probs: 'log_probs',
      rollout_log_probs: 'rollout_log_probs',
    })
  })

  it('takes the next best pair of two policies, never one policy twice', () => {
    const present = ['log_probs', 'rollout_log_probs'] as const
    expect(columnPlan(present, ruleOf('ppo-clip'), false)).toEqual({
      log_probs: 'log_probs',
      old_log_probs: 'rollout_log_probs',
    })
    expect(columnPlan(['old_log_probs', 'rollout_log_probs'], ruleOf('dis'), false)).toEqual({
      log_probs: 'old_log_probs',
      rollout_log_probs: 'rollout_log_probs',
    })
  })

  it('is not served by one column, but by a simulated drift', () => {
    expect(columnPlan(['log_probs'], ruleOf('ppo-clip'), false)).toBeUndefined()
    expect(columnPlan(['log_probs'], ruleOf('ppo-clip'), true)).toEqual({
      log_probs: 'log_probs',
      old_log_probs: 'simulated',
    })
    expect(columnPlan([], ruleOf('none'), false)).toEqual({})
  })
})

describe('what one ratio is of', () => {
  // Two chunks of action tokens, with log-ratios 0.1, 0.3 and 0.5.
  const EXPECTED: Readonly<Record<RatioUnit, readonly number[]>> = {
    token: [0.1, 0.3, 0.5],
    'row-product': [0.9, 0.9, 0.9],
    'row-mean': [0.3, 0.3, 0.3],
    'chunk-mean': [0.2, 0.2, 0.5],
  }
  const settings = RATIO_RULES.filter(({ needs }) => needs.length > 0).flatMap((rule) => {
    const levels = rule.options.flatMap((spec) =>
      spec.kind === 'choice' ? spec.choices.map(({ value }) => ({ [spec.name]: value })) : [],
    )
    return (levels.length === 0 ? [{}] : levels).map((options) => [rule.id, options, rule] as const)
  })

  it.each(settings)('%s %o', (_, chosen, rule) => {
    const options = resolveOptions(rule.options, chosen)
    const zero = {
      log_probs: [0, 0, 0, 0],
      old_log_probs: [0, 0, 0, 0],
      rollout_log_probs: [0, 0, 0, 0],
    }
    const [top = 'log_probs'] = rule.needs
    const { ratio } = rule.apply(
      { ...zero, [top]: [0.1, 0.3, 7, 0.5], advantages: [1, 1, 0, 1], mask: [1, 1, 0, 1] },
      options,
    )
    const logs = EXPECTED[rule.unit?.(options) ?? 'token']
    for (const [at, t] of [0, 1, 3].entries()) expect(Math.log(ratio[t])).toBeCloseTo(logs[at], 12)
  })
})

describe('the region that a rule leaves alone', () => {
  it.each(RATIO_RULES.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
    const options = resolveOptions(rule.options, {})
    const region = rule.region(options)
    const sample = fc.tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.boolean())
    fc.assert(
      fc.property(sample, ([log, isPositive]) => {
        const a = isPositive ? 0.7 : -0.7
        // One token; π_old/π_rollout and π_θ/π_old cannot both move, so the rule's own pair does.
        const [top] = rule.needs
        const zero = { log_probs: [0], old_log_probs: [0], rollout_log_probs: [0] }
        const inputs = { ...zero, ...(top && { [top]: [log] }), advantages: [a], mask: [1] }
        const { ratio, coefficient } = rule.apply(inputs, options)
        const [low, high] = isPositive ? region.positive : region.negative
        // The bounds themselves are the rule's own business (strict or inclusive).
        fc.pre(Math.abs(ratio[0] - low) > 1e-9 && Math.abs(ratio[0] - high) > 1e-9)
        const inside = ratio[0] > low && ratio[0] < high
        if (rule.id === 'chunk-is' && isPositive) expect(coefficient[0]).toBe(a)
        else if (inside) expect(coefficient[0]).toBeCloseTo(ratio[0] * a, 12)
        else if (region.outside === 'dropped') expect(coefficient[0]).toBe(0)
        else {
          expect(coefficient[0]).not.toBe(0)
          expect(Math.abs(coefficient[0] - ratio[0] * a)).toBeGreaterThan(1e-12)
        }
      }),
    )
  })

  it('goes by the sliders under PPO clip, by its own options under the others', () => {
    const sliders = { epsLow: 0.1, epsHigh: 0.28 }
    const ppo = ruleOf('ppo-clip')
    expect(ppo.region(resolveRule(ppo, { dualClip: 3 }, sliders))).toEqual({
      positive: [0, 1.28],
      negative: [0.9, 3],
      outside: 'dropped',
    })
    const dis = ruleOf('dis')
    expect(dis.region(resolveRule(dis, {}, sliders)).positive).toEqual([0.7, 6])
  })
})

describe('simulated drift', () => {
  const LENGTH = 20_000
  const mask = new Uint8Array(LENGTH).fill(1)
  const drift: Drift = { size: 0.2, seed: 3, newest: 9 }
  const logRatios = (version: number, seed = drift.seed) => {
    const batch = batchOf([
      {
        rollout_id: 'r',
        response_mask: mask,
        policy_versions: new Int32Array(LENGTH).fill(version),
      },
    ])
    const plan = columnPlan([], ruleOf('ppo-clip'), true)
    const zero = new Float64Array(LENGTH)
    const found = plan && segmentInputs(batch, plan, 0, zero, { ...drift, seed })
    if (!found) throw new Error('no inputs')
    expect(found.simulated).toBe(true)
    const { log_probs: current = [], old_log_probs: old = [] } = found.inputs
    return Array.from(current, (x, t) => x - old[t])
  }
  const mean = (xs: readonly number[]) => xs.reduce((sum, x) => sum + x, 0) / xs.length
  const std = (xs: readonly number[]) => Math.sqrt(mean(xs.map((x) => x * x)) - mean(xs) ** 2)

  it('has σ·√(1 + lag) and a mean ratio of 1', () => {
    expect(std(logRatios(9))).toBeCloseTo(0.2, 2)
    expect(std(logRatios(6))).toBeCloseTo(0.4, 2)
    expect(mean(logRatios(6).map(Math.exp))).toBeCloseTo(1, 1)
  })

  it('is the same for the same seed and another for another', () => {
    expect(logRatios(9)).toEqual(logRatios(9))
    expect(logRatios(9, 4)).not.toEqual(logRatios(9))
  })

  it('leaves what the file records as it is', () => {
    const batch = batchOf([
      { rollout_id: 'r', response_mask: [1, 1], rollout_log_probs: [-1, -2] },
      { rollout_id: 's', response_mask: [1], rollout_log_probs: [-3] },
    ])
    const plan = columnPlan(['rollout_log_probs'], ruleOf('dis'), true)
    const found = plan && segmentInputs(batch, plan, 0, new Float64Array(2), drift)
    expect([...(found?.inputs.rollout_log_probs ?? [])]).toEqual([-1, -2])
    expect(found?.inputs.log_probs?.[0]).not.toBe(-1)
  })
})
