import { describe, expect, it } from 'vitest'
import { RATIO_RULES } from '../../../src/credit/ratio/registry.ts'
import { estimatorOf } from '../../../src/credit/registry.ts'
import { estimatorAbout } from '../../../src/panels/controls/estimatorAbout.ts'
import { gammaHelp } from '../../../src/panels/controls/gammaHelp.ts'
import { words } from '../../../src/panels/controls/text.ts'
import { ruleAbout } from '../../../src/panels/ratio/ruleAbout.ts'

const of = (estimator: string) => ({ estimator, options: {} })
const t = (key: keyof typeof words.en) => words.en[key]

describe('γ', () => {
  it('says at the slider what it counts under A and B', () => {
    expect(gammaHelp(of('per-segment-gae'), of('concat-gae'), t)).toMatch(/^Discount per token:/)
    expect(gammaHelp(of('grpo'), of('turn-gae'), t)).toMatch(/^Discount per turn:/)
    expect(gammaHelp(of('chunk-return'), of('turn-gae'), t)).toMatch(
      /^A: Discount per chunk .* B: Discount per turn:/,
    )
  })

  it.each([
    ['turn-gae', 'per turn'],
    ['chunk-return', 'per chunk'],
    ['bilevel-gae', 'per token inside a turn'],
    ['discounted-return', 'per token:'],
  ])('says in the table of %s: %s', (id, counted) => {
    const estimator = estimatorOf(id)
    if (!estimator) throw new Error(id)
    const served = { lacks: [], valuesMadeUp: false, outcomesTyped: false }
    const [first] = estimatorAbout(estimator, served, 'en').parameters
    expect(first.name).toBe('γ')
    expect(first.help).toContain(counted)
  })
})

describe('ε', () => {
  const rows = (id: string) => {
    const rule = RATIO_RULES.find((one) => one.id === id)
    if (!rule) throw new Error(id)
    return ruleAbout(rule, [], false, 'en').parameters.map(({ usual, range }) => [usual, range])
  }
  it('of PPO’s clip is the page’s slider; GSPO has the paper’s', () => {
    expect(rows('ppo-clip').slice(0, 2)).toEqual([
      ['0.2', '0 … 1'],
      ['0.28', '0 … 1'],
    ])
    expect(rows('gspo').map(([usual]) => usual)).toEqual(['0.0003', '0.0004'])
  })
})
