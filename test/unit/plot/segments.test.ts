import { describe, expect, it } from 'vitest'
import { xOf } from '../../../src/plot/axis.ts'
import { rowsMarks } from '../../../src/plot/figure.ts'
import { flowsOf } from '../../../src/plot/flows.ts'
import { placeInLine } from '../../../src/plot/gutter.ts'
import { connectorMarks, type Scene, sceneOf, visibleConnectors } from '../../../src/plot/links.ts'
import { type Box, estimateWidth, type Mark, overlaps, textBox } from '../../../src/plot/marks.ts'
import { effectiveRange } from '../../../src/plot/range.ts'
import {
  layoutSegments,
  longestResponse,
  rowAt,
  rowTop,
  type SegmentsLayout,
  visibleRows,
} from '../../../src/plot/rows.ts'
import { promptBoxes } from '../../../src/plot/segmentMarks.ts'
import {
  actionBounds,
  actionIndex,
  actionOfPlace,
  actionsInRange,
  placeOfAction,
} from '../../../src/plot/spans.ts'
import { visitRuns } from '../../../src/plot/strips.ts'
import { makeTheme } from '../../../src/plot/theme.ts'
import type { Frame } from '../../../src/worker/api.ts'
import { type MockOptions, mockFrame } from '../../support/mockFrame.ts'
import { testWords } from './words.ts'

const theme = makeTheme({ '--neg': '#c00', '--zero': '#eee', '--pos': '#00c' }, 'sans-serif')

interface View {
  readonly width: number
  readonly order: 'time' | 'processing'
  readonly range?: { readonly from: number; readonly to: number }
}

const layoutOf = (frame: Frame, view: View): SegmentsLayout =>
  layoutSegments({
    detail: frame.detail,
    width: view.width,
    range: effectiveRange(view.range, longestResponse(frame.detail)),
    order: view.order,
    hasTexts: false,
  })

const sceneFor = (frame: Frame, layout: SegmentsLayout): Scene =>
  sceneOf({ frame, layout, words: testWords, measure: estimateWidth })

interface Flat {
  readonly texts: { readonly box: Box; readonly text: string; readonly id: string | undefined }[]
  readonly rects: Box[]
}

function flatten(
  marks: readonly Mark[],
  dx = 0,
  dy = 0,
  out: Flat = { texts: [], rects: [] },
): Flat {
  for (const mark of marks) {
    if (mark.kind === 'group') flatten(mark.marks, dx + mark.x, dy + mark.y, out)
    if (mark.kind === 'rect')
      out.rects.push({
        x0: mark.x + dx,
        y0: mark.y + dy,
        x1: mark.x + dx + mark.width,
        y1: mark.y + dy + mark.height,
      })
    if (mark.kind === 'text') {
      const box = textBox(mark, estimateWidth)
      out.texts.push({
        box: { x0: box.x0 + dx, y0: box.y0 + dy, x1: box.x1 + dx, y1: box.y1 + dy },
        text: mark.text,
        id: mark.id,
      })
    }
  }
  return out
}

const legs = (points: readonly (readonly [number, number])[]): Box[] =>
  points.slice(1).map(([x, y], i) => {
    const [px, py] = points[i]!
    return {
      x0: Math.min(x, px) - 0.8,
      x1: Math.max(x, px) + 0.8,
      y0: Math.min(y, py) - 0.8,
      y1: Math.max(y, py) + 0.8,
    }
  })

const CASES: readonly [string, Partial<MockOptions>, View][] = [
  ['three segments, wide', {}, { width: 850, order: 'time' }],
  ['three segments, processing order', {}, { width: 850, order: 'processing' }],
  ['phone', {}, { width: 358, order: 'time' }],
  ['phone, processing order', {}, { width: 358, order: 'processing' }],
  ['forty segments', { segments: 40 }, { width: 700, order: 'time' }],
  ['forty segments, processing order', { segments: 40 }, { width: 700, order: 'processing' }],
  ['long prompt', { promptLength: 12_430, scale: 20 }, { width: 1000, order: 'time' }],
  ['value only', { hand: 'value-only' }, { width: 620, order: 'time' }],
  ['nothing crosses', { hand: 'nothing' }, { width: 620, order: 'time' }],
  ['zoomed in', {}, { width: 850, order: 'time', range: { from: 60, to: 160 } }],
  [
    'zoomed in, processing order',
    {},
    { width: 500, order: 'processing', range: { from: 200, to: 330 } },
  ],
]

describe.each(CASES)('segments picture: %s', (_name, options, view) => {
  const { frame } = mockFrame(options, view.range ?? {})
  const layout = layoutOf(frame, view)
  const rows = layout.order.length
  const scene = sceneFor(frame, layout)
  const flat = flatten(rowsMarks(scene, 0, rows, theme))
  const connectors = visibleConnectors(scene, 0, rows)

  it('has no two texts on top of each other', () => {
    const clashes = flat.texts.flatMap((a, i) =>
      flat.texts
        .slice(i + 1)
        .filter((b) => overlaps(a.box, b.box))
        .map((b) => `${a.text} / ${b.text}`),
    )
    expect(clashes).toEqual([])
  })

  it('has no text on a connector', () => {
    const crossed = connectors
      .flatMap((c) => legs(c.points))
      .flatMap((leg) => flat.texts.filter((text) => overlaps(text.box, leg)))
    expect(crossed.map((text) => text.text)).toEqual([])
  })

  it('writes every hand-over in the same form', () => {
    const forms = flat.texts
      .filter(({ id }) => id?.startsWith('boundary:'))
      .map(({ text }) => text.replace(/[−+]?[\d.]+(e[+−]\d+)?/g, '#'))
    expect(forms).toHaveLength(rows - 1)
    expect(new Set(forms).size).toBe(1)
  })

  it('names every cut by its number and the segments on both sides', () => {
    const names = flat.texts.filter(({ id }) => id?.startsWith('condense:'))
    expect(names).toHaveLength(rows - 1)
    for (const { id, text } of names) {
      const cut = Number(id!.split(':')[1])
      expect(text).toContain(`condense ${cut + 1} (${cut}|${cut + 1})`)
    }
  })

  it('keeps every text inside the picture', () => {
    for (const { box, text } of flat.texts) {
      expect(box.x0, text).toBeGreaterThanOrEqual(-0.01)
      expect(box.x1, text).toBeLessThanOrEqual(layout.width + 0.01)
    }
  })

  it('leads connectors past the strips: only the last leg enters the receiving row', () => {
    for (const c of connectors) {
      const way = legs(c.points).slice(0, -1)
      for (const [segment, display] of layout.rowOf) {
        const end = Math.min(
          layout.axis.right,
          xOf(layout.axis, frame.detail.segments[segment]!.length),
        )
        const row: Box = {
          x0: layout.axis.left,
          x1: end,
          y0: rowTop(layout, display),
          y1: rowTop(layout, display) + layout.row.height,
        }
        for (const leg of way) expect(overlaps(row, leg), `link ${c.from}>${c.to}`).toBe(false)
      }
    }
  })

  it('draws one connector per link that carries something, between the right tokens', () => {
    const flowing = frame.detail.linksB.filter((link) => link.carry || link.next !== 'zero')
    expect(connectors.map((c) => `${c.from}>${c.to}`)).toEqual(
      flowing.map((link) => `${link.fromSegment}>${link.toSegment}`),
    )
    for (const c of connectors) {
      const { axis, row } = layout
      const source = actionBounds(frame.detail.segments[c.from]!)!
      const target = actionBounds(frame.detail.segments[c.to]!)!
      const [startX] = c.points[0]!
      const [tipX, tipY] = c.points.at(-1)!
      if (c.startVisible) {
        expect(startX).toBeGreaterThanOrEqual(xOf(axis, source.first) - 0.01)
        expect(startX).toBeLessThanOrEqual(xOf(axis, source.first + 1))
      }
      if (c.endVisible) expect(tipX - xOf(axis, target.end)).toBeCloseTo(8, 5)
      const top = rowTop(layout, layout.rowOf.get(c.to)!)
      expect(tipY).toBe(top + row.b.y + row.b.height / 2)
    }
  })
})

describe('what enters a segment', () => {
  it('is a cut under A and the carry under B, and the reward in the last one', () => {
    const { frame } = mockFrame()
    expect([...flowsOf(frame).a].sort()).toEqual([
      [0, 'cut'],
      [1, 'cut'],
      [2, 'reward'],
    ])
    expect([...flowsOf(frame).b].sort()).toEqual([
      [0, 'carry'],
      [1, 'carry'],
      [2, 'reward'],
    ])
  })

  it('is one sign where a hand-over and the reward meet, as in literal order', () => {
    const { frame } = mockFrame()
    const linksB = [
      { fromSegment: 0, toSegment: 1, carry: true, next: 'following' as const },
      { fromSegment: 1, toSegment: 2, carry: true, next: 'following' as const },
    ]
    const literal = { ...frame, detail: { ...frame.detail, linksB } }
    expect(flowsOf(literal).b.get(2)).toBe('carry')
  })

  it('is drawn solid for the carry, dashed for the value alone, and not at all for nothing', () => {
    const dashes = (hand: MockOptions['hand']): boolean[] => {
      const { frame } = mockFrame({ hand })
      const layout = layoutOf(frame, { width: 850, order: 'time' })
      return visibleConnectors(sceneFor(frame, layout), 0, 3).map((shape) =>
        connectorMarks(shape).some((mark) => mark.kind === 'path' && mark.dash !== undefined),
      )
    }
    expect(dashes('full')).toEqual([false, false])
    expect(dashes('value-only')).toEqual([true, true])
    expect(dashes('nothing')).toEqual([])
  })

  it('says that the reward is not known instead of a number', () => {
    const { frame } = mockFrame()
    const unknown = { ...frame, detail: { ...frame.detail, outcome: undefined } }
    const layout = layoutOf(unknown, { width: 850, order: 'time' })
    const { texts } = flatten(rowsMarks(sceneFor(unknown, layout), 0, 3, theme))
    expect(texts.filter(({ text }) => text.startsWith('reward')).map(({ text }) => text)).toEqual([
      'reward ?',
      'reward ?',
    ])
  })

  it('is nothing in a rollout without action tokens', () => {
    const { frame } = mockFrame({ empty: true })
    expect(flowsOf(frame).b.size).toBe(0)
  })
})

describe('rows', () => {
  const { frame } = mockFrame({ segments: 1000, scale: 0.1 })
  const layout = layoutOf(frame, { width: 850, order: 'time' })

  it('draws only the rows in sight of a thousand', () => {
    const [first, end] = visibleRows(layout, 50_000, 600)
    expect(end - first).toBeLessThan(10)
    expect(rowTop(layout, first)).toBeLessThanOrEqual(50_000)
    expect(rowTop(layout, end - 1) + layout.pitch).toBeGreaterThanOrEqual(50_600)
  })

  it('finds the row under a pixel', () => {
    expect(rowAt(layout, rowTop(layout, 17) + 5)).toBe(17)
    expect(rowAt(layout, -5)).toBeUndefined()
    expect(rowAt(layout, layout.height + layout.pitch)).toBeUndefined()
  })

  it('appends segments that B never processes', () => {
    const detail = { ...frame.detail, processingOrder: [2, 1] }
    const ordered = layoutSegments({
      detail,
      width: 850,
      range: { from: 0, to: 100 },
      order: 'processing',
      hasTexts: false,
    })
    expect(ordered.order.slice(0, 4)).toEqual([2, 1, 0, 3])
    expect(ordered.order).toHaveLength(1000)
  })
})

describe('prompts', () => {
  it('are to scale where they fit and broken where they do not', () => {
    const short = mockFrame({ promptLength: 40 }).frame
    const shortLayout = layoutOf(short, { width: 850, order: 'time' })
    const fitting = promptBoxes(short.detail.segments[0]!, shortLayout.axis)
    expect(fitting.cut).toBe(false)
    expect(fitting.boxes.at(-1)!.x1).toBeCloseTo(shortLayout.axis.left)
    expect(fitting.boxes[0]!.x1 - fitting.boxes[0]!.x0).toBeCloseTo(24 * shortLayout.axis.perToken)
    const long = mockFrame({ promptLength: 12_430 }).frame
    const longLayout = layoutOf(long, { width: 850, order: 'time' })
    const broken = promptBoxes(long.detail.segments[0]!, longLayout.axis)
    expect(broken.cut).toBe(true)
    expect(broken.boxes.at(-1)!.x1 - broken.boxes[0]!.x0).toBeCloseTo(longLayout.axis.promptWidth)
  })
})

describe('strips', () => {
  it('colours exactly the columns that hold action tokens', () => {
    const { frame } = mockFrame()
    const layout = layoutOf(frame, { width: 850, order: 'time' })
    const segment = frame.detail.segments[1]!
    const { perToken } = layout.axis
    let painted = 0
    visitRuns(
      { series: frame.strips[1]!.a, range: frame.request, extent: frame.extent },
      layout.axis,
      (x0, x1) => {
        painted += x1 - x0
      },
    )
    const columnWidth =
      ((layout.axis.right - layout.axis.left) / frame.strips[1]!.a.mean.length) * 2
    const runs = segment.maskRuns.length / 2
    expect(Math.abs(painted - segment.actionTokens * perToken)).toBeLessThan(runs * columnWidth)
  })
})

describe('action tokens', () => {
  const { frame } = mockFrame({ segments: 5 })
  const index = actionIndex(frame.detail)

  it('map to positions and back', () => {
    expect(index.segmentStart).toEqual(frame.curve.segmentStart)
    for (let action = 0; action < index.total; action++) {
      const place = placeOfAction(frame.detail, index, action)!
      expect(actionOfPlace(frame.detail, index, place)).toBe(action)
    }
    expect(placeOfAction(frame.detail, index, index.total)).toBeUndefined()
    expect(placeOfAction(frame.detail, index, -1)).toBeUndefined()
  })

  it('of a range of positions are a span in every segment', () => {
    const range = { from: 70, to: 190 }
    const spans = actionsInRange(frame.detail, index, range)
    for (let action = 0; action < index.total; action++) {
      const { segment, position } = placeOfAction(frame.detail, index, action)!
      const { from, end } = spans[segment]!
      expect(action >= from && action < end).toBe(position >= range.from && position < range.to)
    }
  })

  it('are told apart from observations', () => {
    const observation = frame.detail.segments[0]!.spans.find((s) => s.kind === 'observation')!
    expect(
      actionOfPlace(frame.detail, index, { segment: 0, position: observation.start }),
    ).toBeUndefined()
  })
})

describe('placing text between lines', () => {
  it('prefers the longest variant, then the leftmost place', () => {
    expect(placeInLine([100, 50], 0, 400, [300])).toEqual({ x: 0, index: 0 })
    expect(placeInLine([100, 50], 0, 400, [80])).toEqual({ x: 87, index: 0 })
    expect(placeInLine([400, 50], 0, 400, [200])).toEqual({ x: 0, index: 1 })
    expect(placeInLine([400], 0, 300, [])).toBeUndefined()
  })
})

it('a break mark crosses no label, whatever the width', () => {
  for (const width of [320, 358, 390, 500, 850, 1400]) {
    const { frame } = mockFrame({ promptLength: 12_430 })
    const layout = layoutOf(frame, { width, order: 'time' })
    const marks = rowsMarks(sceneFor(frame, layout), 0, layout.order.length, theme)
    const within = (all: readonly Mark[]): void => {
      for (const mark of all) if (mark.kind === 'group') within(mark.marks)
      const labels = all.flatMap((m) => (m.kind === 'text' ? [textBox(m, estimateWidth)] : []))
      for (const mark of all) {
        if (mark.kind !== 'path' || mark.id !== 'break') continue
        const points = [...mark.d.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [
          Number(x),
          Number(y),
        ])
        const [xs, ys] = [0, 1].map((i) => points.map((point) => point[i]!))
        const box = {
          x0: Math.min(...xs!),
          x1: Math.max(...xs!),
          y0: Math.min(...ys!) + 3,
          y1: Math.max(...ys!) - 3,
        }
        expect(
          labels.filter((label) => overlaps(label, box)),
          `${width}`,
        ).toEqual([])
      }
    }
    within(marks)
  }
})
