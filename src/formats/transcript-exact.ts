/** Rows of transcripts whose calls record token ids: positions are the engine's own. */
import type { TurnRow } from '../trace/rows.ts'
import {
  type Call,
  type Read,
  type SampledTokens,
  type SegmentColumns,
  type TranscriptSegment,
  turnOf,
} from './transcript.ts'

/**
 * Response = first completion, what the second prompt added, second completion, …; nothing stands for
 * what was read after the last call, whose ids nobody recorded. `drift` counts the prompts that do not
 * begin with the tokens before them. The text of a turn stands on its first token.
 */
export function exactRow(segment: TranscriptSegment): {
  readonly columns: SegmentColumns
  readonly drift: number
} {
  const ids: number[] = []
  const mask: number[] = []
  const logProbs: number[] = []
  const texts: string[] = []
  const turns: TurnRow[] = []
  let known = false
  let drift = 0
  const add = (item: Call | Read, added: readonly number[], from: number) => {
    const start = ids.length
    for (let i = from; i < added.length; i++) {
      ids.push(added[i])
      mask.push(item.kind === 'call' ? 1 : 0)
      logProbs.push(0)
      texts.push(i === from ? item.text : '')
    }
    if (ids.length > start) turns.push(turnOf(item, start, ids.length))
  }
  let read: Read[] = []
  let before: SampledTokens | undefined
  let promptLength = 0
  for (const item of segment.items) {
    if (item.kind === 'read') {
      read.push(item)
      continue
    }
    const sampled = item.sampled
    if (!sampled) throw new Error('A call without token ids was given as exact.')
    if (before) {
      if (!extendsTokens(sampled.prompt, before)) drift++
      const text = read.map((r) => r.text).join('\n')
      const tool = read.find((r) => r.tool !== undefined)?.tool
      const observation: Read = { kind: 'read', text, label: 'read', line: item.line, tool }
      add(observation, sampled.prompt, before.prompt.length + before.completion.length)
    } else promptLength = sampled.prompt.length
    const at = ids.length
    add(item, sampled.completion, 0)
    for (const [i, x] of (sampled.logProbs ?? []).entries()) logProbs[at + i] = x
    known ||= sampled.logProbs !== undefined
    read = []
    before = sampled
  }
  const summary = segment.prompt.some((p) => p.label === 'summary')
  const text = segment.prompt.map((p) => p.text).join('\n\n')
  const columns: SegmentColumns = {
    response_mask: Uint8Array.from(mask),
    response_ids: ids,
    response_tokens: texts,
    ...(known && { rollout_log_probs: logProbs }),
    prompt_parts: [{ label: summary ? 'summary' : 'prompt', length: promptLength, text }],
    turns,
  }
  return { columns, drift }
}

function extendsTokens(prompt: readonly number[], { prompt: head, completion }: SampledTokens) {
  if (prompt.length < head.length + completion.length) return false
  return (
    head.every((id, i) => prompt[i] === id) &&
    completion.every((id, i) => prompt[head.length + i] === id)
  )
}
