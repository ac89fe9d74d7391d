import { describe, expect, it } from 'vitest'
import { cutsOf, isLiteral } from '../../../src/panels/boundaries/cuts.ts'
import {
  boxesOf,
  type HistogramView,
  stretchOf,
  ticksOf,
} from '../../../src/panels/ratio/histogram.ts'
import { contentsOf } from '../../../src/panels/share/link.ts'
import { SHORTCUTS, shortcutFor } from '../../../src/panels/shell/shortcuts.ts'
import { visibleText } from '../../../src/panels/token/visible.ts'
import { skippedTypes } from '../../../src/panels/trace/skipped.ts'
import type { BoundaryRow } from '../../../src/worker/api.ts'
import { unavailableChoices } from '../../../src/worker/describe.ts'
import { batchOf } from '../../support/batches.ts'

describe('types that were skipped', () => {
  it('are added up over files, most frequent first', () => {
    const warning = { code: 'unknown-type', severity: 'warning', message: 'x' } as const
    const of = (file: string, ...skipped: { type: string; count: number }[]) => ({
      ...warning,
      file,
      skipped,
    })
    const files = [
      of('a', { type: 'hologram', count: 2 }, { type: '__proto__', count: 1 }),
      { ...warning, file: 'b' },
      of('c', { type: '__proto__', count: 3 }),
    ]
    expect(skippedTypes(files)).toEqual([
      { type: '__proto__', count: 4 },
      { type: 'hologram', count: 2 },
    ])
  })
})

describe('ratio histogram', () => {
  const view: HistogramView = {
    edges: Float64Array.of(Math.log(0.5), 0, Math.log(2)),
    counts: Uint32Array.of(100, 25),
    droppedCounts: Uint32Array.of(0, 5),
    changedCounts: Uint32Array.of(10, 0),
  }

  it('bins lie on a logarithmic axis; heights go with the root of the count', () => {
    const [low, high] = boxesOf(view, 200, 80)
    expect([low.x, low.width, low.tall]).toEqual([0, 100, 80])
    expect(high.tall).toBeCloseTo(40)
    expect([low.dropped, low.changed]).toEqual([0, 8])
    expect(high.dropped).toBeCloseTo(8)
  })

  it('the outer bins hold what lies beyond the axis, and say so', () => {
    const [low, high] = boxesOf(view, 200, 80)
    expect([low.from, low.to]).toEqual([0, 1])
    expect([high.from, high.to]).toEqual([1, Number.POSITIVE_INFINITY])
  })

  it('the accepted region is cut at the ends of the axis', () => {
    const { x0, x1 } = stretchOf(view.edges, 200, [Math.SQRT1_2, Math.SQRT2])
    expect(x0).toBeCloseTo(50)
    expect(x1).toBeCloseTo(150)
    expect(stretchOf(view.edges, 200, [0, Number.POSITIVE_INFINITY])).toEqual({ x0: 0, x1: 200 })
    expect(stretchOf(view.edges, 200, [3, 4])).toEqual({ x0: 200, x1: 200 })
  })

  it('empty bins draw nothing', () => {
    const empty = { ...view, counts: new Uint32Array(2), droppedCounts: new Uint32Array(2) }
    expect(boxesOf(empty, 200, 80)).toEqual([])
  })

  it('ticks keep their distance, and 1 is always among them', () => {
    const ticks = ticksOf(view.edges, 200, 60)
    expect(ticks).toContain(1)
    expect(ticks).toEqual([0.5, 1, 2])
  })
})

describe('what the share dialog says of a link', () => {
  const link = { url: '', characters: 10, carriesTrace: true, numbers: true }
  const has = {
    token_ids: true,
    mask: true,
    values: true,
    rewards: true,
    log_probs: true,
    versions: false,
  }
  const summary = {
    has,
    unavailable: { 'per-segment-gae.rewardAt.last-action': 'used as given' },
    recordsAdvantages: true,
    unknownColumns: ['entropies'],
  }
  const structure = ['settings', 'structure', 'outcomes']

  it('what goes with it and what stays behind, of what the trace has', () => {
    expect(contentsOf(link, summary, false)).toEqual({
      inside: [...structure, 'values', 'rewards', 'logProbs', 'advantages'],
      outside: ['texts', 'unknown'],
      differs: false,
    })
    const bare = { ...summary, has: { ...has, values: false, log_probs: false }, unavailable: {} }
    const plain = { ...bare, recordsAdvantages: false, unknownColumns: [] }
    // Neither values nor rewards: then a link must not claim them.
    expect(contentsOf(link, plain, true)).toEqual({
      inside: [...structure, 'texts'],
      outside: [],
      differs: false,
    })
  })

  it('that log-probs and recorded advantages found no room', () => {
    expect(contentsOf({ ...link, creditOnly: true }, summary, false)).toEqual({
      inside: [...structure, 'values', 'rewards'],
      outside: ['logProbs', 'advantages', 'texts', 'unknown'],
      differs: false,
    })
  })

  it('that other numbers are seen where those that decide advantages found no room', () => {
    expect(contentsOf({ ...link, numbers: false }, summary, false)).toMatchObject({
      inside: structure,
      outside: ['values', 'rewards', 'logProbs', 'advantages', 'texts', 'unknown'],
      differs: true,
    })
  })

  it('rewards per token as a real trace has them', () => {
    const rows = [{ rollout_id: 'r', response_mask: [1, 1], rewards: [0, 1] }]
    const unavailable = unavailableChoices(batchOf(rows))
    expect(contentsOf(link, { ...summary, unavailable }, false).inside).toContain('rewards')
  })
})

describe('hand-overs at the cuts', () => {
  const row = (earlier: number, from: number, to: number): BoundaryRow => ({
    earlier,
    from,
    to,
    lastgaelam: 0,
    criticLastgaelam: 0,
    nextvalues: 0,
    delta: 0,
  })
  const ascending = [row(0, 1, 0), row(1, 2, 1)]
  const literal = [row(0, 0, 1), row(1, 1, 2)]

  it('stand in the order in which they happen', () => {
    expect(cutsOf(ascending, ascending).map(({ earlier }) => earlier)).toEqual([1, 0])
    expect(cutsOf(ascending, literal).map(({ earlier }) => earlier)).toEqual([0, 1])
    expect(isLiteral(cutsOf(ascending, ascending))).toBe(false)
    expect(isLiteral(cutsOf(ascending, literal))).toBe(true)
  })

  it('of A stay where B hands nothing over', () => {
    const cuts = cutsOf(ascending, [])
    expect(cuts.map(({ a, b }) => [a?.earlier, b])).toEqual([
      [1, undefined],
      [0, undefined],
    ])
    expect(cutsOf([], [])).toEqual([])
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
