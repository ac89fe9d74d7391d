/** The static picture of one rollout: segments, spans, links, where the reward stands. */
import type { Evaluation } from '../credit/evaluate.ts'
import { creditLinks, processingOrder, rewardPlaces } from '../credit/inspect.ts'
import {
  type Batch,
  BOUNDARIES,
  ENDED,
  nameOfSpan,
  SPAN_KINDS,
  type TextColumn,
} from '../trace/batch.ts'
import type { CreditLink, RolloutDetail, SegmentView } from './api.ts'

const decoder = new TextDecoder()

/** Pieces [from, to) of a text pool as one string; undefined where no text stands. */
export function textOf(text: TextColumn | undefined, from: number, to: number): string | undefined {
  if (!text || text.offset[to] === text.offset[from]) return undefined
  return decoder.decode(text.bytes.subarray(text.offset[from], text.offset[to]))
}

/** Longest beginning of a prompt part that goes to the page, in characters and in bytes of UTF-8. */
const HEAD = { characters: 240, bytes: 4 * 240 }

/** The beginning of one piece; a character cut in two at the end is left out. */
function headOf(text: TextColumn | undefined, piece: number): string | undefined {
  if (!text || text.offset[piece + 1] === text.offset[piece]) return undefined
  const from = text.offset[piece]
  const to = Math.min(text.offset[piece + 1], from + HEAD.bytes)
  const cut = new TextDecoder().decode(text.bytes.subarray(from, to), { stream: true })
  return [...cut].slice(0, HEAD.characters).join('')
}

const stringAt = (batch: Batch, index: number): string | undefined =>
  index < 0 ? undefined : batch.strings[index]

export function rolloutDetail(
  batch: Batch,
  rollout: number,
  a: Evaluation,
  b: Evaluation,
): RolloutDetail {
  const first = batch.rollout.firstSegment[rollout]
  const end = batch.rollout.firstSegment[rollout + 1]
  const outcome = batch.rollout.outcome[rollout]
  const turn = { next: 0 }
  const places = (evaluation: Evaluation) =>
    rewardPlaces(evaluation.graph, batch, rollout).map((place) => ({
      ...place,
      segment: place.segment - first,
    }))
  return {
    index: rollout,
    id: batch.rollout.id[rollout],
    groupId: batch.groupIds[batch.rollout.group[rollout]],
    outcome: Number.isNaN(outcome) ? undefined : outcome,
    segments: Array.from({ length: end - first }, (_, i) =>
      segmentView(batch, first + i, i, end - first, turn),
    ),
    linksA: linksOf(a, batch, rollout, first),
    linksB: linksOf(b, batch, rollout, first),
    rewardAtA: a.estimator.family === 'chain' ? places(a) : [],
    rewardAtB: b.estimator.family === 'chain' ? places(b) : [],
    processingOrder: processingOrder(b.graph, batch, rollout),
  }
}

/** A baseline has no recursion, so nothing links its segments. */
function linksOf(
  evaluation: Evaluation,
  batch: Batch,
  rollout: number,
  first: number,
): readonly CreditLink[] {
  if (evaluation.estimator.family === 'baseline') return []
  return creditLinks(evaluation.graph, batch, rollout).map((link) => ({
    ...link,
    fromSegment: link.fromSegment - first,
    toSegment: link.toSegment - first,
  }))
}

function segmentView(
  batch: Batch,
  segment: number,
  index: number,
  count: number,
  turn: { next: number },
): SegmentView {
  const { start } = batch.segment
  const offset = start[segment]
  const bootstrap = batch.segment.bootstrap[segment]
  const mask = maskRuns(batch, segment)
  return {
    segmentIndex: index,
    invIter: count - 1 - index,
    promptLength: batch.segment.promptLength[segment],
    promptParts: promptParts(batch, segment),
    length: start[segment + 1] - offset,
    actionTokens: mask.actions,
    ended: ENDED[batch.segment.ended[segment]],
    boundary: BOUNDARIES[batch.segment.boundary[segment]],
    bootstrap: Number.isNaN(bootstrap) ? undefined : bootstrap,
    spans: spansOf(batch, segment, turn),
    maskRuns: mask.runs,
  }
}

function promptParts(batch: Batch, segment: number): SegmentView['promptParts'] {
  const { firstOfSegment, length, label, text } = batch.prompt
  const parts: SegmentView['promptParts'][number][] = []
  for (let i = firstOfSegment[segment]; i < firstOfSegment[segment + 1]; i++) {
    parts.push({
      label: stringAt(batch, label[i]),
      length: length[i],
      text: headOf(text, i),
    })
  }
  return parts
}

/** Spans with turn numbers: a turn is a span that holds an action token, counted over the rollout. */
function spansOf(batch: Batch, segment: number, turn: { next: number }): SegmentView['spans'] {
  const { firstOfSegment, start, kind } = batch.spans
  const offset = batch.segment.start[segment]
  const spans: SegmentView['spans'][number][] = []
  for (let i = firstOfSegment[segment]; i < firstOfSegment[segment + 1]; i++) {
    const acts = batch.mask.subarray(start[i], start[i + 1]).includes(1)
    spans.push({
      start: start[i] - offset,
      end: start[i + 1] - offset,
      kind: SPAN_KINDS[kind[i]],
      tool: stringAt(batch, nameOfSpan(batch.spans, 'tool', i)),
      turn: acts ? turn.next++ : undefined,
    })
  }
  return spans
}

function maskRuns(
  batch: Batch,
  segment: number,
): { readonly runs: Uint32Array; readonly actions: number } {
  const offset = batch.segment.start[segment]
  const end = batch.segment.start[segment + 1]
  const bounds: number[] = []
  let actions = 0
  for (let p = offset; p < end; p++) {
    const here = batch.mask[p]
    actions += here
    const before = p > offset ? batch.mask[p - 1] : 0
    if (here !== before) bounds.push(p - offset)
  }
  if (end > offset && batch.mask[end - 1] === 1) bounds.push(end - offset)
  return { runs: Uint32Array.from(bounds), actions }
}
