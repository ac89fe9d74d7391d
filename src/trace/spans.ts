/** Spans: a segment's declared turns, with the gaps between them filled by mask runs (see batch.ts). */
import { KIND, type SpanColumns } from './batch.ts'
import type { BuilderStore } from './builder-store.ts'
import { growI32, growU8, growU32 } from './grow.ts'

interface SegmentLayout {
  readonly mask: Uint8Array
  readonly start: Uint32Array
  /** Row of the store behind each segment. */
  readonly order: Uint32Array
  /** Kind of a derived mask-0 run at the segment's start: what came in with the context. */
  readonly opening: (segment: number) => number
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
  /** Turn of the store behind each span, -1 = derived from the mask. */
  const turnOf = growI32()

  const derive = (from: number, to: number, first: number, opening: number): number => {
    let actions = 0
    for (let at = from; at < to; ) {
      const bit = mask[at]
      let end = at + 1
      while (end < to && mask[end] === bit) end++
      start.push(at)
      kind.push(bit ? KIND.action : at === first ? opening : KIND.observation)
      turnOf.push(-1)
      if (bit) actions++
      at = end
    }
    return actions
  }

  for (let s = 0; s < segments; s++) {
    const row = order[s]
    const first = segmentStart[s]
    const end = segmentStart[s + 1]
    const opening = layout.opening(s)
    const turnEnd = store.turnEnd.data[row]
    let turn = row === 0 ? 0 : store.turnEnd.data[row - 1]
    const anyDeclared = turn < turnEnd
    let at = first
    let calls = 0
    for (; turn < turnEnd; turn++) {
      const from = first + store.turnStart.data[turn]
      const to = first + store.turnStop.data[turn]
      derive(at, from, first, opening)
      start.push(from)
      kind.push(store.turnKind.data[turn])
      turnOf.push(turn)
      let action = from
      while (action < to && mask[action] === 0) action++
      if (action < to) calls++
      at = to
    }
    const runs = derive(at, end, first, opening)
    const known = store.calls.data[row]
    turns[s] = known >= 0 ? known : anyDeclared ? calls : runs
    firstOfSegment[s + 1] = start.length
  }
  start.push(mask.length)
  const source = turnOf.take()
  return {
    spans: {
      firstOfSegment,
      start: start.take(),
      kind: kind.take(),
      declared: declaredOf(source),
      tool: names(source, store.turnTool.data),
      stateKey: names(source, store.turnStateKey.data),
      status: names(source, store.turnStatus.data),
      reward: numbers(source, store.turnReward.data),
      value: numbers(source, store.turnValue.data),
      latency: numbers(source, store.turnLatency.data),
    },
    turns,
  }
}

function declaredOf(turnOf: Int32Array): Uint8Array {
  const result = new Uint8Array(turnOf.length)
  for (let k = 0; k < turnOf.length; k++) result[k] = turnOf[k] < 0 ? 0 : 1
  return result
}

function names(turnOf: Int32Array, column: Int32Array): Int32Array {
  const result = new Int32Array(turnOf.length)
  for (let k = 0; k < turnOf.length; k++) result[k] = turnOf[k] < 0 ? -1 : column[turnOf[k]]
  return result
}

function numbers(turnOf: Int32Array, column: Float64Array): Float64Array {
  const result = new Float64Array(turnOf.length)
  for (let k = 0; k < turnOf.length; k++) result[k] = turnOf[k] < 0 ? Number.NaN : column[turnOf[k]]
  return result
}
