/** Messages of a Gemini CLI session: their text, what the model asked for, what the tools gave back. */
import { isObject, type JsonObject } from './canonical-row.ts'
import { callText, contentText, textOf, toolNames } from './harness-text.ts'
import type { Item } from './transcript.ts'

const listOf = (x: unknown): readonly JsonObject[] => (Array.isArray(x) ? x.filter(isObject) : [])

/** What a message says: a text, or parts; thoughts and what is asked of tools stand apart. */
export function saidIn({ content }: JsonObject): string {
  if (!Array.isArray(content)) return contentText(content)
  return content
    .map((part: unknown) =>
      isObject(part) && (part.thought === true || isObject(part.functionCall))
        ? ''
        : (responseText(part) ?? contentText(part)),
    )
    .join('')
}

const responseOf = (part: unknown): JsonObject | undefined =>
  isObject(part) && isObject(part.functionResponse) ? part.functionResponse : undefined

function responseText(part: unknown): string | undefined {
  const response = responseOf(part)?.response
  if (!isObject(response)) return undefined
  const { output } = response
  return typeof output === 'string' ? output : JSON.stringify(response)
}

/** Results of tools as a message of their own, which newer versions write beside those in `toolCalls`. */
export function responsesIn({ type, content }: JsonObject): readonly JsonObject[] | undefined {
  if (type !== 'user' || !Array.isArray(content) || content.length === 0) return undefined
  const responses = content.map(responseOf).filter((r) => r !== undefined)
  return responses.length === content.length ? responses : undefined
}

/** Written by the CLI in the model's name: an acknowledgement, never sampled. */
export const isSynthetic = (message: JsonObject): boolean =>
  message.type === 'gemini' &&
  Array.isArray(message.content) &&
  (message.model ?? message.tokens ?? undefined) === undefined &&
  listOf(message.toolCalls).length + listOf(message.thoughts).length === 0

/** The result of one call; newer versions put those of all calls of a turn into each. */
export function resultOf(call: JsonObject): string {
  const { result, id } = call
  if (!Array.isArray(result)) return contentText(result)
  const own = result.filter((part) => responseOf(part)?.id === id && id !== undefined)
  const parts = own.length > 0 ? own : result
  return parts.map((part: unknown) => responseText(part) ?? contentText(part)).join('\n')
}

export const callsOf = (message: JsonObject): readonly JsonObject[] => listOf(message.toolCalls)

/** A message of the model with its thoughts and calls, and what the tools gave back. */
export function sampledItems(message: JsonObject, line: number): Item[] {
  const parts = listOf(message.content)
  const calls = callsOf(message)
  const noted = listOf(message.thoughts).map((t) =>
    [t.subject, t.description].filter((x) => typeof x === 'string').join(': '),
  )
  const thoughts =
    noted.length > 0 ? noted : parts.filter((p) => p.thought === true).map(contentText)
  const asked = calls.length > 0 ? calls : parts.map((part) => part.functionCall).filter(isObject)
  const texts = [...thoughts, saidIn(message), ...asked.map((c) => callText(c.name, c.args))]
  const tool = toolNames(asked.map((call) => textOf(call.name) ?? ''))
  const results = calls.flatMap((call): Item[] => {
    const text = resultOf(call)
    return text === '' ? [] : [{ kind: 'read', text, label: 'tool', tool: textOf(call.name), line }]
  })
  const text = texts.filter((t) => t !== '').join('\n')
  return [{ kind: 'call', text, tool, line }, ...results]
}
