/** A transcript → one row per segment: tokens counted from the text, or exact where every call has its ids. */
import type { CanonicalRow, PromptPartRow } from '../trace/rows.ts'
import { countTokens, TokenTexts } from './approximate.ts'
import {
  type Item,
  type RolloutIdentity,
  type SegmentColumns,
  segmentsOf,
  type TranscriptSegment,
  turnOf,
} from './transcript.ts'
import { exactRow } from './transcript-exact.ts'
import type { Fault, Sink } from './types.ts'

/**
 * Gives the rows of one rollout to the sink. Says what is wrong where there is nothing to give:
 * a transcript without a sampling call.
 */
export function emitTranscript(
  items: readonly Item[],
  identity: RolloutIdentity,
  sink: Sink,
): Fault | undefined {
  const segments = segmentsOf(items)
  if (segments.length === 0) {
    const message = 'no turn of the agent is in it, so there is nothing to show.'
    return { code: 'no-turns', line: items[0]?.line, message }
  }
  const calls = segments.map((s) => s.items.filter((item) => item.kind === 'call'))
  const exact = calls.flat().every((call) => call.sampled !== undefined)
  sink.maskDerived('roles')
  if (!exact) sink.approximate()
  let before = 0
  let drifted = 0
  for (const [s, segment] of segments.entries()) {
    const next = segments[s + 1]
    const { columns, drift } = exact ? exactRow(segment) : approximateRow(segment, before)
    drifted += drift
    before = columns.response_mask.length
    for (const part of columns.prompt_parts) before += part.length
    const row: CanonicalRow = {
      rollout_id: identity.rollout,
      group_id: identity.group,
      segment_index: s,
      reward: identity.reward,
      boundary: next?.opening,
      ended: next ? undefined : (identity.ended ?? 'unknown'),
      ...columns,
    }
    sink.row(row, { line: segment.line, calls: calls[s].length })
  }
  if (drifted > 0) {
    const message =
      `${drifted} prompts do not begin with the tokens before them (retokenisation drift), ` +
      'so the length of what was read there is told from the difference of lengths.'
    sink.warn({ code: 'token-drift', line: segments[0].line, message })
  }
  return undefined
}

/** `before`: positions of the former segment, its prompt included. */
function approximateRow(segment: TranscriptSegment, before: number) {
  const tokens = new TokenTexts()
  const turns = segment.items.flatMap((item) => {
    const start = tokens.length
    tokens.add(item.text, item.kind === 'call' ? 1 : 0)
    const end = tokens.length
    return start === end ? [] : [turnOf(item, start, end)]
  })
  const parts: PromptPartRow[] = segment.prompt.map(({ label, text }) => ({
    label,
    text,
    length: countTokens(text),
  }))
  if (segment.repeated > 0 && before > 0) parts.unshift({ label: 'preserved', length: before })
  const columns: SegmentColumns = {
    ...tokens.columns(),
    prompt_parts: parts,
    turns,
  }
  return { columns, drift: 0 }
}
