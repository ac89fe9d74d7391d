/** Messages of a GenAI span: current attributes, and the indexed ones that older SDKs write. */
import { NO_ANSWER } from './call-log.ts'
import { isObject } from './canonical-row.ts'
import { parseJson } from './containers/json.ts'
import { contentText, textOf } from './harness-text.ts'
import { type Message, messageOf } from './messages.ts'

export interface SpanContext {
  readonly prompt: readonly Message[]
  readonly answer: Message
  readonly reasoning?: string
}

/** Attributes by name: OTLP's typed pairs, or a plain object. */
export function attributesOf(list: unknown): ReadonlyMap<string, unknown> {
  if (isObject(list)) return new Map(Object.entries(list))
  const pairs = (Array.isArray(list) ? list : []).filter(isObject)
  return new Map(pairs.map(({ key, value }) => [String(key), plainValue(value)]))
}

function plainValue(value: unknown): unknown {
  if (!isObject(value)) return value
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = value
  if (isObject(arrayValue)) {
    return Array.isArray(arrayValue.values) ? arrayValue.values.map(plainValue) : []
  }
  if (isObject(kvlistValue)) return Object.fromEntries(attributesOf(kvlistValue.values))
  if (intValue !== undefined) return Number(intValue)
  return stringValue ?? doubleValue ?? boolValue
}

/** Undefined where the span records no answer of a model. */
export function contextOf(
  attributes: ReadonlyMap<string, unknown>,
  events: unknown,
): SpanContext | undefined {
  const nested = (Array.isArray(events) ? events : []).filter(isObject)
  const all = new Map(attributes)
  for (const event of nested) {
    for (const [key, value] of attributesOf(event.attributes))
      if (!all.has(key)) all.set(key, value)
  }
  const output = listOf(all.get('gen_ai.output.messages'))
  if (output.length > 0) {
    const rules = listOf(all.get('gen_ai.system_instructions'))
    const system = rules.length > 0 ? [{ role: 'system', parts: rules }] : []
    const prompt = [...system, ...listOf(all.get('gen_ai.input.messages'))].flatMap(spanMessages)
    const [answer = NO_ANSWER] = spanMessages(output[0])
    return { prompt, answer: { ...answer, role: 'assistant' }, reasoning: reasoningOf(output[0]) }
  }
  const completion = indexed(all, 'gen_ai.completion')
  if (completion.length === 0) return undefined
  return { prompt: indexed(all, 'gen_ai.prompt'), answer: { ...completion[0], role: 'assistant' } }
}

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
  const results = parts.filter((part) => part.type === 'tool_call_response')
  const texts = parts.filter((part) => part.type === 'text')
  const calls = parts.filter((part) => part.type === 'tool_call')
  const answers = results.map((part) => {
    const given = part.response ?? part.result
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
