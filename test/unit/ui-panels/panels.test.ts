import { describe, expect, it } from 'vitest'
import { boxesOf, ticksOf } from '../../../src/panels/ratio/histogram.ts'
import { insideKey } from '../../../src/panels/share/link.ts'
import { SHORTCUTS, shortcutFor } from '../../../src/panels/shell/shortcuts.ts'
import { visibleText } from '../../../src/panels/token/visible.ts'
import type { RatioView } from '../../../src/worker/api.ts'

describe('ratio histogram', () => {
  const view: RatioView = {
    edges: Float64Array.of(Math.log(0.5), 0, Math.log(2)),
    counts: Uint32Array.of(100, 25),
    clippedCounts: Uint32Array.of(0, 5),
    clippedShareBySegment: [],
    clippedShare: 0.04,
    clippedShareBatch: 0.04,
  }

  it('bins lie on a logarithmic axis; heights go with the root of the count', () => {
    const [low, high] = boxesOf(view, 200, 80)
    expect([low.x, low.width, low.tall]).toEqual([0, 100, 80])
    expect(high.tall).toBeCloseTo(40)
    expect(high.clipped).toBeCloseTo(8)
    expect([low.from, high.to]).toEqual([0.5, 2])
  })

  it('empty bins draw nothing', () => {
    const empty = { ...view, counts: new Uint32Array(2), clippedCounts: new Uint32Array(2) }
    expect(boxesOf(empty, 200, 80)).toEqual([])
  })

  it('ticks keep their distance, and 1 is always among them', () => {
    const ticks = ticksOf(view.edges, 200, 60)
    expect(ticks).toContain(1)
    expect(ticks).toEqual([0.5, 1, 2])
  })
})

describe('share dialog', () => {
  const link = { url: '', characters: 10, carriesTrace: true, numbers: true }
  it('says what the link holds', () => {
    expect(insideKey(link, true)).toBe('sampleInside')
    expect(insideKey(link, false)).toBe('traceInside')
    expect(insideKey({ ...link, numbers: false }, false)).toBe('structureInside')
    expect(insideKey({ ...link, carriesTrace: false }, false)).toBe('notInside')
  })
})

describe('token text', () => {
  it('shows what is invisible and never a control character', () => {
    expect(visibleText(' search\n')).toBe('␣search⏎')
    expect(visibleText('a b')).toBe('a b')
    expect(visibleText('\u001b[31m\u202e')).not.toMatch(/\p{Cc}/u)
    expect(visibleText('x'.repeat(500)).length).toBeLessThan(130)
  })
})

describe('shortcuts', () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
    shortcutFor({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more })
      ?.id

  it('undo, redo and single letters are told apart', () => {
    expect(press('z', { ctrlKey: true })).toBe('undo')
    expect(press('Z', { metaKey: true, shiftKey: true })).toBe('redo')
    expect(press('y', { ctrlKey: true })).toBe('redo')
    expect(press('s')).toBe('share')
    expect(press('?', { shiftKey: true })).toBe('help')
  })

  it('the browser keeps its own combinations', () => {
    for (const key of ['s', 'o', 'p', 't', 'x', '/']) {
      expect(press(key, { ctrlKey: true }), key).toBeUndefined()
    }
    expect(press('s', { altKey: true })).toBeUndefined()
  })

  it('each has an id of its own', () => {
    expect(new Set(SHORTCUTS.map(({ id }) => id)).size).toBe(SHORTCUTS.length)
  })
})
