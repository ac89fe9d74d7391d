/** Claude Code sessions: `~/.claude/projects/<cwd>/<session>.jsonl`. One session is one rollout. */

import { quote } from '../trace/diagnostic-list.ts'
import { isObject } from './canonical-row.ts'
import {
  type Entry,
  entryOf,
  isBeside,
  isClaudeLine,
  isConversation,
  isKnownType,
  isSidechain,
  sessionOf,
} from './claude-entry.ts'
import { activePath, type SessionGraph } from './claude-path.ts'
import { rowsOf, type SessionIndex } from './claude-rows.ts'
import type { JsonRecord } from './containers/records.ts'
import { Unknowns } from './harness-text.ts'
import { foreign, unreadable } from './text-records.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

export const claudeCode: Format = {
  id: 'claude-code',
  label: 'Claude Code session (JSON Lines)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    const lines = head.records.filter(isClaudeLine)
    if (lines.some((line) => isConversation(line) && isObject(line.message))) return 0.9
    // Titles, snapshots and queue operations may fill the first 20 lines.
    return lines.length > 0 && lines.length === head.records.length ? 0.6 : undefined
  },

  open: () => new ClaudeReader(),
}

interface Session {
  readonly id: string
  readonly sink: Sink
  readonly entries: Entry[]
  readonly byUuid: Map<string, Entry>
  readonly byMessage: Map<string, Entry[]>
  readonly byCall: Map<string, Entry[]>
  previous: string | undefined
  /** First line of its file that could not be read. */
  broken: number | undefined
  /** A file with lines of it could not be read to its end. */
  withdrawn: boolean
}

class ClaudeReader implements FormatReader {
  readonly #sessions = new Map<string, Session>()
  readonly #everywhere = new Map<string, Entry>()
  #order = 0

  async file(source: Source, sink: Sink): Promise<void> {
    sink.approximate()
    sink.maskDerived('roles')
    const here = new Set<Session>()
    let broken: number | undefined
    let sidechains = 0
    const unknown = new Unknowns()
    const take = (record: JsonRecord) => {
      const { line, value } = record
      if (unreadable(record, sink, () => undefined)) {
        if (!(record.problem?.code === 'truncated' && record.last)) broken ??= line
        return
      }
      if (isBeside(value)) {
        if (!isKnownType(value.type)) unknown.add(value.type, line)
        return
      }
      if (!isClaudeLine(value)) {
        sink.reject(undefined, foreign(line, claudeCode.label, '`type` with `uuid` or `sessionId`'))
        return
      }
      if (isSidechain(value)) {
        sidechains++
        return
      }
      const { uuid, message, type } = value
      if (!isKnownType(type)) unknown.add(String(type), line)
      if (typeof uuid !== 'string' && !isConversation(value)) return
      if ((type === 'user' || type === 'assistant') && !isObject(message)) {
        const fault = `\`message\` of this ${type} line is no object; the line is left out.`
        sink.reject(undefined, { code: 'bad-type', line, field: 'message', message: fault })
      }
      const session = this.#sessionOf(sessionOf(value), sink)
      here.add(session)
      const order = this.#order++
      this.#add(session, entryOf(value, { order, line, previous: session.previous }))
    }
    try {
      await source.eachRecord(take)
    } catch (error) {
      for (const session of here) session.withdrawn = true
      throw error
    }
    unknown.report(sink, 'lines')
    for (const session of here) session.broken ??= broken
    if (here.size > 0) return
    const message =
      sidechains > 0
        ? `all ${sidechains} messages are a sub-agent's (sidechain); open the session's own file.`
        : 'no user or assistant message is in this session file.'
    sink.refuse({ code: 'no-rollouts', message })
  }

  finish(): void {
    const paths = Array.from(this.#sessions.values(), (session) => {
      const graph: SessionGraph = session
      return { session, path: activePath(graph, (uuid) => this.#everywhere.get(uuid)) }
    })
    const uses = new Map<string, { readonly session: Session; readonly entry: Entry }[]>()
    for (const { session, path } of paths) {
      for (const { entries } of path.segments) {
        for (const entry of entries) append(uses, entry.uuid, { session, entry })
      }
    }
    for (const { session, path } of paths) {
      const last = session.entries.findLast((e) => e.kind !== 'other')
      // A session whose last message another session builds on is that session's beginning.
      const users = last ? (uses.get(last.uuid) ?? []) : []
      const continued = users.some((u) => u.session !== session && last && isCopy(u.entry, last))
      if (!continued && !session.withdrawn) this.#emit(session, path)
    }
  }

  #emit(session: Session, path: ReturnType<typeof activePath>): void {
    const { id, sink, broken } = session
    const { segments, unresolved } = path
    if (broken !== undefined && unresolved.length > 0) {
      const message = 'this unreadable line is part of the conversation, which breaks off here.'
      sink.reject(id, { code: 'broken-path', line: broken, message })
      return
    }
    const rows = rowsOf(id, segments, this.#indexOf(session, segments))
    for (const { row, line, calls } of rows) sink.row(row, { line, calls })
    if (rows.length > 0) {
      if (path.continues) {
        const message =
          'the session goes on from one in another file; open both together to see what came before.'
        sink.warn({ code: 'continued-session', line: path.continues.line, message })
      }
      return
    }
    const line = session.entries[0]?.line
    sink.reject(undefined, {
      code: 'no-turns',
      line,
      message: `session ${quote(id)} has no assistant message, so there is nothing to show.`,
    })
  }

  /** The session's own lines, and those of sessions that its path runs through. */
  #indexOf(session: Session, segments: ReturnType<typeof activePath>['segments']): SessionIndex {
    const others = new Set(segments.flatMap((s) => s.entries.map((e) => e.session)))
    others.delete(session.id)
    if (others.size === 0) return session
    const byMessage = new Map(session.byMessage)
    const byCall = new Map(session.byCall)
    for (const id of others) {
      const other = this.#sessions.get(id)
      if (!other) continue
      for (const [key, entries] of other.byMessage)
        if (!byMessage.has(key)) byMessage.set(key, entries)
      for (const [key, entries] of other.byCall) if (!byCall.has(key)) byCall.set(key, entries)
    }
    return { byMessage, byCall }
  }

  #sessionOf(id: string, sink: Sink): Session {
    const known = this.#sessions.get(id)
    if (known) return known
    const session: Session = {
      id,
      sink,
      entries: [],
      byUuid: new Map(),
      byMessage: new Map(),
      byCall: new Map(),
      previous: undefined,
      broken: undefined,
      withdrawn: false,
    }
    this.#sessions.set(id, session)
    return session
  }

  #add(session: Session, entry: Entry): void {
    // A file opened twice, or a boundary that is written twice, counts once.
    if (session.byUuid.has(entry.uuid)) return
    session.byUuid.set(entry.uuid, entry)
    if (!this.#everywhere.has(entry.uuid)) this.#everywhere.set(entry.uuid, entry)
    session.entries.push(entry)
    session.previous = entry.uuid
    if (entry.kind === 'assistant') append(session.byMessage, entry.message, entry)
    for (const block of entry.blocks) {
      if (block.kind === 'tool_result' && block.call) append(session.byCall, block.call, entry)
    }
  }
}

/** The same line, or its copy in a resumed session; an equal uuid alone may be chance in made-up files. */
function isCopy(a: Entry, b: Entry): boolean {
  const said = (entry: Entry) => JSON.stringify([entry.message, entry.blocks])
  return a === b || said(a) === said(b)
}

function append<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key)
  if (list) list.push(item)
  else map.set(key, [item])
}
