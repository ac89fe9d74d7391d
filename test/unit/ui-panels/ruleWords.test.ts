import { describe, expect, it } from 'vitest'
import { AGGREGATE_MODES } from '../../../src/credit/aggregate/aggregate.ts'
import { ownOptions, RATIO_RULES } from '../../../src/credit/ratio/registry.ts'
import { namesEn, namesZh } from '../../../src/panels/controls/specWords.ts'
import {
  counterpartOf,
  isPreset,
  missingFor,
  withRuleOption,
} from '../../../src/panels/ratio/rules.ts'
import { ruleText } from '../../../src/panels/ratio/ruleText.ts'
import { modeText } from '../../../src/panels/weights/modeText.ts'

const HAN = /[\u4e00-\u9fff]/

describe('words of ratio rules and aggregation modes', () => {
  it('every option has a name in both languages and a Chinese help', () => {
    const zh = ruleText('zh')
    for (const rule of RATIO_RULES) {
      for (const spec of ownOptions(rule)) {
        expect(namesEn[spec.name], spec.name).toBeDefined()
        expect(namesZh[spec.name], spec.name).toBeDefined()
        expect(zh.help(rule.id, spec), `${rule.id}.${spec.name}`).toMatch(HAN)
      }
    }
  })

  it('every preset has its Chinese', () => {
    for (const { presets = [] } of RATIO_RULES) {
      for (const { name } of presets) expect(ruleText('zh').preset(name)).toMatch(HAN)
    }
  })

  it('every mode and every source of a rule has its Chinese', () => {
    for (const { id } of AGGREGATE_MODES) expect(modeText('zh', id).label, id).toMatch(HAN)
    for (const rule of RATIO_RULES) {
      expect(ruleText('zh').source(rule), rule.id).not.toBe(rule.source)
      expect(ruleText('en').source(rule)).toBe(rule.source)
    }
  })
})

describe('choosing a rule', () => {
  const dis = RATIO_RULES.find(({ id }) => id === 'dis')
  it('names the columns that a trace lacks, unless they are simulated', () => {
    expect(dis && missingFor(['log_probs'], dis, false)).toEqual(['rollout_log_probs'])
    expect(dis && missingFor(['log_probs'], dis, true)).toEqual([])
  })

  it('SAO’s presets for math and code are options of DIS', () => {
    const [math, code] = (dis?.presets ?? []).map(({ options }) => ({ rule: 'dis', options }))
    expect([math, code].map(({ options }) => options)).toEqual([{}, { epsLow: 0.8, epsHigh: 3 }])
    expect(dis?.options.map(({ default: usual }) => usual)).toEqual([0.3, 5])
    expect(isPreset({ rule: 'dis', options: { epsLow: 0.8, epsHigh: 3 } }, code.options)).toBe(true)
    expect(isPreset(math, code.options)).toBe(false)
  })

  it('puts a hard mask beside PPO’s clip, and the clip beside everything else', () => {
    for (const rule of RATIO_RULES) {
      const other = counterpartOf({ rule: rule.id, options: {} })
      expect(other).toBe(rule.id === 'ppo-clip' ? 'dis' : 'ppo-clip')
    }
  })

  it('leaves an option at its default out', () => {
    const [low] = dis?.options ?? []
    const choice = withRuleOption({ rule: 'dis', options: {} }, low, 0.8)
    expect(choice.options).toEqual({ epsLow: 0.8 })
    expect(withRuleOption(choice, low, low.default).options).toEqual({})
  })
})
