import { describe, expect, it } from 'vitest'
import { differences } from '../../../src/credit/conventions/differences.ts'
import { ASPECTS } from '../../../src/credit/conventions/preset.ts'
import { PRESETS, presetOf } from '../../../src/credit/conventions/registry.ts'
import { namesEn, namesZh } from '../../../src/panels/controls/specWords.ts'
import { presetText } from '../../../src/panels/conventions/presetText.ts'
import { sourceHref } from '../../../src/panels/conventions/source.ts'

const en = presetText('en')
const zh = presetText('zh')
const CHINESE = /[\u4e00-\u9fff]/

describe('presets in Chinese', () => {
  it.each(PRESETS.map((one) => [one.id, one] as const))(
    '%s: every fault, note and option has words',
    (_, one) => {
      for (const fault of one.faults) {
        expect(en.fault(fault)).toBe(fault.sentence)
        expect(zh.fault(fault)).toMatch(CHINESE)
      }
      for (const note of one.notes) expect(zh.note(note), note).toMatch(CHINESE)
      for (const aspect of ASPECTS) {
        const choice = one.aspects[aspect]
        const options = Object.entries(choice?.options ?? {})
        if (choice?.id !== undefined) options.push(['id', choice.id])
        for (const [name, value] of options) {
          expect(zh.option(aspect, name, value), `${aspect}.${name}=${value}`).toMatch(CHINESE)
        }
      }
    },
  )

  it('a fault’s code stands for one sentence: the Chinese is found by it', () => {
    const sentences = new Map<string, string>()
    for (const { code, sentence } of PRESETS.flatMap(({ faults }) => faults)) {
      expect(sentences.get(code) ?? sentence).toBe(sentence)
      sentences.set(code, sentence)
    }
  })

  it('labels that hold English words have Chinese ones', () => {
    for (const one of PRESETS) {
      if (/\(.*[a-z].*\)/i.test(one.label)) expect(zh.label(one), one.label).not.toBe(one.label)
    }
  })

  it('an option that is only stated has a name in both languages', () => {
    for (const { aspects } of PRESETS) {
      for (const option of ASPECTS.flatMap((aspect) => aspects[aspect]?.stated ?? [])) {
        expect(namesEn[option], option).toBeDefined()
        expect(namesZh[option], option).toBeDefined()
      }
    }
  })

  it('rules and modes have their names, never their ids', () => {
    expect(en.option('aggregation', 'id', 'rollout-mean')).toBe('uses rollout mean')
    expect(zh.option('aggregation', 'id', 'rollout-mean')).toBe('使用“rollout 均值”')
    expect(zh.option('ratio', 'id', 'dis')).toBe('使用“DIS（SAO）”')
    expect(zh.option('return', 'id', 'discounted-return')).toBe('使用“折扣回报（REINFORCE）”')
  })

  it('every difference of two presets is a Chinese sentence', () => {
    for (const a of PRESETS) {
      for (const b of PRESETS) {
        for (const one of differences(a, b)) {
          expect(zh.difference(one, a, b)).toMatch(/[\u4e00-\u9fff].*；.*[\u4e00-\u9fff].*。$/)
          expect(en.difference(one, a, b)).toBe(one.sentence)
        }
      }
    }
  })
})

describe('the source of a preset', () => {
  const hrefOf = (id: string) => {
    const preset = presetOf(id)
    return preset && sourceHref(preset.source)
  }
  it('is the repository at its commit, the paper, or nothing that could be opened', () => {
    expect(hrefOf('slime-624b824a')).toBe('https://github.com/THUDM/slime/tree/624b824a')
    expect(hrefOf('sao-paper')).toBe('https://arxiv.org/abs/2607.07508')
    expect(hrefOf('compactionrl-ajing')).toBe('https://github.com/ajing/compactionrl-repro')
    expect(hrefOf('compactionrl-yeto')).toBeUndefined()
  })
})
