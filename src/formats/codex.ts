/**
 * Codex CLI rollouts: `~/.codex/sessions/…/rollout-*.jsonl`, early ones also `.json`. One file is one rollout.
 * Source: openai/codex @5ef96ab2, codex-rs/history/src/rollout_payload.rs, codex-rs/rollout/src; for the early ones see
 * `codex-early.ts`.
 */
import { quote } from '../trace/diagnostic-list.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import {
  enveloped,
  isSavedSession,
  linesOfSession,
  type SavedSession,
  sniffEarly,
} from './codex-early.ts'
import {
  agentMessageOf,
  cutOf,
  EVENTS,
  isDelivery,
  isInherited,
  LINE_TYPES,
  type Reply,
  replyOf,
  userTurnOf,
} from './codex-line.ts'
import type { JsonRecord } from './containers/records.ts'
import { textOf, toolNames, UniqueIds, Unknowns } from './harness-text.ts'
import { unreadable } from './text-records.ts'
import type { Item } from './transcript.ts'
import { emitTranscript } from './transcript-rows.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

export const codex: Format = {
  id: 'codex',
  label: 'Codex CLI rollout (JSON Lines or JSON)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    const lines = head.records.filter(isCodexLine)
    if (lines.some((line) => LINE_TYPES.has(line.type as string))) return 0.9
    return sniffEarly(head.records)
  },

  open: () => new CodexReader(),
}

const isCodexLine = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.type === 'string' && isObject(x.payload)

/** One of the three kinds of entry a rollout's history is made of. */
type Entry =
  | { readonly kind: 'reply'; readonly line: number; readonly reply: Reply }
  | { readonly kind: 'cut'; readonly line: number; readonly item: Item; readonly window?: string }
  | { readonly kind: 'lost'; readonly line: number }

class CodexReader implements FormatReader {
  readonly #ids = new UniqueIds()

  async file(source: Source, sink: Sink): Promise<void> {
    const rollout = new CodexRollout(sink)
    let documents = 0
    await source.eachRecord((record) => {
      if (isSavedSession(record.value)) {
        documents++
        const saved = new CodexRollout(sink)
        saved.takeSession(record.value, record.line)
        this.#finish(saved)
      } else rollout.take(record)
    })
    if (documents === 0 || !rollout.empty) this.#finish(rollout)
  }

  #finish(rollout: CodexRollout): void {
    rollout.finish(this.#ids.name(rollout.id ?? 'session'))
  }
}

class CodexRollout {
  id: string | undefined
  readonly #sink: Sink
  readonly #unknown = new Unknowns()
  readonly #seen = new Set<string>()
  readonly #entries: Entry[] = []
  readonly #events: { readonly line: number; readonly at: number }[] = []
  #firstOwn: number | undefined
  #compacted = false
  #complete = false

  constructor(sink: Sink) {
    this.#sink = sink
  }

  take(record: JsonRecord): void {
    const { line, value } = record
    if (unreadable(record, this.#sink, () => undefined)) {
      // Whatever stood here may have come between two replies.
      this.#entries.push({ kind: 'lost', line })
      return
    }
    if (isCodexLine(value)) {
      if (isDelivery(value)) return
      const inherited = isInherited(value, this.#firstOwn)
      this.#line(value.type as string, value.payload as JsonObject, line, inherited)
      return
    }
    const early = isObject(value) ? enveloped(value) : undefined
    if (early) this.#line(early.type, early.payload, line)
    else this.#lose(line, `not a Codex line: ${faultOf(value)}; the line is left out.`)
  }

  /** A session that was saved as one document; `line` is the document's number. */
  takeSession(session: SavedSession, line: number): void {
    const parts = linesOfSession(session)
    if (parts.some((part) => typeof part !== 'number' && part.type === 'compacted')) {
      const message =
        'the session was compacted by hand, and Codex CLI kept no item from before that: the rollout ' +
        'begins with the summary. Earlier items may be in another file of that day.'
      this.#sink.warn({ code: 'continued-session', line, field: 'items', message })
    }
    for (const part of parts) {
      if (typeof part !== 'number') this.#line(part.type, part.payload, line)
      else this.#lose(line, `items[${part}] is no object with a \`type\`; it is left out.`, 'items')
    }
  }

  get empty(): boolean {
    return this.#entries.length === 0
  }

  #lose(line: number, message: string, field?: string): void {
    this.#sink.reject(undefined, { code: 'foreign-row', line, field, message })
    this.#entries.push({ kind: 'lost', line })
  }

  #line(type: string, payload: JsonObject, line: number, inherited = false): void {
    switch (type) {
      case 'session_meta':
        this.#meta(payload, line)
        return
      case 'response_item':
        this.#item(payload, line, inherited)
        return
      case 'inter_agent_communication':
        this.#entries.push({ kind: 'reply', line, reply: agentMessageOf(payload) })
        return
      case 'compacted':
        this.#cut(payload, line)
        return
      case 'event_msg':
        this.#event(payload, line)
        return
      default:
        if (!LINE_TYPES.has(type)) this.#unknown.add(type, line)
    }
  }

  /** A thread's first metadata are its own; copies of its parent's may follow. */
  #meta(payload: JsonObject, line: number): void {
    if (this.id !== undefined) return
    this.id = textOf(payload.id)
    const { subagent_history_start_ordinal: first, history_base: base } = payload
    if (typeof first === 'number') this.#firstOwn = first
    if (!isObject(base)) return
    const message =
      `the thread goes on from another one (${quote(textOf(base.thread_id) ?? 'unnamed')}), whose beginning ` +
      'this file does not repeat; the rollout begins without it.'
    this.#sink.warn({ code: 'continued-session', line, field: 'history_base', message })
  }

  #item(payload: JsonObject, line: number, inherited: boolean): void {
    const type = textOf(payload.type) ?? 'item without type'
    const key = textOf(payload.call_id) ?? textOf(payload.id)
    if (key !== undefined) {
      // Written twice, as resumed sessions do: once is enough.
      if (this.#seen.has(`${type} ${key}`)) return
      this.#seen.add(`${type} ${key}`)
    }
    const reply = replyOf(type, payload)
    if (reply === 'unknown') this.#unknown.add(`response_item ${type}`, line)
    else if (reply && inherited && reply.by === 'model') {
      const copy: Reply = { ...reply, by: 'other', label: 'preserved' }
      this.#entries.push({ kind: 'reply', line, reply: copy })
    } else if (reply) this.#entries.push({ kind: 'reply', line, reply })
    this.#complete = false
  }

  #cut(payload: JsonObject, line: number): void {
    this.#compacted = true
    const window = payload.window_id ?? payload.window_number
    const key = window === undefined || window === null ? undefined : windowKey(window, payload)
    if (key !== undefined && this.#seen.has(key)) return
    if (key !== undefined) this.#seen.add(key)
    this.#entries.push({ kind: 'cut', line, item: cutOf(payload, line), window: key })
  }

  #event(payload: JsonObject, line: number): void {
    const type = textOf(payload.type) ?? 'event without type'
    if (type === 'context_compacted') this.#events.push({ line, at: this.#entries.length })
    else if (type === 'thread_rolled_back') this.#rollBack(payload.num_turns)
    else if (type === 'task_complete' || type === 'turn_complete') this.#complete = true
    else if (!EVENTS.has(type)) this.#unknown.add(`event_msg ${type}`, line)
  }

  /** Removes the last `turns` things a person said and all that followed. */
  #rollBack(turns: unknown): void {
    if (typeof turns !== 'number' || !(turns > 0)) return
    let left = turns
    let from = this.#entries.length
    for (let i = from - 1; i >= 0 && left > 0; i--) {
      const entry = this.#entries[i]
      if (entry.kind !== 'reply' || !userTurnOf(entry.reply)) continue
      from = i
      left--
    }
    for (const entry of this.#entries.splice(from)) {
      if (entry.kind === 'cut' && entry.window) this.#seen.delete(entry.window)
    }
    while ((this.#events[this.#events.length - 1]?.at ?? 0) > from) this.#events.pop()
  }

  finish(rollout: string): void {
    this.#unknown.report(this.#sink, 'lines')
    // The event tells of a compaction whose own record is a line before it: one cut, not two.
    if (!this.#compacted) {
      for (const { line, at } of this.#events.toReversed()) {
        const item: Item = { kind: 'cut', boundary: 'unknown', line, context: [] }
        this.#entries.splice(at, 0, { kind: 'cut', line, item })
      }
    }
    const ended = this.#complete ? 'terminated' : 'unknown'
    const fault = emitTranscript(itemsOf(this.#entries), { rollout, ended }, this.#sink)
    if (!fault) return
    const message = `session ${quote(rollout)}: ${fault.message}`
    this.#sink.reject(undefined, { ...fault, message })
  }
}

/** Ids are unique; numbers may begin anew in a thread that went on from another, so what is said counts, too. */
function windowKey(window: unknown, { message, replacement_history: history }: JsonObject): string {
  if (typeof window === 'string') return `window ${window}`
  return JSON.stringify(['window', window, message, history])
}

function faultOf(value: unknown): string {
  if (!isObject(value)) return 'no JSON object'
  return typeof value.type === 'string' ? '`payload` is no object' : '`type` is no text'
}

/** A run of items that the model wrote, nothing between them, is one sampling call. */
function itemsOf(entries: readonly Entry[]): Item[] {
  const items: Item[] = []
  let texts: string[] = []
  let tools: string[] = []
  let line: number | undefined
  const flush = () => {
    if (line === undefined) return
    items.push({ kind: 'call', text: texts.join('\n'), tool: toolNames(tools), line })
    texts = []
    tools = []
    line = undefined
  }
  const toolOf = new Map<string, string>()
  for (const entry of entries) {
    if (entry.kind === 'reply' && entry.reply.by === 'model') {
      const { text, tool, call } = entry.reply
      line ??= entry.line
      if (text !== '') texts.push(text)
      if (tool) tools.push(tool)
      if (tool && call) toolOf.set(call, tool)
      continue
    }
    flush()
    if (entry.kind === 'cut') items.push(entry.item)
    if (entry.kind !== 'reply') continue
    const { text, label, call } = entry.reply
    items.push({ kind: 'read', text, label, line: entry.line, tool: toolOf.get(call ?? '') })
  }
  flush()
  return items
}
