/** Spans: a segment's declared turns, with the gaps between them filled by mask runs (see batch.ts). */
import { KIND, type SpanColumns } from './batch.ts'
import type { BuilderStore } from './builder-store.ts'
import { growF64, growI32, growU8, growU32 } from './grow.ts'

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
  const declared = growU8()
  const [tool, stateKey, status] = [growI32(), growI32(), growI32()]
  const [reward, value, latency] = [growF64(), growF64(), growF64()]

  const derive = (from: number, to: number, origin: number, opening: number): number => {
    let actions = 0
    for (let at = from; at < to; ) {
      const bit = mask[at]
      let end = at + 1
      while (end < to && mask[end] === bit) end++
      start.push(at)
      kind.push(bit ? KIND.action : at === origin ? opening : KIND.observation)
      if (bit) actions++
      at = end
    }
    declared.pad(start.length, 0)
    for (const column of [tool, stateKey, status]) column.pad(start.length, -1)
    for (const column of [reward, value, latency]) column.pad(start.length, Number.NaN)
    return actions
  }

  for (let s = 0; s < segments; s++) {
    const row = order[s]
    const origin = segmentStart[s]
    const end = segmentStart[s + 1]
    const opening = layout.opening(s)
    const turnEnd = store.turnEnd.data[row]
    let turn = row === 0 ? 0 : store.turnEnd.data[row - 1]
    const anyDeclared = turn < turnEnd
    let at = origin
    let calls = 0
    for (; turn < turnEnd; turn++) {
      const from = origin + store.turnStart.data[turn]
      const to = origin + store.turnStop.data[turn]
      derive(at, from, origin, opening)
      start.push(from)
      kind.push(store.turnKind.data[turn])
      declared.push(1)
      tool.push(store.turnTool.data[turn])
      stateKey.push(store.turnStateKey.data[turn])
      status.push(store.turnStatus.data[turn])
      reward.push(store.turnReward.data[turn])
      value.push(store.turnValue.data[turn])
      latency.push(store.turnLatency.data[turn])
      let action = from
      while (action < to && mask[action] === 0) action++
      if (action < to) calls++
      at = to
    }
    const runs = derive(at, end, origin, opening)
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
      declared: declared.take(),
      tool: tool.take(),
      stateKey: stateKey.take(),
      status: status.take(),
      reward: reward.take(),
      value: value.take(),
      latency: latency.take(),
    },
    turns,
  }
}
