/** What the registries say of themselves: every formula can be typeset and read, in both languages. */
import katex from 'katex'
import { describe, expect, it } from 'vitest'
import { AGGREGATE_MODES } from '../../../src/credit/aggregate/aggregate.ts'
import { needsOf } from '../../../src/credit/estimator.ts'
import { lackedBy } from '../../../src/credit/needs.ts'
import { POST_RULES, POST_STAGES } from '../../../src/credit/post-registry.ts'
import { RATIO_RULES } from '../../../src/credit/ratio/registry.ts'
import { ESTIMATORS, optionsOf } from '../../../src/credit/registry.ts'
import { SYMBOLS } from '../../../src/credit/symbols.ts'
import { estimatorAbout } from '../../../src/panels/controls/estimatorAbout.ts'
import { postAbout } from '../../../src/panels/controls/postAbout.ts'
import { ruleAbout } from '../../../src/panels/ratio/ruleAbout.ts'
import { modeAbout } from '../../../src/panels/weights/modeAbout.ts'
import { plainFormula } from '../../../src/ui/formula/plain.ts'
import { batchOf } from '../../support/batches.ts'

const HAN = /[\u4e00-\u9fff]/
const methods = [...ESTIMATORS, ...RATIO_RULES, ...AGGREGATE_MODES, ...POST_RULES]
const specs = [...ESTIMATORS.flatMap(optionsOf), ...RATIO_RULES.flatMap(({ options }) => options)]
const everyTex: readonly string[] = [
  ...new Set([
    ...methods.flatMap(({ tex }) => tex),
    ...Object.values(SYMBOLS).map(({ tex }) => tex),
    ...specs.flatMap((spec) =>
      spec.kind === 'choice'
        ? spec.choices.flatMap(({ tex }) => tex ?? [])
        : spec.symbol === undefined
          ? []
          : [spec.symbol],
    ),
  ]),
]

const served = { lacks: [], valuesMadeUp: false, outcomesTyped: false } as const
const aboutIn = (language: 'en' | 'zh') => [
  ...ESTIMATORS.map((one) => estimatorAbout(one, served, language)),
  ...RATIO_RULES.map((one) => ruleAbout(one, one.needs, false, language)),
  ...AGGREGATE_MODES.map((one) => modeAbout(one, language)),
  ...POST_STAGES.flatMap((stage) =>
    stage.rules.map((rule) => postAbout(rule, stage, served, language)),
  ),
]

describe('formulas', () => {
  it('are all typeset by KaTeX without an error', () => {
    for (const tex of everyTex) {
      const html = katex.renderToString(tex, {
        output: 'mathml',
        throwOnError: true,
        strict: 'error',
      })
      expect(html, tex).toContain('<math')
    }
  })

  it('have lost no backslash', () => {
    const commands = /mathrm|operatorname|text|frac|sqrt|quad|leftarrow|lambda|gamma|varepsilon/g
    for (const tex of everyTex) {
      for (const { index } of tex.matchAll(commands)) expect(tex[index - 1], tex).toBe('\\')
    }
  })

  it('have a plain text without anything of TeX in it', () => {
    for (const tex of everyTex) expect(plainFormula(tex), tex).not.toMatch(/\\|&|^$/)
  })

  it('read as text what they say as TeX', () => {
    const plain = (id: string) =>
      methods.filter((one) => one.id === id).flatMap(({ tex }) => tex.map(plainFormula))
    expect(plain('discounted-return')).toEqual([
      'A_t = R\u0302_t = G_t',
      'G_t = r_t + γ G_{t+1},  G_{N+1} = 0',
    ])
    expect(plain('grpo')).toEqual(['A_{i,t} = (R_i − μ)/(σ + ε)', 'μ = 1/G Σ_{j=1}^G R_j'])
    expect(plain('icepop')).toEqual([
      'r_t = π_old(t)/π_rollout(t)',
      'g_t = r_t A_t [r_low ≤ r_t ≤ r_high]; 0 [else]',
    ])
    expect(() => plainFormula(String.raw`\unknown x`)).toThrow('unknown')
  })

  it('have no symbol in the list that does not stand in them', () => {
    const base = (tex: string): string => tex.replace(/\(.*$/, '').split(/[_^]/)[0]
    for (const { id, tex, symbols } of methods) {
      const missing = symbols.filter((one) => !tex.join(' ').includes(base(SYMBOLS[one].tex)))
      expect(missing, id).toEqual([])
      expect(new Set(symbols).size, id).toBe(symbols.length)
    }
  })

  it('show every number option that has a symbol where that option is said to stand', () => {
    for (const { id, tex, options } of [...ESTIMATORS, ...RATIO_RULES, ...POST_RULES]) {
      for (const spec of options) {
        if (spec.kind !== 'number' || spec.symbol === undefined || spec.when) continue
        expect(tex.join(' '), `${id}.${spec.name}`).toContain(spec.symbol)
      }
    }
  })
})

describe('words of a method', () => {
  it('pitfalls, symbols, parameters and needs stand in both languages', () => {
    const chinese = aboutIn('zh')
    aboutIn('en').forEach((english, at) => {
      const { title, pitfalls, parameters, needs } = chinese[at]
      expect(english.pitfalls.length, title).toBeGreaterThan(0)
      expect(english.pitfalls.length, title).toBeLessThanOrEqual(3)
      expect(pitfalls.length, title).toBe(english.pitfalls.length)
      for (const text of [...pitfalls, ...parameters.map(({ help }) => help)]) {
        expect(text, title).toMatch(HAN)
      }
      expect(needs.length).toBe(english.needs.length)
      for (const text of [...english.pitfalls, ...english.parameters.map(({ help }) => help)]) {
        expect(text, title).not.toMatch(HAN)
      }
    })
  })

  it('every rule of post-processing has a Chinese name and source', () => {
    for (const stage of POST_STAGES) {
      for (const rule of stage.rules) {
        const [en, zh] = (['en', 'zh'] as const).map((of) => postAbout(rule, stage, served, of))
        expect(zh.source, rule.id).not.toBe(en.source)
        if (rule.id !== 'tb') expect(zh.title).toMatch(HAN)
      }
    }
  })

  it('a pitfall in Chinese has the numbers of the English one', () => {
    const numbers = (text: string) =>
      (text.replaceAll(',', '').match(/\d+\.\d+|\d+e-\d+/g) ?? []).sort()
    const chinese = aboutIn('zh')
    aboutIn('en').forEach(({ pitfalls }, at) => {
      pitfalls.forEach((text, n) => {
        expect(numbers(chinese[at].pitfalls[n]), text).toEqual(numbers(text))
      })
    })
  })
})

describe('needs', () => {
  const named = (id: string) => ESTIMATORS.filter((one) => one.id === id).flatMap(needsOf)
  it('follow from what an estimator reads, its family and its own list', () => {
    expect(named('compaction-gae')).toEqual(['outcome', 'values', 'cuts'])
    expect(named('gigpo')).toEqual(['outcome', 'group', 'turns', 'turnRewards', 'stateKeys'])
    expect(named('chunk-return')).toEqual(['outcome', 'turns'])
  })

  it('are lacking where no rollout serves them', () => {
    const row = { rollout_id: 'r', response_mask: [1, 1] }
    expect(lackedBy(batchOf([row]))).toEqual([
      'values',
      'outcome',
      'group',
      'cuts',
      'turns',
      'turnRewards',
      'stateKeys',
      'ensemble',
      'waad',
      'fai',
      'oldLogProbs',
      'rolloutLogProbs',
      'overlongFlag',
      'dropFlag',
      'endings',
    ])
    const values = [0, 0]
    const turn = { start: 0, end: 2, kind: 'action', reward: 1, state_key: 'a' } as const
    const full = {
      ...row,
      ...{ group_id: 'g', values: [0, 0], reward: 1, turns: [turn], ended: 'truncated' as const },
      ...{ values_per_critic: [values, values], waad: values, fai: values },
      ...{ old_log_probs: values, rollout_log_probs: values, flags: ['drop', 'overlong'] as const },
    }
    expect(lackedBy(batchOf([full, { ...full, rollout_id: 's' }]))).toEqual(['cuts'])
  })

  it('are marked in the page, with what stands for them', () => {
    const [estimator] = ESTIMATORS
    const about = estimatorAbout(
      estimator,
      { lacks: ['cuts', 'values'], valuesMadeUp: true, outcomesTyped: false },
      'en',
    )
    expect(about.needs.map(({ state }) => state)).toEqual(['present', 'replaced', 'missing'])
    const [, dis] = RATIO_RULES
    const states = (...of: Parameters<typeof ruleAbout>) =>
      ruleAbout(...of).needs.map(({ state }) => state)
    expect(states(dis, ['log_probs'], false, 'en')).toEqual(['missing', 'missing'])
    expect(states(dis, ['log_probs'], true, 'en')).toEqual(['present', 'replaced'])
    expect(states(dis, ['log_probs', 'old_log_probs'], false, 'en')).toEqual([
      'present',
      'replaced',
    ])
  })
})
