import { describe, expect, it } from 'vitest'
import { ESTIMATORS } from '../../../src/credit/registry.ts'
import { sourceParts } from '../../../src/panels/controls/sourceParts.ts'
import { specText } from '../../../src/panels/controls/specText.ts'

const linksOf = (text: string) => sourceParts(text).flatMap((part) => part.href ?? [])

describe('sources', () => {
  it('lead to the papers on arXiv', () => {
    expect(linksOf('GAE, arXiv:1506.02438; Dr.GRPO, arXiv:2503.20783')).toEqual([
      'https://arxiv.org/abs/1506.02438',
      'https://arxiv.org/abs/2503.20783',
    ])
  })

  it.each(ESTIMATORS.map((one) => [one.id, one] as const))(
    'of %s name the same papers in both languages',
    (_, estimator) => {
      const [en, zh] = (['en', 'zh'] as const).map((id) => specText(id).source(estimator))
      expect(linksOf(en).length).toBeGreaterThan(0)
      expect(linksOf(zh)).toEqual(linksOf(en))
    },
  )

  it('say openly where there is none', () => {
    const infini = ESTIMATORS.find((one) => one.id === 'cross-segment-gae')
    expect(infini?.source).toMatch(/InfiniRL, for which no public primary source was found/)
  })
})
