import { describe, expect, it } from 'vitest'
import { AGGREGATE_MODES } from '../../../src/credit/aggregate/aggregate.ts'
import type { OptionSpec } from '../../../src/credit/options.ts'
import { RATIO_RULES } from '../../../src/credit/ratio/registry.ts'
import { ESTIMATORS, optionsOf } from '../../../src/credit/registry.ts'
import { TARGETS } from '../../../src/credit/settings/registry.ts'
import { type PageSettings, settingsOf } from '../../../src/credit/settings/settings.ts'
import { slime } from '../../../src/credit/settings/trainers/slime.ts'
import { specText } from '../../../src/panels/controls/specText.ts'
import { isMadeUp, lineCount, settingLabel, unsaidItems } from '../../../src/panels/copy/items.ts'
import { sentenceText } from '../../../src/panels/copy/sentenceText.ts'
import { words } from '../../../src/panels/copy/text.ts'
import { ruleText } from '../../../src/panels/ratio/ruleText.ts'
import { modeText } from '../../../src/panels/weights/modeText.ts'
import { pageSettings } from '../../support/snippets.ts'

const inLanguage = (language: 'en' | 'zh') => ({
  t: (key: keyof typeof words.en) => words[language][key],
  specs: specText(language),
  rules: ruleText(language),
  mode: (id: string) => modeText(language, id),
})

const page = {
  ...pageSettings('gigpo', { omega: 0.5, overlong: 'mask' }),
  ratio: { rule: 'ppo-clip', options: {} },
  aggregate: { mode: 'prompt-mean', lMax: 128, denominator: 'after', emptyRows: 'skip' } as const,
}
const settings = settingsOf(page, 'a')

describe('the list of what the text does not carry', () => {
  it('names settings as the controls do, those with one reason together', () => {
    const items = unsaidItems(settings, slime.write(settings).unsaid, inLanguage('en'))
    expect(items.map((item) => item.settings)).toEqual([
      ['estimator GiGPO'],
      ['ω 0.5'],
      ['overlong mask'],
      ['aggregation prompt mean'],
      ['denominator after rejection'],
    ])
    expect(items[0].sentence).toContain('--custom-advantage-function-path')
  })

  it('has Chinese names', () => {
    const label = (name: string, value: string | number) =>
      settingLabel(settings, { name, value }, inLanguage('zh'))
    expect(label('estimator', 'gigpo')).toMatch(/^估计器 /)
    expect(label('aggregate', 'prompt-mean')).toBe('聚合方式 提示均值')
    expect(label('aggregate.denominator', 'after')).toBe('分母 拒绝之后')
    expect(label('ratio.dualClip', Number.POSITIVE_INFINITY)).toMatch(/^PPO 裁剪 .+ 关闭$/)
  })
})

/** Settings that bring up every sentence of the generators. */
function* tried(): Generator<PageSettings> {
  const values = (spec: OptionSpec): readonly (string | number)[] =>
    spec.kind === 'choice' ? spec.choices.map(({ value }) => value) : [0.5, 1]
  for (const estimator of ESTIMATORS) {
    const base = { ...pageSettings(estimator.id), lambdaCritic: 0.7, gamma: 0.9 }
    for (const spec of optionsOf(estimator)) {
      const { when } = spec
      const on = when && { [when.option]: when.is.find((one) => one !== 'none') ?? when.is[0] }
      for (const value of values(spec)) {
        const b = { estimator: estimator.id, options: { ...on, [spec.name]: value } }
        yield { ...base, b }
      }
    }
    for (const { id, options } of RATIO_RULES) {
      const some = options.flatMap(({ name }) => [0, 1, 3].map((value) => ({ [name]: value })))
      for (const one of [{}, ...some]) yield { ...base, ratio: { rule: id, options: one } }
    }
    for (const { id } of AGGREGATE_MODES) {
      for (const emptyRows of ['skip', 'count'] as const) {
        yield { ...base, aggregate: { mode: id, lMax: 9, denominator: 'after', emptyRows } }
      }
    }
  }
}

describe('in Chinese', () => {
  it('every sentence about what is not in the text, or differs, is Chinese', () => {
    const say = sentenceText('zh')
    const sentences = new Set<string>()
    for (const one of tried()) {
      for (const target of TARGETS) {
        const { unsaid, differs } = target.write(settingsOf(one, 'b'))
        for (const sentence of [...unsaid.map((left) => left.sentence), ...differs])
          sentences.add(sentence)
      }
    }
    expect(sentences.size).toBeGreaterThan(90)
    for (const sentence of sentences) {
      const { text, language } = say(sentence)
      expect(language, sentence).toBe('zh')
      expect(text).not.toMatch(/\$\d|undefined/)
    }
    expect(
      say('verl always whitens GAE advantages over the batch, and no key changes it.').text,
    ).toBe('verl 总是在整批上白化 GAE 优势，没有键可以改变。')
    expect(say('Something new.')).toEqual({ text: 'Something new.', language: 'en' })
  })
})

describe('what stands under the text', () => {
  it('says when values or outcomes were made up', () => {
    expect(isMadeUp(settings)).toBe(false)
    const zero = { values: { kind: 'zero' } } as const
    expect(isMadeUp(settingsOf({ ...pageSettings('concat-gae'), ...zero }, 'a'))).toBe(true)
    // GiGPO reads no values.
    expect(isMadeUp(settingsOf({ ...page, ...zero }, 'a'))).toBe(false)
    expect(isMadeUp(settingsOf({ ...page, outcomes: { all: 1, byRollout: {} } }, 'a'))).toBe(true)
    expect(isMadeUp(settingsOf({ ...page, outcomes: { byRollout: { p: 0 } } }, 'a'))).toBe(true)
  })

  it('counts every line, comments and blank ones too', () => {
    expect(lineCount('# a comment\nx = 1\n\ny = 2  # b\n')).toBe(4)
  })
})
