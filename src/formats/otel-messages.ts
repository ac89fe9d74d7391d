/** Messages of a GenAI span: current attributes, and the indexed ones that older SDKs write. */
import { NO_ANSWER } from './call-log.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { parseJson } from './containers/json.ts'
import { contentText, textOf } from './harness-text.ts'
import { type Message, messageOf } from './messages.ts'
import { contextOfEvents, type SpanEvent } from './otel-events.ts'

export interface SpanContext {
  readonly prompt: readonly Message[]
  readonly answer: Message
  readonly reasoning?: string
  /** Set where the prompt holds a compaction: its id or text, so that a new one is told from the last. */
  readonly compaction?: string
}

/** Attributes by name: OTLP's typed pairs, or a plain object. */
export function attributesOf(list: unknown): ReadonlyMap<string, unknown> {
  if (isObject(list)) return new Map(Object.entries(list))
  const pairs = (Array.isArray(list) ? list : []).filter(isObject)
  return new Map(pairs.map(({ key, value }) => [String(key), plainValue(value)]))
}

export function plainValue(value: unknown): unknown {
  if (!isObject(value)) return value
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = value
  if (isObject(arrayValue)) {
    return Array.isArray(arrayValue.values) ? arrayValue.values.map(plainValue) : []
  }
  if (isObject(kvlistValue)) return Object.fromEntries(attributesOf(kvlistValue.values))
  if (intValue !== undefined) return Number(intValue)
  return stringValue ?? doubleValue ?? boolValue
}

/** Undefined where neither the span nor what was logged beside it records an answer of a model. */
export function contextOf(
  attributes: ReadonlyMap<string, unknown>,
  events: readonly SpanEvent[],
): SpanContext | undefined {
  const all = new Map(attributes)
  for (const event of events) {
    for (const [key, value] of event.attributes) if (!all.has(key)) all.set(key, value)
  }
  const output = listOf(all.get('gen_ai.output.messages'))
  if (output.length > 0) {
    const rules = listOf(all.get('gen_ai.system_instructions'))
    const system = rules.length > 0 ? [{ role: 'system', parts: rules }] : []
    const { input, compaction } = compacted(listOf(all.get('gen_ai.input.messages')))
    const prompt = [...system, ...input].flatMap(spanMessages)
    const [answer = NO_ANSWER] = spanMessages(output[0])
    const reasoning = reasoningOf(output[0])
    return { prompt, answer: { ...answer, role: 'assistant' }, reasoning, compaction }
  }
  const completion = indexed(all, 'gen_ai.completion')
  if (completion.length === 0) return contextOfEvents(events)
  return { prompt: indexed(all, 'gen_ai.prompt'), answer: { ...completion[0], role: 'assistant' } }
}

/** What the model read: a compaction stands for all messages before it, whether they were sent or not. */
function compacted(input: readonly unknown[]) {
  const at = input.findLastIndex((message) => compactionIn(message) >= 0)
  const message = input[at]
  if (!isObject(message) || !Array.isArray(message.parts)) return { input, compaction: undefined }
  const k = compactionIn(message)
  const part = message.parts[k] as JsonObject
  const summary = { role: 'summary', content: textOf(part.content) ?? '[compaction]' }
  const system = input.slice(0, at).filter((m) => isObject(m) && m.role === 'system')
  const rest = { ...message, parts: message.parts.slice(k + 1) }
  const after = [...(rest.parts.length > 0 ? [rest] : []), ...input.slice(at + 1)]
  const compaction = textOf(part.id) ?? summary.content
  return { input: [...system, summary, ...after], compaction }
}

const compactionIn = (message: unknown): number =>
  isObject(message) && Array.isArray(message.parts)
    ? message.parts.findLastIndex((part) => isObject(part) && part.type === 'compaction')
    : -1

/** A list, or the JSON text of one. */
function listOf(x: unknown): readonly unknown[] {
  const value = typeof x === 'string' ? parseJson(x).value : x
  return Array.isArray(value) ? value : []
}

/** A message of parts; every answer of a tool is a message of its own. */
function spanMessages(raw: unknown): readonly Message[] {
  if (!isObject(raw)) return []
  if (!Array.isArray(raw.parts)) return [messageOf(raw)].filter((m) => m !== undefined)
  const parts = raw.parts.filter(isObject)
  const results = parts.filter((part) => /^(?:server_)?tool_call_response$/.test(String(part.type)))
  const texts = parts.filter((part) => part.type === 'text')
  const calls = parts.flatMap((part) => {
    if (part.type === 'tool_call') return [part]
    return part.type === 'server_tool_call' ? [{ ...part, arguments: part.server_tool_call }] : []
  })
  const answers = results.map((part) => {
    const given = part.response ?? part.result ?? part.server_tool_call_response
    return { role: 'tool', content: isObject(given) ? JSON.stringify(given) : contentText(given) }
  })
  const said = { role: raw.role, content: texts.map((part) => part.content), tool_calls: calls }
  const own = texts.length + calls.length > 0 || results.length === 0 ? [said] : []
  return [...own, ...answers].map(messageOf).filter((m) => m !== undefined)
}

function reasoningOf(raw: unknown): string | undefined {
  const parts = isObject(raw) && Array.isArray(raw.parts) ? raw.parts.filter(isObject) : []
  const texts = parts.filter((p) => p.type === 'reasoning').map((p) => contentText(p.content))
  return textOf(texts.filter((t) => t !== '').join('\n'))
}

/** `gen_ai.prompt.0.role`, `gen_ai.prompt.0.content`, `gen_ai.prompt.0.tool_calls.0.name`, … */
function indexed(attributes: ReadonlyMap<string, unknown>, prefix: string): readonly Message[] {
  const messages: Message[] = []
  const value = (key: string) => attributes.get(`${prefix}.${key}`)
  for (let k = 0; value(`${k}.role`) !== undefined || value(`${k}.content`) !== undefined; k++) {
    const calls: { name: unknown; arguments: unknown }[] = []
    for (let c = 0; value(`${k}.tool_calls.${c}.name`) !== undefined; c++) {
      const call = `${k}.tool_calls.${c}`
      calls.push({ name: value(`${call}.name`), arguments: value(`${call}.arguments`) })
    }
    const content = value(`${k}.content`)
    const role = textOf(value(`${k}.role`)) ?? 'assistant'
    const message = messageOf({ role, content, tool_calls: calls })
    if (message) messages.push(message)
  }
  return messages
}
