import { describe, expect, it } from 'vitest'
import { settingsOf } from '../../../src/credit/settings/settings.ts'
import { slime } from '../../../src/credit/settings/trainers/slime.ts'
import { specText } from '../../../src/panels/controls/specText.ts'
import { codeLines, isMadeUp, settingLabel, unsaidItems } from '../../../src/panels/copy/items.ts'
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

  it('counts lines of code', () => {
    expect(codeLines('# a comment\nx = 1\n\ny = 2  # b\n')).toBe(2)
  })
})
