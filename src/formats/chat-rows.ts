/** Lists of chat messages, one per record: each is a rollout of one segment. */
import { quote } from '../trace/diagnostic-list.ts'
import { rewardOf } from './atif-result.ts'
import { itemsOfMessages, knownMessages } from './call-log.ts'
import { isObject, type JsonObject, keyOf } from './canonical-row.ts'
import type { JsonRecord } from './containers/records.ts'
import { UniqueIds, Unknowns } from './harness-text.ts'
import { foreign, unreadable } from './text-records.ts'
import type { Item } from './transcript.ts'
import { emitTranscript } from './transcript-rows.ts'
import type { FormatReader, Sink, Source } from './types.ts'

/** `field`: the column with the messages. */
export class ChatReader implements FormatReader {
  readonly #field: string
  readonly #label: string
  readonly #ids = new UniqueIds()
  #rows = 0

  constructor(field: string, label: string) {
    this.#field = field
    this.#label = label
  }

  async file(source: Source, sink: Sink): Promise<void> {
    const unknown = new Unknowns()
    await source.eachRecord((record) => this.#take(record, unknown, sink))
    unknown.report(sink, 'messages', 'role')
  }

  #take(record: JsonRecord, unknown: Unknowns, sink: Sink): void {
    if (unreadable(record, sink, () => undefined)) return
    const { line, value } = record
    const list = isObject(value) ? value[this.#field] : undefined
    if (!isObject(value) || !Array.isArray(list)) {
      sink.reject(undefined, foreign(line, this.#label, `a list \`${this.#field}\``))
      return
    }
    const name = keyOf(value, 'id', record) ?? `row ${++this.#rows}`
    const rollout = this.#ids.name(name)
    const items = list.flatMap((raw: unknown) => itemsOf(raw, unknown, line))
    const reward = rewardOf(value.reward ?? value.score)
    const fault = emitTranscript(items, { rollout, reward }, sink)
    if (fault)
      sink.reject(undefined, { ...fault, line, message: `${quote(rollout)}: ${fault.message}` })
  }
}

/** Names that ShareGPT data sets use beside those every chat knows. */
const FROM: Readonly<Record<string, string>> = {
  chatgpt: 'assistant',
  function_call: 'assistant',
  function_response: 'tool',
  observation: 'tool',
  tool_response: 'tool',
}

const renamed = (raw: unknown): unknown =>
  isObject(raw) && typeof raw.from === 'string' && Object.hasOwn(FROM, raw.from)
    ? { ...raw, from: FROM[raw.from] }
    : raw

/** A message of the assistant with weight 0 is not trained on: no action. */
function itemsOf(raw: unknown, unknown: Unknowns, line: number): readonly Item[] {
  const items = itemsOfMessages(knownMessages([renamed(raw)], unknown, line), line)
  if (!isObject(raw) || raw.weight !== 0) return items
  return items.map((item) =>
    item.kind === 'call' ? { kind: 'read', text: item.text, label: 'preserved', line } : item,
  )
}

/** Whether a record is one list of messages and nothing of another format. */
export const isChat = (x: unknown, field: string, role: string): x is JsonObject => {
  const list = isObject(x) ? x[field] : undefined
  return Array.isArray(list) && list.some((m) => isObject(m) && typeof m[role] === 'string')
}
