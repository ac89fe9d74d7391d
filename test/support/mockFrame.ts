/**
 * Frames as the worker would send them, for pictures and their tests: a condensed rollout with real
 * per-segment (A) and cross-segment (B) GAE in float64, binned to pixel columns.
 */

import { DEFAULT_DOCUMENT } from '../../src/store/document.ts'
import type { Boundary, SpanKind } from '../../src/trace/batch.ts'
import type {
  BoundaryRow,
  ColumnSeries,
  Frame,
  FrameRequest,
  Reach,
  SegmentStrips,
  SegmentView,
  TokenView,
} from '../../src/worker/api.ts'

export interface MockOptions {
  readonly segments: number
  /** Scale of all lengths. */
  readonly scale: number
  readonly promptLength: number
  readonly lambda: number
  readonly gamma: number
  readonly outcome: number
  readonly boundary: Boundary
  /** No action token anywhere. */
  readonly empty: boolean
  /** What crosses boundaries under B. */
  readonly hand: 'full' | 'value-only' | 'nothing'
  readonly texts: boolean
  readonly seed: number
}

export const MOCK_DEFAULTS: MockOptions = {
  segments: 3,
  scale: 1,
  promptLength: 150,
  lambda: 0.99,
  gamma: 1,
  outcome: 1,
  boundary: 'summary',
  empty: false,
  hand: 'full',
  texts: true,
  seed: 7,
}

/** mulberry32: the usual 32-bit generator. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Token {
  readonly segment: number
  readonly position: number
  readonly value: number
}

const WORDS = [
  ' search',
  '(',
  '"',
  ' founder',
  ' of',
  '\n',
  ' the',
  ' result',
  ' says',
  ' 1998',
  ',',
  ' so',
]

function makeSegments(options: MockOptions, next: () => number): SegmentView[] {
  const turns = options.segments === 1 ? [12] : [3, 4, 5]
  return Array.from({ length: options.segments }, (_, s) => {
    const spans: SegmentView['spans'][number][] = []
    const runs: number[] = []
    let at = 0
    const push = (kind: SpanKind, length: number, tool?: string): void => {
      const end = at + Math.max(1, Math.round(length * options.scale))
      if (kind === 'action') runs.push(at, end)
      spans.push({ start: at, end, kind, tool, turn: undefined })
      at = end
    }
    if (s > 0) push(options.boundary === 'summary' ? 'summary' : 'skeleton', 60 + next() * 20)
    const n = turns[s % turns.length]!
    for (let turn = 0; turn < n; turn++) {
      if (!options.empty) push('action', 26 + next() * 16)
      if (s < options.segments - 1 || turn < n - 1 || options.empty)
        push('observation', 60 + next() * 60, turn % 2 ? 'open' : 'search')
    }
    const actionTokens = runs.reduce((sum, bound, i) => sum + (i % 2 ? bound : -bound), 0)
    const prompt = options.promptLength
    return {
      segmentIndex: s,
      invIter: options.segments - 1 - s,
      promptLength: prompt,
      promptParts:
        prompt === 0
          ? []
          : [
              { label: 'sys', length: Math.round(prompt * 0.6), text: undefined },
              { label: 'user_q', length: prompt - Math.round(prompt * 0.6), text: undefined },
            ],
      length: at,
      actionTokens,
      ended: s < options.segments - 1 ? 'condensed' : 'terminated',
      boundary: options.boundary,
      bootstrap: undefined,
      spans,
      maskRuns: Uint32Array.from(runs),
    }
  })
}

function actionTokens(segments: readonly SegmentView[], outcome: number): Token[] {
  const total = segments.reduce((sum, s) => sum + s.actionTokens, 0)
  const tokens: Token[] = []
  for (const segment of segments)
    for (let run = 0; run < segment.maskRuns.length; run += 2)
      for (let p = segment.maskRuns[run]!; p < segment.maskRuns[run + 1]!; p++) {
        const share = tokens.length / Math.max(1, total - 1)
        const value = 0.35 + (outcome - 0.35) * share * 0.7 + 0.06 * Math.sin(tokens.length / 9)
        tokens.push({ segment: segment.segmentIndex, position: p, value })
      }
  return tokens
}

interface Credit {
  readonly advantage: Float64Array
  /** ∂A/∂R. */
  readonly reach: Float64Array
}

function gae(tokens: readonly Token[], options: MockOptions, hand: MockOptions['hand']): Credit {
  const advantage = new Float64Array(tokens.length)
  const reach = new Float64Array(tokens.length)
  for (let k = tokens.length - 1; k >= 0; k--) {
    const future = tokens[k + 1]
    const joined =
      future !== undefined && (future.segment === tokens[k]!.segment || hand === 'full')
    const looks = joined || (future !== undefined && hand === 'value-only')
    const reward = k === tokens.length - 1 ? options.outcome : 0
    const delta = reward + options.gamma * (looks ? future.value : 0) - tokens[k]!.value
    const decay = options.gamma * options.lambda
    advantage[k] = delta + (joined ? decay * advantage[k + 1]! : 0)
    reach[k] = (reward === 0 ? 0 : 1) + (joined ? decay * reach[k + 1]! : 0)
  }
  return { advantage, reach }
}

/** Bins values at ascending places in [from, to) into columns. */
export function bin(
  places: readonly number[],
  values: ArrayLike<number>,
  from: number,
  to: number,
  columns: number,
): ColumnSeries {
  const min = new Float64Array(columns).fill(Number.NaN)
  const max = new Float64Array(columns).fill(Number.NaN)
  const mean = new Float64Array(columns).fill(Number.NaN)
  const counts = new Uint32Array(columns)
  const put = (column: number, value: number): void => {
    const n = counts[column]!++
    min[column] = n === 0 ? value : Math.min(min[column]!, value)
    max[column] = n === 0 ? value : Math.max(max[column]!, value)
    mean[column] = n === 0 ? value : (mean[column]! * n + value) / (n + 1)
  }
  places.forEach((place, i) => {
    if (place < from || place >= to) return
    const first = Math.floor(((place - from) * columns) / (to - from))
    const end = Math.max(first + 1, Math.floor(((place + 1 - from) * columns) / (to - from)))
    for (let column = first; column < Math.min(end, columns); column++) put(column, values[i]!)
  })
  return { min, max, mean }
}

function reachOf(
  segments: readonly SegmentView[],
  tokens: readonly Token[],
  bySegment: readonly (readonly number[])[],
  reach: Float64Array,
): Reach {
  const meanBySegment = segments.map((segment) => {
    const own = (bySegment[segment.segmentIndex] ?? []).map((i) => reach[i]!)
    return own.length === 0 ? undefined : own.reduce((a, b) => a + b, 0) / own.length
  })
  const share = (above: number): number =>
    tokens.length === 0 ? 0 : reach.filter((r) => r > above).length / tokens.length
  return { meanBySegment, share: share(0), shareAbove1Percent: share(0.0099999) }
}

const rangesOf = (bySegment: readonly (readonly number[])[], values: Float64Array): Float64Array =>
  Float64Array.from(
    bySegment.flatMap((own) => {
      const all = own.map((i) => values[i]!)
      return all.length === 0 ? [Number.NaN, Number.NaN] : [Math.min(...all), Math.max(...all)]
    }),
  )

export interface Mock {
  readonly frame: Frame
  readonly token: (place: { segment: number; position: number }) => TokenView
}

export function mockFrame(
  given: Partial<MockOptions> = {},
  view: Partial<Pick<FrameRequest, 'from' | 'to' | 'columns' | 'curveColumns'>> = {},
): Mock {
  const options = { ...MOCK_DEFAULTS, ...given }
  const next = random(options.seed)
  const segments = makeSegments(options, next)
  const tokens = actionTokens(segments, options.outcome)
  const a = gae(tokens, options, 'nothing')
  const b = gae(tokens, options, options.hand)
  const difference = b.advantage.map((value, i) => value - a.advantage[i]!)
  const longest = Math.max(...segments.map((s) => s.length))
  const request: FrameRequest = {
    settings: DEFAULT_DOCUMENT,
    rollout: 0,
    from: view.from ?? 0,
    to: view.to ?? longest,
    columns: view.columns ?? 700,
    curveColumns: view.curveColumns ?? 760,
  }
  const { from, to } = request
  const columns = Math.min(request.columns, to - from)
  const bySegment: number[][] = segments.map(() => [])
  tokens.forEach((t, i) => {
    bySegment[t.segment]!.push(i)
  })
  const textAt = (segment: number, position: number): string =>
    WORDS[(segment * 5 + position * 7 + (position % 3)) % WORDS.length]!
  const strips = segments.map(({ segmentIndex: s, length }): SegmentStrips => {
    const own = bySegment[s]!
    const places = own.map((i) => tokens[i]!.position)
    const series = (values: Float64Array): ColumnSeries =>
      bin(
        places,
        own.map((i) => values[i]!),
        from,
        to,
        columns,
      )
    const shown = Math.max(0, Math.min(to, length) - from)
    return {
      segment: s,
      a: series(a.advantage),
      b: series(b.advantage),
      difference: series(difference),
      ...(options.texts && to - from <= 400
        ? { texts: Array.from({ length: shown }, (_, i) => textAt(s, from + i)) }
        : {}),
    }
  })
  const segmentStart = segments.map((s) => {
    const first = tokens.findIndex((t) => t.segment >= s.segmentIndex)
    return first < 0 ? tokens.length : first
  })
  const curveColumns = Math.min(request.curveColumns, tokens.length)
  const every = tokens.map((_, i) => i)
  const curveOf = (values: Float64Array): ColumnSeries =>
    bin(every, values, 0, Math.max(1, tokens.length), curveColumns)
  const boundary = (credit: Credit, hand: MockOptions['hand']): BoundaryRow[] =>
    segments.slice(1).map((segment) => {
      const first = segmentStart[segment.segmentIndex]!
      return {
        earlier: segment.segmentIndex - 1,
        from: segment.segmentIndex,
        to: segment.segmentIndex - 1,
        lastgaelam: hand === 'full' ? (credit.advantage[first] ?? 0) : 0,
        criticLastgaelam: hand === 'full' ? (credit.advantage[first] ?? 0) * 1.1 : 0,
        nextvalues: hand === 'nothing' ? 0 : (tokens[first]?.value ?? 0),
        delta: tokens.length === 0 ? undefined : 0.01,
      }
    })
  const last = tokens.at(-1)
  const rewardAt = last
    ? [{ segment: last.segment, position: last.position, value: options.outcome }]
    : []
  const links = (hand: MockOptions['hand']) =>
    options.empty
      ? []
      : segments.slice(1).map((segment) => ({
          fromSegment: segment.segmentIndex,
          toSegment: segment.segmentIndex - 1,
          carry: hand === 'full',
          next: hand === 'nothing' ? ('zero' as const) : ('following' as const),
        }))
  const largest = (values: Float64Array): number =>
    values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const frame: Frame = {
    request,
    detail: {
      index: 0,
      id: 'r0',
      groupId: 'who founded…',
      outcome: options.outcome,
      segments,
      linksA: links('nothing'),
      linksB: links(options.hand),
      rewardAtA: rewardAt,
      rewardAtB: rewardAt,
      processingOrder: segments.map((s) => s.segmentIndex).reverse(),
    },
    strips,
    curve: {
      a: curveOf(a.advantage),
      b: curveOf(b.advantage),
      tokens: tokens.length,
      segmentStart,
    },
    extent: Math.max(largest(a.advantage), largest(b.advantage), largest(difference)),
    rangesA: rangesOf(bySegment, a.advantage),
    rangesB: rangesOf(bySegment, b.advantage),
    boundariesA: boundary(a, 'nothing'),
    boundariesB: boundary(b, options.hand),
    reachA: reachOf(segments, tokens, bySegment, a.reach),
    reachB: reachOf(segments, tokens, bySegment, b.reach),
    loss: { first: undefined, second: undefined, entropy: undefined },
    weights: {
      assumesRatio: true,
      simulated: false,
      rollouts: [],
      unlisted: 0,
      rows: 0,
      emptyRows: 0,
      selected: -1,
      tokens: new Uint32Array(),
      modes: [],
      turns: [],
      turnCount: 0,
    },
    unavailable: {},
    lacks: [],
    fit: undefined,
    statistics: undefined,
    tallies: undefined,
    areAll: false,
    engine: { id: 'cpu', description: 'float64 on one core', reason: { code: 'exact' } },
    removedA: undefined,
    removedB: undefined,
    totalMs: 2,
  }
  const token = (place: { segment: number; position: number }): TokenView => {
    const action = tokens.findIndex(
      (t) => t.segment === place.segment && t.position === place.position,
    )
    const spans = segments[place.segment]?.spans ?? []
    return {
      ...place,
      action: action < 0 ? undefined : action,
      kind:
        spans.find((s) => place.position >= s.start && place.position < s.end)?.kind ??
        'observation',
      mask: action < 0 ? 0 : 1,
      text: options.texts ? textAt(place.segment, place.position) : undefined,
      tokenId: undefined,
      value: tokens[action]?.value,
      reward: 0,
      advantageA: a.advantage[action] ?? 0,
      returnA: undefined,
      advantageB: b.advantage[action] ?? 0,
      returnB: undefined,
      ratio: undefined,
      coefficient: undefined,
      fate: undefined,
      removedBy: [],
      simulatedRatio: false,
      recordedAdvantage: undefined,
    }
  }
  return { frame, token }
}
