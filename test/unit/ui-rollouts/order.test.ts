import { describe, expect, it } from 'vitest'
import {
  FILE_ORDER,
  groupRows,
  listRows,
  moveSelection,
  placeOfRow,
  searchIndex,
  sortRollouts,
} from '../../../src/panels/rollouts/order.ts'
import type { RolloutTable } from '../../../src/worker/api.ts'

const table: RolloutTable = {
  id: ['Ada', 'bob', 'cy', 'dan', 'eve'],
  groupOf: Uint32Array.of(0, 1, 0, 1, 2),
  groupIds: ['founded?', 'parse_date', 'alone'],
  segments: Uint32Array.of(3, 1, 2, 1, 6),
  positions: Uint32Array.of(100, 50, 0, 50, 400),
  actionTokens: Uint32Array.of(20, 25, 0, 5, 400),
  outcome: Float64Array.of(1, 0, Number.NaN, 0.5, Number.NaN),
  ended: Uint8Array.of(0, 1, 2, 3, 4),
  longest: Uint32Array.of(40, 50, 0, 50, 90),
  holds: new Uint16Array(5),
}
const index = searchIndex(table)
const all = (): Uint32Array => Uint32Array.of(0, 1, 2, 3, 4)
/** `#g` = header of group g. */
const read = (codes: Int32Array): string =>
  [...codes].map((code) => (code < 0 ? `#${-1 - code}` : String(code))).join(' ')

describe('rollout list', () => {
  it('groups rollouts of one prompt under a header, in file order', () => {
    expect(read(listRows(table, index, '', FILE_ORDER).codes)).toBe('#0 0 2 #1 1 3 #2 4')
  })

  it('finds by rollout id and by group id, whatever the case', () => {
    expect(read(listRows(table, index, 'ADA', FILE_ORDER).codes)).toBe('#0 0')
    expect(read(listRows(table, index, ' parse', FILE_ORDER).codes)).toBe('#1 1 3')
    expect(listRows(table, index, 'nobody', FILE_ORDER).rollouts).toHaveLength(0)
  })

  it('sorts by outcome; unknown outcomes are last in both directions', () => {
    const up = sortRollouts(table, all(), { key: 'outcome', ascending: true })
    const down = sortRollouts(table, all(), { key: 'outcome', ascending: false })
    expect([...up]).toEqual([1, 3, 0, 2, 4])
    expect([...down]).toEqual([0, 3, 1, 2, 4])
  })

  it('sorts by segments, positions and action-token share; ties stay in file order', () => {
    const by = (key: 'segments' | 'positions' | 'share', ascending: boolean): number[] => [
      ...sortRollouts(table, all(), { key, ascending }),
    ]
    expect(by('segments', false)).toEqual([4, 0, 2, 1, 3])
    expect(by('positions', true)).toEqual([2, 1, 3, 0, 4])
    expect(by('share', false)).toEqual([4, 1, 0, 3, 2])
  })

  it('a sorted list keeps groups together, led by the group of the first rollout', () => {
    const rows = listRows(table, index, '', { key: 'segments', ascending: false })
    expect(read(rows.codes)).toBe('#2 4 #0 0 2 #1 1 3')
    expect([...rows.rollouts].map((_, at) => rows.codes[rows.rowOf[at]])).toEqual([
      ...rows.rollouts,
    ])
    expect([...rows.rowOf].map((row) => placeOfRow(rows, row))).toEqual([0, 1, 2, 3, 4])
  })

  it('shows no headers where every rollout is a group of its own', () => {
    const single = { ...table, groupOf: all(), groupIds: table.id }
    expect(read(groupRows(single, all()).codes)).toBe('0 1 2 3 4')
  })

  it('keys move the selection and stop at the ends', () => {
    const move = (key: string, at: number): number | undefined => moveSelection(key, at, 100, 10)
    expect(move('ArrowDown', 99)).toBe(99)
    expect(move('ArrowDown', -1)).toBe(0)
    expect(move('ArrowUp', -1)).toBe(99)
    expect(move('PageDown', 95)).toBe(99)
    expect(move('PageUp', 25)).toBe(15)
    expect(move('Home', 50)).toBe(0)
    expect(move('End', 50)).toBe(99)
    expect(move('x', 50)).toBeUndefined()
    expect(moveSelection('End', -1, 0, 10)).toBeUndefined()
  })

  it('lists 100 000 rollouts in well under a second', () => {
    const count = 100_000
    const big: RolloutTable = {
      id: Array.from({ length: count }, (_, at) => `rollout-${at}`),
      groupOf: Uint32Array.from({ length: count }, (_, at) => at >> 3),
      groupIds: Array.from({ length: count / 8 }, (_, at) => `prompt ${at}`),
      segments: Uint32Array.from({ length: count }, (_, at) => 1 + (at % 6)),
      positions: Uint32Array.from({ length: count }, (_, at) => 1 + ((at * 7919) % 4096)),
      actionTokens: Uint32Array.from({ length: count }, () => 1),
      outcome: Float64Array.from({ length: count }, (_, at) => at % 2),
      ended: new Uint8Array(count),
      longest: new Uint32Array(count),
      holds: new Uint16Array(count),
    }
    const started = performance.now()
    const rows = listRows(big, searchIndex(big), '9', { key: 'positions', ascending: false })
    expect(performance.now() - started).toBeLessThan(1000)
    expect(rows.rollouts.length).toBeGreaterThan(40_000)
  })
})
