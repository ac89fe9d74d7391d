import { describe, expect, it } from 'vitest'
import { assumptionsOf } from '../../../src/panels/controls/assumed.ts'
import { assumedSentence } from '../../../src/panels/controls/assumedParts.ts'
import type { RolloutTable } from '../../../src/worker/api.ts'

/** Rollout 0 has an outcome in the file, rollout 1 has none. */
const recorded: RolloutTable = {
  id: ['r0', 'r1'],
  groupOf: Uint32Array.of(0, 0),
  groupIds: ['g'],
  segments: Uint32Array.of(1, 1),
  positions: Uint32Array.of(4, 4),
  actionTokens: Uint32Array.of(2, 2),
  outcome: Float64Array.of(1, Number.NaN),
  ended: Uint8Array.of(0, 0),
  longest: Uint32Array.of(4, 4),
  holds: Uint16Array.of(0xffff, 0xffff),
}
const none = { byRollout: {} }

describe('what the picture assumes', () => {
  it('says nothing where values and outcome are the file’s, even if it equals what was typed', () => {
    const settings = { values: { kind: 'file' }, outcomes: { all: 1, byRollout: {} } } as const
    expect(assumedSentence(assumptionsOf(settings, recorded, 0), 'en')).toBe('')
  })

  it('names made-up values and a typed outcome', () => {
    const settings = { values: { kind: 'zero' }, outcomes: { all: 1, byRollout: {} } } as const
    const assumed = assumptionsOf(settings, recorded, 1)
    expect(assumedSentence(assumed, 'en')).toBe('values: zero (synthetic) · outcome 1 (assumed)')
    expect(assumedSentence(assumed, 'zh')).toBe('价值：零（合成） · 结果 1（假定）')
  })

  it('says of the file’s values that some are missing, where the rollout lacks them', () => {
    const without = { ...recorded, holds: Uint16Array.of(0xffff, 0) }
    const settings = { values: { kind: 'file' }, outcomes: { all: 1, byRollout: {} } } as const
    expect(assumedSentence(assumptionsOf(settings, without, 0), 'en')).toBe('')
    const assumed = assumptionsOf(settings, without, 1)
    expect(assumedSentence(assumed, 'en')).toBe(
      'values: zero where the file has none (synthetic) · outcome 1 (assumed)',
    )
    expect(assumedSentence(assumed, 'zh')).toContain('价值：文件没有之处为零（合成）')
    const empty = { ...without, positions: Uint32Array.of(4, 0) }
    expect(assumptionsOf(settings, empty, 1).values).toBeUndefined()
  })

  it('prefers the outcome typed for this rollout, and gives the numbers of a source', () => {
    const settings = {
      values: { kind: 'noise', mean: 0.5, amplitude: 0.1, seed: 7 },
      outcomes: { all: 1, byRollout: { r1: -0.5 } },
    } as const
    expect(assumedSentence(assumptionsOf(settings, recorded, 1), 'en')).toBe(
      'values: noise 0.5 ± 0.1, seed 7 (synthetic) · outcome −0.5 (assumed)',
    )
  })

  it('says that values were fitted in the page, how well, or why there was nothing to fit', () => {
    const settings = { values: { kind: 'fitted', ridge: 2 }, outcomes: none } as const
    const assumed = assumptionsOf(settings, recorded, 0)
    expect(assumedSentence(assumed, 'en')).toBe('values: fitted in the page, ridge 2')
    const fit = { rollouts: 9, intercept: 0.5, terms: [], r2: 0.25, r2LeftOut: 0.1 }
    expect(assumedSentence({ ...assumed, fit: { ok: true, value: fit } }, 'en')).toBe(
      'values: fitted in the page, ridge 2, R² 0.250',
    )
    expect(assumedSentence({ ...assumed, fit: { ok: false, error: 'one-rollout' } }, 'zh')).toBe(
      '价值：零（无从拟合：只有一条 rollout 有结果）',
    )
  })

  it('says that a missing outcome counts as 0', () => {
    const settings = { values: { kind: 'file' }, outcomes: none } as const
    expect(assumedSentence(assumptionsOf(settings, recorded, 1), 'en')).toBe(
      'no outcome: reward counts as 0',
    )
  })
})
