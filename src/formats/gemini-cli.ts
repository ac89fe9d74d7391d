/**
 * Gemini CLI sessions: `chats/session-*.jsonl` (older versions: one `.json`). Nothing marks a compression;
 * it shows as a `$set` of the history to other messages than there were.
 * Source: google-gemini/gemini-cli @5411f113.
 */
import { quote } from '../trace/diagnostic-list.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import type { JsonRecord } from './containers/records.ts'
import { History } from './gemini-history.ts'
import { textOf, UniqueIds, Unknowns } from './harness-text.ts'
import { foreign, unreadable } from './text-records.ts'
import { emitTranscript } from './transcript-rows.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

const isHeader = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.sessionId === 'string' && 'projectHash' in x

const isSet = (x: unknown): x is JsonObject & { readonly $set: JsonObject } =>
  isObject(x) && isObject(x.$set)

const isMessage = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.type === 'string' && typeof x.id === 'string' && 'content' in x

export const geminiCli: Format = {
  id: 'gemini-cli',
  label: 'Gemini CLI session (JSON Lines or JSON)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    if (head.records.some(isHeader)) return 0.9
    return head.records.some((r) => isSet(r) && 'messages' in r.$set) ? 0.7 : undefined
  },

  open: () => new GeminiReader(),
}

class GeminiReader implements FormatReader {
  readonly #ids = new UniqueIds()

  async file(source: Source, sink: Sink): Promise<void> {
    const unknown = new Unknowns()
    const history = new History((type, line) => unknown.add(type, line))
    let id: string | undefined
    let subagent = false
    await source.eachRecord((record: JsonRecord) => {
      if (unreadable(record, sink, () => undefined)) return
      const { line, value } = record
      if (isHeader(value)) {
        id ??= textOf(value.sessionId)
        subagent ||= value.kind === 'subagent'
        if (Array.isArray(value.messages)) history.set(value.messages, line)
      } else if (isSet(value)) {
        const { messages } = value.$set
        if (Array.isArray(messages)) history.set(messages, line)
      } else if (isObject(value) && typeof value.$rewindTo === 'string') {
        history.rewind(value.$rewindTo)
      } else if (isMessage(value)) history.add(value, line)
      else
        sink.reject(undefined, foreign(line, geminiCli.label, 'a message, `$set` or `$rewindTo`'))
    })
    if (subagent) {
      const message = "a sub-agent's session; open the one of the agent that called it."
      sink.refuse({ code: 'no-rollouts', message })
      return
    }
    const name = id ?? 'session'
    const rollout = this.#ids.name(name)
    const items = history.items()
    unknown.report(sink, 'messages')
    const fault = emitTranscript(items, { rollout }, sink)
    if (fault) sink.reject(undefined, { ...fault, message: `${quote(rollout)}: ${fault.message}` })
  }
}
