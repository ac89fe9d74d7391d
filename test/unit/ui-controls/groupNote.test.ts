import { describe, expect, it } from 'vitest'
import { groupNoteOf } from '../../../src/panels/controls/groupNote.ts'
import type { RolloutTable } from '../../../src/worker/api.ts'

function tableOf(outcomes: readonly number[], groups: readonly number[]): RolloutTable {
  const ones = () => Uint32Array.from(outcomes, () => 1)
  return {
    id: outcomes.map((_, r) => `r${r}`),
    groupOf: Uint32Array.from(groups),
    groupIds: ['g', 'h'],
    segments: Uint32Array.from(outcomes, () => 2),
    positions: ones(),
    actionTokens: ones(),
    outcome: Float64Array.from(outcomes),
    ended: new Uint8Array(outcomes.length),
    longest: ones(),
    holds: new Uint16Array(ones().length),
  }
}
const grpo = (options = {}) => ({ estimator: 'grpo', options })

describe('a group without signal', () => {
  it('has one member, or equal outcomes', () => {
    const table = tableOf([1, 1, 1, 0], [0, 0, 0, 1])
    expect(groupNoteOf(grpo(), table, 0)).toEqual({ kind: 'equal', by: 'option', samples: 3 })
    expect(groupNoteOf(grpo({ unit: 'segment' }), table, 0)).toEqual({
      kind: 'equal',
      by: 'option',
      samples: 6,
    })
    expect(groupNoteOf(grpo(), table, 3)).toEqual({ kind: 'single', by: 'option' })
    expect(groupNoteOf(grpo({ singleton: 'raw' }), table, 3)).toEqual({ kind: 'raw' })
  })

  it('does not count members without an outcome', () => {
    const table = tableOf([1, Number.NaN], [0, 0])
    expect(groupNoteOf(grpo(), table, 0)).toEqual({ kind: 'single', by: 'option' })
    expect(groupNoteOf(grpo(), table, 1)).toBeUndefined()
  })

  it('says nothing where a penalty or a filter changes what is compared', () => {
    const table = tableOf([1, 1], [0, 0])
    expect(groupNoteOf(grpo({ overlong: 'mask' }), table, 0)).toEqual({
      kind: 'equal',
      by: 'option',
      samples: 2,
    })
    expect(groupNoteOf(grpo({ overlong: 'soft-penalty' }), table, 0)).toBeUndefined()
    const left = { maskEnded: 'error', endedStatistics: 'drop' }
    expect(groupNoteOf(grpo(left), table, 0)).toBeUndefined()
  })

  it('is no matter for groups with different outcomes and for GAE', () => {
    expect(groupNoteOf(grpo(), tableOf([1, 0], [0, 0]), 0)).toBeUndefined()
    const gae = { estimator: 'concat-gae', options: {} }
    expect(groupNoteOf(gae, tableOf([1], [0]), 0)).toBeUndefined()
  })

  it('is told from the other baselines too, each with what it does then', () => {
    const of = (estimator: string, outcomes: readonly number[], options = {}) =>
      groupNoteOf({ estimator, options }, tableOf(outcomes, [0, 0, 0]), 0)
    const equal = (by: string, samples: number) => ({ kind: 'equal', by, samples })
    expect(of('rloo', [1, 1])).toEqual(equal('option', 2))
    expect(of('rloo', [1], { singleton: 'raw' })).toEqual({ kind: 'raw' })
    expect(of('lite-ppo', [1, 1], { singleton: 'raw', unit: 'segment' })).toEqual(equal('zero', 2))
    expect(of('lite-ppo', [1], { singleton: 'raw' })).toEqual({ kind: 'single', by: 'zero' })
    expect(of('reinforce-pp-baseline', [1, 1])).toEqual(equal('whitened', 2))
    expect(of('gigpo', [1, 1])).toEqual(equal('turns', 2))
    expect(of('turn-grpo', [1])).toEqual({ kind: 'single', by: 'turns' })
    // Without an outcome a rollout counts as 0 there.
    expect(of('gigpo', [1, Number.NaN])).toBeUndefined()
    expect(of('gigpo', [0, Number.NaN])).toEqual(equal('turns', 2))
    // Equal but for rounding.
    expect(of('grpo', [1e6, 1000000.0000004])).toEqual(equal('option', 2))
  })
})
