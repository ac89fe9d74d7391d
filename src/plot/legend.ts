/** Legends as marks that wrap to the width. */
import type { SpanKind } from '../trace/batch.ts'
import type { Frame } from '../worker/api.ts'
import { CURVE_LINE, WINDOW_OPACITY } from './curveAxes.ts'
import type { Flow, Flows } from './flows.ts'
import { number } from './format.ts'
import { fitText, group, line, type Mark, type Measure } from './marks.ts'
import { kindFill } from './segmentMarks.ts'
import { bucketOf, type PlotTheme } from './theme.ts'
import type { PlotWords } from './words.ts'

interface Item {
  readonly width: number
  readonly marks: readonly Mark[]
}

const SIZE = 10.5
const LINE = 20
const BAR = 132

/** Lays items out in lines; the height is a multiple of LINE. */
function flow(items: readonly Item[], width: number): { marks: Mark[]; height: number } {
  const marks: Mark[] = []
  let x = 0
  let y = 0
  for (const item of items) {
    if (x > 0 && x + item.width > width) {
      x = 0
      y += LINE
    }
    marks.push(group(x, y, item.marks))
    x += item.width + 16
  }
  return { marks, height: y + LINE }
}

const labelled = (symbol: readonly Mark[], room: number, text: string, measure: Measure): Item => ({
  width: room + 5 + measure(text, SIZE, 'sans', 400),
  marks: [...symbol, { kind: 'text', x: room + 5, y: 13, text, ink: '--muted', size: SIZE }],
})

function colourBar(extent: number, theme: PlotTheme, measure: Measure): Item {
  const ends = [`−${number(extent)}`, '0', `+${number(extent)}`] as const
  const left = measure(ends[0], SIZE, 'sans', 400) + 6
  const right = measure(ends[2], SIZE, 'sans', 400) + 6
  // Linear in the value, pixel by pixel; each step overlaps the next so that no seam shows.
  const marks: Mark[] = Array.from({ length: BAR }, (_, i) => ({
    kind: 'rect',
    x: left + i,
    y: 4,
    width: Math.min(2, BAR - i),
    height: 10,
    fill: theme.diverging[bucketOf((i + 0.5) / BAR - 0.5, 0.5)]!,
  }))
  marks.push(
    { kind: 'path', d: line(left + BAR / 2, 2, left + BAR / 2, 16), stroke: '--muted' },
    { kind: 'text', x: left - 6, y: 13, text: ends[0], ink: '--muted', size: SIZE, anchor: 'end' },
    { kind: 'text', x: left + BAR + 6, y: 13, text: ends[2], ink: '--muted', size: SIZE },
  )
  return { width: left + BAR + right, marks }
}

const sentence = (text: string, measure: Measure): Item => ({
  width: measure(text, SIZE, 'sans', 400),
  marks: [{ kind: 'text', x: 0, y: 13, text, ink: '--muted', size: SIZE }],
})

export interface UsedSigns {
  readonly kinds: ReadonlySet<SpanKind>
  readonly flows: ReadonlySet<Flow>
  /** Tokens of the shortest span. */
  readonly shortest: number
}

/** What the picture of this rollout can show, so that the legend explains nothing else. */
export function usedSigns(frame: Frame, { a, b }: Flows): UsedSigns {
  const { segments } = frame.detail
  const kinds = new Set<SpanKind>()
  const flows = new Set<Flow>()
  let shortest = Number.POSITIVE_INFINITY
  segments.forEach((segment) => {
    if (segment.promptLength > 0) kinds.add('prompt')
    for (const { kind, start, end } of segment.spans) {
      kinds.add(kind)
      shortest = Math.min(shortest, end - start)
    }
  })
  // Under A what comes in is written out; only B draws lines.
  for (const flow of a.values()) if (flow === 'cut' || flow === 'reward') flows.add(flow)
  for (const flow of b.values()) flows.add(flow)
  return { kinds, flows, shortest }
}

export interface LegendInput {
  readonly used: UsedSigns
  readonly width: number
  readonly extent: number
  /** Both advantages are in units of the reward: neither is divided by a standard deviation. */
  readonly inRewards: boolean
  /** The loss coefficient is shown. */
  readonly hasCoefficient: boolean
  /** The cuts' numbers go by short names. */
  readonly shortHandOver: boolean
  /** Pixels. */
  readonly perToken: number
  readonly theme: PlotTheme
  readonly words: PlotWords
  readonly measure: Measure
}

/** Kinds, mask, signs at the rows' ends, and the colour bar with −extent … 0 … +extent. */
export function segmentsLegend(input: LegendInput): { marks: Mark[]; height: number } {
  const { words, measure } = input
  const swatch = (kind: 'action' | 'observation' | 'skeleton' | 'summary'): Item =>
    labelled(
      [{ kind: 'rect', x: 0, y: 4, width: 14, height: 10, ...kindFill(kind) }],
      14,
      words.kinds[kind],
      measure,
    )
  const prompt = labelled(
    [{ kind: 'rect', x: 0, y: 4, width: 14, height: 10, fill: '--prompt' }],
    14,
    words.kinds.prompt,
    measure,
  )
  const mask = labelled(
    [{ kind: 'rect', x: 0, y: 7, width: 14, height: 4, fill: '--mask' }],
    14,
    words.mask,
    measure,
  )
  const arrow = (dash?: readonly [number, number]): Mark[] => [
    {
      kind: 'path',
      d: line(6, 9, 22, 9),
      stroke: '--carry',
      width: 1.6,
      ...(dash ? { dash } : {}),
    },
    { kind: 'path', d: 'M0,9l6.5,-3.6v7.2Z', fill: '--carry' },
  ]
  const cut = labelled(
    [{ kind: 'path', d: `${line(0, 9, 6, 9)}M6,4v10`, stroke: '--muted', width: 1.6 }],
    8,
    words.legendCut,
    measure,
  )
  const reward = labelled(
    [{ kind: 'path', d: 'M1,5.5h8l-4,6.5Z', fill: '--text' }],
    10,
    words.legendReward,
    measure,
  )
  const { kinds, flows, shortest } = input.used
  const items = [
    input.extent > 0 && colourBar(input.extent, input.theme, measure),
    input.extent > 0 && sentence(input.inRewards ? words.coloursInRewards : words.colours, measure),
    input.hasCoefficient && sentence(words.legendCoefficient, measure),
    kinds.has('action') && swatch('action'),
    kinds.has('observation') && swatch('observation'),
    kinds.has('skeleton') && swatch('skeleton'),
    kinds.has('summary') && swatch('summary'),
    kinds.has('prompt') && prompt,
    kinds.has('action') && mask,
    shortest * input.perToken < 1 && sentence(words.legendShare, measure),
    flows.has('carry') && labelled(arrow(), 22, words.legendCarry, measure),
    flows.has('next') && labelled(arrow([4, 3]), 22, words.legendNext, measure),
    flows.has('cut') && cut,
    flows.has('reward') && reward,
  ]
  // Where the rows are too narrow for the field's names, they stand here.
  const names =
    input.shortHandOver && (flows.has('carry') || flows.has('next'))
      ? [
          ['gae', 'lastgaelam'] as const,
          ['critic', 'critic_lastgaelam'] as const,
          ['V′', 'nextvalues'] as const,
        ]
      : []
  return flow(
    [
      ...items.filter((item) => item !== false),
      ...names.map(([short, name]) => named(short, name, measure)),
    ],
    input.width,
  )
}

function named(short: string, name: string, measure: Measure): Item {
  const text = `${short} = ${name}`
  return {
    width: measure(text, SIZE, 'mono', 400),
    marks: [{ kind: 'text', x: 0, y: 13, text, ink: '--carry', size: SIZE, face: 'mono' }],
  }
}

/** Lines of the curves; the band and the shaded window only where the chart has them. */
export function curveLegend(input: {
  readonly width: number
  readonly names: { readonly a: string; readonly b: string }
  /** A column holds several tokens, so that a band is drawn. */
  readonly band: boolean
  readonly window: boolean
  readonly words: PlotWords
  readonly measure: Measure
}): { marks: Mark[]; height: number } {
  const { width, names, words, measure } = input
  const stroke = (slot: 'a' | 'b'): Mark[] => [
    { kind: 'path', d: line(0, 9, 22, 9), stroke: `--${slot}`, ...CURVE_LINE[slot] },
  ]
  const band: Mark[] = [
    { kind: 'rect', x: 0, y: 4, width: 22, height: 10, fill: '--muted', opacity: 0.22 },
    { kind: 'path', d: line(0, 9, 22, 9), stroke: '--muted', width: 1.6 },
  ]
  const shade: Mark[] = [
    { kind: 'rect', x: 0, y: 3, width: 22, height: 12, fill: '--accent', opacity: WINDOW_OPACITY },
  ]
  const named = (slot: 'a' | 'b'): Item => {
    const room = width - 27
    const text = fitText(`${slot.toUpperCase()} ${names[slot]}`, room, { size: SIZE }, measure)
    return labelled(stroke(slot), 22, text, measure)
  }
  return flow(
    [
      named('a'),
      named('b'),
      ...(input.band ? [labelled(band, 22, words.legendBand, measure)] : []),
      ...(input.window ? [labelled(shade, 22, words.legendWindow, measure)] : []),
    ],
    width,
  )
}
