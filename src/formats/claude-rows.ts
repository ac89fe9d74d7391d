/** Segments of a Claude Code path → rows: assistant output is action, everything it reads is not. */
import type { Boundary, Ended } from '../trace/batch.ts'
import type { CanonicalRow, PromptPartRow, TurnRow } from '../trace/rows.ts'
import { countTokens, TokenTexts } from './approximate.ts'
import type { Block, Entry } from './claude-entry.ts'
import type { PathSegment } from './claude-path.ts'

export interface ClaudeRow {
  readonly row: CanonicalRow
  readonly line: number
  /** Sampling calls; one that produced no visible text has no position. */
  readonly calls: number
}

/** Entries of one session that path walking alone does not find. */
export interface SessionIndex {
  /** All lines of one sampling call: parallel tool calls stand on side branches of the tree. */
  readonly byMessage: ReadonlyMap<string, readonly Entry[]>
  /** Lines with the results of one tool call. */
  readonly byCall: ReadonlyMap<string, readonly Entry[]>
}

export function rowsOf(
  id: string,
  segments: readonly PathSegment[],
  index: SessionIndex,
): ClaudeRow[] {
  const emitted = new Set<Entry>()
  const sampled = new Set<string>()
  const onPath = new Set(segments.flatMap((s) => s.entries))
  const drafts: (Draft & { opening: Entry | undefined; hasSummary: boolean })[] = []
  for (const segment of segments) {
    const draft = new Draft(index, emitted, sampled, onPath)
    const trimmed = segment.opening?.kind === 'trim'
    const former = drafts[drafts.length - 1]
    if (trimmed && former) draft.repeat(former)
    draft.read(segment)
    const hasSummary = segment.entries.some((e) => e.summary && e.blocks.some((b) => b.text !== ''))
    // A segment without a sampling call is no training sample.
    if (draft.calls > 0) drafts.push(Object.assign(draft, { opening: segment.opening, hasSummary }))
  }
  return drafts.map((draft, s) => {
    const next = drafts[s + 1]
    return {
      row: draft.row(id, s, next && boundaryOf(next), next ? undefined : endedOf(draft.stop)),
      line: draft.opening?.line ?? draft.line,
      calls: draft.calls,
    }
  })
}

function boundaryOf(next: { opening: Entry | undefined; hasSummary: boolean }): Boundary {
  if (next.opening?.kind === 'trim') return 'trim'
  return next.hasSummary ? 'summary' : 'drop'
}

function endedOf(stop: string | undefined): Ended {
  if (stop === 'end_turn' || stop === 'stop_sequence') return 'terminated'
  return stop === 'max_tokens' || stop === 'model_context_window_exceeded' ? 'truncated' : 'unknown'
}

class Draft {
  calls = 0
  line = 0
  stop: string | undefined
  readonly #index: SessionIndex
  readonly #emitted: Set<Entry>
  readonly #sampled: Set<string>
  readonly #onPath: ReadonlySet<Entry>
  readonly #parts: PromptPartRow[] = []
  readonly #tokens = new TokenTexts()
  readonly #turns: TurnRow[] = []
  readonly #toolOf = new Map<string, string>()
  #pending: readonly Entry[] = []

  constructor(
    index: SessionIndex,
    emitted: Set<Entry>,
    sampled: Set<string>,
    onPath: ReadonlySet<Entry>,
  ) {
    this.#index = index
    this.#emitted = emitted
    this.#sampled = sampled
    this.#onPath = onPath
  }

  /** After a micro-compaction: the former prompt and response, by length only, are the context. */
  repeat(former: Draft): void {
    const length = former.#tokens.length + former.#parts.reduce((sum, part) => sum + part.length, 0)
    if (length > 0) this.#parts.push({ label: 'preserved', length })
  }

  read(segment: PathSegment): void {
    const { entries, carried } = segment
    this.line = entries[0]?.line ?? segment.opening?.line ?? 0
    for (const entry of entries) if (entry.summary) this.#prompt('summary', entry)
    for (const entry of carried) this.#prompt('preserved', entry)
    for (const entry of entries) {
      if (entry.summary || this.#emitted.has(entry) || !isMessage(entry)) continue
      if (entry.kind === 'assistant' && !entry.synthetic) this.#sampledCall(entry)
      else {
        this.#flushResults()
        this.#read(entry)
      }
    }
    this.#flushResults()
  }

  row(
    id: string,
    s: number,
    boundary: Boundary | undefined,
    ended: Ended | undefined,
  ): CanonicalRow {
    return {
      rollout_id: id,
      segment_index: s,
      ...this.#tokens.columns(),
      prompt_parts: this.#parts,
      turns: this.#turns,
      boundary,
      ended,
    }
  }

  #prompt(label: string, entry: Entry): void {
    const text = entry.blocks.map((b) => b.text).join('\n')
    if (text !== '') this.#parts.push({ label, length: countTokens(text), text })
  }

  #sampledCall(entry: Entry): void {
    const { message } = entry
    // A copy of a call that an earlier segment made, repeated in the new context.
    if (this.#sampled.has(message)) {
      if (this.calls === 0) this.#prompt('preserved', entry)
      return
    }
    this.#flushResults()
    this.#sampled.add(message)
    this.calls++
    const lines = this.#index.byMessage.get(message) ?? [entry]
    for (const line of lines) this.#emitted.add(line)
    const blocks = lines.flatMap((line) => line.blocks)
    const tools = blocks.flatMap((b) => (b.tool === undefined ? [] : [b.tool]))
    for (const { call, tool } of blocks) if (call && tool) this.#toolOf.set(call, tool)
    this.stop = lines.findLast((line) => line.stop !== undefined)?.stop
    this.#turn('action', blocks, Array.from(new Set(tools)).join(', '), this.stop)
    this.#pending = blocks
      .flatMap((b) => (b.call ? (this.#index.byCall.get(b.call) ?? []) : []))
      .filter((result) => !this.#onPath.has(result))
  }

  /** Results of parallel tool calls that hang on a side branch belong right behind the call. */
  #flushResults(): void {
    const pending = this.#pending
    this.#pending = []
    for (const entry of pending) if (!this.#emitted.has(entry)) this.#read(entry)
  }

  #read(entry: Entry): void {
    this.#emitted.add(entry)
    if (this.calls === 0) {
      this.#prompt('user', entry)
      return
    }
    const tools = entry.blocks.flatMap((b) => (b.call ? (this.#toolOf.get(b.call) ?? []) : []))
    this.#turn('observation', entry.blocks, Array.from(new Set(tools)).join(', '), undefined)
  }

  #turn(
    kind: 'action' | 'observation',
    blocks: readonly Block[],
    tool: string,
    status: string | undefined,
  ): void {
    const start = this.#tokens.length
    for (const block of blocks) {
      this.#tokens.add(block.text, kind === 'action' ? 1 : 0)
    }
    const end = this.#tokens.length
    if (end === start) return
    this.#turns.push({ start, end, kind, ...(tool !== '' && { tool }), ...(status && { status }) })
  }
}

const isMessage = (entry: Entry) => entry.kind === 'user' || entry.kind === 'assistant'
