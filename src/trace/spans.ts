/** Spans: a segment's declared turns, with the gaps between them filled by mask runs (see batch.ts). */
import { KIND, type SpanColumns, type TurnColumns } from './batch.ts'
import type { BuilderStore } from './builder-store.ts'
import { growI32, growU8, growU32 } from './grow.ts'

interface SegmentLayout {
  readonly mask: Uint8Array
  readonly start: Uint32Array
  /** Row of the store behind each segment. */
  readonly order: Uint32Array
  /** Kind of a derived mask-0 run of [segment's start, end): what came in with the context. */
  readonly opening: (segment: number, end: number) => number
}

/** Partitions every segment's positions; also counts sampling calls per segment. */
export function buildSpans(
  store: BuilderStore,
  layout: SegmentLayout,
): { readonly spans: SpanColumns; readonly turns: Uint32Array } {
  const { mask, start: segmentStart, order } = layout
  const segments = order.length
  const firstOfSegment = new Uint32Array(segments + 1)
  const turns = new Uint32Array(segments)
  const start = growU32()
  const kind = growU8()
  const turn = growI32()
  /** Turn of the store behind each entry of `turns`. */
  const sources = growU32()

  const derive = (from: number, to: number, first: number, s: number): number => {
    let actions = 0
    const bits = mask.subarray(from, to)
    for (let at = 0; at < bits.length; ) {
      const bit = bits[at]
      const other = bits.indexOf(bit ^ 1, at + 1)
      const end = other < 0 ? bits.length : other
      const opens = from + at === first
      start.push(from + at)
      kind.push(bit ? KIND.action : opens ? layout.opening(s, from + end) : KIND.observation)
      turn.push(-1)
      if (bit) actions++
      at = end
    }
    return actions
  }

  for (let s = 0; s < segments; s++) {
    const row = order[s]
    const first = segmentStart[s]
    const end = segmentStart[s + 1]
    const turnEnd = store.turnEnd.data[row]
    let source = row === 0 ? 0 : store.turnEnd.data[row - 1]
    const anyDeclared = source < turnEnd
    let at = first
    let calls = 0
    for (; source < turnEnd; source++) {
      const from = first + store.turnStart.data[source]
      const to = first + store.turnStop.data[source]
      derive(at, from, first, s)
      start.push(from)
      kind.push(store.turnKind.data[source])
      turn.push(sources.length)
      sources.push(source)
      let action = from
      while (action < to && mask[action] === 0) action++
      if (action < to) calls++
      at = to
    }
    const runs = derive(at, end, first, s)
    const known = store.calls.data[row]
    turns[s] = known >= 0 ? known : anyDeclared ? calls : runs
    firstOfSegment[s + 1] = start.length
  }
  start.push(mask.length)
  return {
    spans: {
      firstOfSegment,
      start: start.take(),
      kind: kind.take(),
      turn: turn.take(),
      turns: turnsOf(store, sources.take()),
    },
    turns,
  }
}

const turnsOf = (store: BuilderStore, sources: Uint32Array): TurnColumns => ({
  tool: Int32Array.from(sources, (k) => store.turnTool.data[k]),
  stateKey: Int32Array.from(sources, (k) => store.turnStateKey.data[k]),
  status: Int32Array.from(sources, (k) => store.turnStatus.data[k]),
  reward: Float64Array.from(sources, (k) => store.turnReward.data[k]),
  value: Float64Array.from(sources, (k) => store.turnValue.data[k]),
  latency: Float64Array.from(sources, (k) => store.turnLatency.data[k]),
})
