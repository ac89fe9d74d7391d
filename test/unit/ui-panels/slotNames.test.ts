import { describe, expect, it } from 'vitest'
import { specText } from '../../../src/panels/controls/specText.ts'
import { parametersInEffect } from '../../../src/panels/credit/SaveMenu.tsx'
import { inRewards, nameVariants } from '../../../src/panels/credit/slotNames.ts'
import { type CreditText, words } from '../../../src/panels/credit/text.ts'
import { curveLabels, reachHeadings } from '../../../src/panels/credit/useNames.ts'
import { fill } from '../../../src/ui/text.tsx'
import type { Slot } from '../../../src/worker/api.ts'
import { mockFrame } from '../../support/mockFrame.ts'

const text = specText('en')
const grpo = (options: Slot['options'] = {}): Slot => ({ estimator: 'grpo', options })
const cross = (options: Slot['options'] = {}): Slot => ({ estimator: 'cross-segment-gae', options })

describe('names of the slots', () => {
  it('tell two slots with one estimator apart by what was changed, down to the letter alone', () => {
    const { a, b } = nameVariants({ a: grpo(), b: grpo({ std: 'none', unit: 'segment' }) }, text)
    expect(a[0]).toBe('GRPO')
    expect(b).toEqual(['GRPO, std none, unit segment', 'GRPO, std none, …', ''])
  })

  it('put what differs between the slots first', () => {
    const { b } = nameVariants(
      { a: cross({ carry: 'value-only' }), b: cross({ carry: 'value-only', order: 'literal' }) },
      text,
    )
    expect(b[0]).toBe('cross-segment GAE, order literal N→0, carry value only')
    expect(b[1]).toBe('cross-segment GAE, order literal N→0, …')
  })

  it('may shorten to the estimator where the estimators differ', () => {
    expect(nameVariants({ a: grpo({ std: 'none' }), b: cross() }, text)).toEqual({
      a: ['GRPO, std none', 'GRPO', ''],
      b: ['cross-segment GAE', ''],
    })
  })
})

describe('the unit of the colours', () => {
  it('is the reward unless one side is divided by a standard deviation', () => {
    expect(inRewards({ ...mockFrame().frame.request.settings, a: cross(), b: cross() })).toBe(true)
    const settings = (a: Slot) => ({ ...mockFrame().frame.request.settings, a, b: cross() })
    expect(inRewards(settings(grpo()))).toBe(false)
    expect(inRewards(settings(grpo({ std: 'none' })))).toBe(true)
    expect(inRewards(settings(cross({ whiten: 'batch' })))).toBe(false)
    expect(inRewards(settings({ estimator: 'reinforce-pp', options: {} }))).toBe(false)
    expect(inRewards(settings({ estimator: 'lite-ppo', options: {} }))).toBe(false)
  })
})

describe('labels of the curves', () => {
  const t: CreditText = (key) => key
  const names = { a: ['GRPO', ''], b: ['cross-segment GAE', ''] }

  it('say how far the reward reaches only where an outcome is known', () => {
    const { frame } = mockFrame()
    expect(curveLabels(frame, names, t).b[0]).toEqual(['B cross-segment GAE', 'reachesAll'])
    const unknown = { ...frame, detail: { ...frame.detail, outcome: undefined } }
    expect(curveLabels(unknown, names, t)).toEqual({
      a: [['A GRPO'], ['A']],
      b: [['B cross-segment GAE'], ['B']],
    })
  })

  it('count a token as reached from 1 % of the reward on, and name the others above the bars', () => {
    const { frame } = mockFrame()
    const said = (share: number, above: number) => {
      const reachB = { ...frame.reachB, share, shareAbove1Percent: above }
      const t: CreditText = (key, values) => fill(words.en[key], values)
      const { b } = reachHeadings({ ...frame, reachB }, names, t)
      return b[0]
    }
    expect(said(1, 0.03)).toBe(
      'cross-segment GAE · ≥ 1% of the reward reaches 3.0% of action tokens (100% with ∂Â/∂R ≠ 0)',
    )
    expect(said(1, 1)).toBe('cross-segment GAE · ≥ 1% of the reward reaches every action token')
    expect(said(1, 0)).toBe(
      'cross-segment GAE · < 1% of the reward reaches any action token (100% with ∂Â/∂R ≠ 0)',
    )
    expect(said(0, 0)).toBe('cross-segment GAE · reward reaches no action token')
  })

  it('say of a group baseline why ∂Â/∂R is 0, not that the reward reaches nothing', () => {
    const { frame } = mockFrame()
    const one = { mean: Float64Array.of(1), min: Float64Array.of(1), max: Float64Array.of(1) }
    const none = { mean: Float64Array.of(0), min: Float64Array.of(0), max: Float64Array.of(0) }
    const { request } = frame
    const said = (share: number, a: typeof one) => {
      const reachA = { ...frame.reachA, share, shareAbove1Percent: 0 }
      const settings = { ...request.settings, a: grpo() }
      const shown = { ...frame, reachA, request: { ...request, settings } }
      const t: CreditText = (key, values) => fill(words.en[key], values)
      return reachHeadings({ ...shown, curve: { ...frame.curve, a } }, names, t).a[0]
    }
    expect(said(0, one)).toBe('GRPO · ∂Â/∂R = 0: Â is divided by its group’s spread')
    expect(said(1, one)).toBe('GRPO · ∂Â/∂R < 0.01: Â is divided by its group’s spread')
    expect(said(0, none)).toBe('GRPO · Â = 0: its group has no spread')
  })
})

describe('γ and λ of a saved picture', () => {
  it('are those that A or B reads', () => {
    const { request } = mockFrame().frame
    const said = (a: Slot, b: Slot) =>
      parametersInEffect({ ...request.settings, a, b, gamma: 0.9, lambda: 0.5, lambdaCritic: 1 })
    const reinforce = { estimator: 'reinforce-pp', options: {} }
    expect(said(grpo(), cross())).toEqual(['γ 0.9', 'λ 0.5', 'λ critic 1'])
    expect(said(grpo(), reinforce)).toEqual(['γ 0.9'])
    expect(said(grpo(), grpo({ std: 'none' }))).toEqual([])
  })
})
