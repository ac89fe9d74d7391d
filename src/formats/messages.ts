/** Chat messages as tools write them → one shape, and lists of them → rows. */
import type { CanonicalRow, PromptPartRow, TurnRow } from '../trace/rows.ts'
import { countTokens, TokenTexts } from './approximate.ts'
import { isObject, type JsonObject } from './canonical-row.ts'

/** A message with what makes it equal to another one; `cache_control`, ids and reasoning are no part of it. */
export interface Message {
  /** `system`, `user`, `assistant`, `tool` or what the file says. */
  readonly role: string
  /** Trimmed; text parts joined by line ends. */
  readonly text: string
  /** Tool calls, `name(arguments)`. */
  readonly calls: readonly string[]
  /** Names of the tools that are called, without repetition. */
  readonly tools: readonly string[]
}

const ROLES: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  bot: 'assistant',
  function: 'tool',
  developer: 'system',
}

/** Reads OpenAI, Anthropic, ShareGPT and LangChain shapes; undefined for what is no message. */
export function messageOf(raw: unknown): Message | undefined {
  if (!isObject(raw)) return undefined
  const role = [raw.role, raw.from, raw.type].find((x) => typeof x === 'string')
  if (typeof role !== 'string') return undefined
  const content = raw.content ?? raw.value ?? raw.text ?? raw.parts
  const parts = Array.isArray(content) ? content.filter(isObject) : []
  const declared = Array.isArray(raw.tool_calls) ? raw.tool_calls.filter(isObject) : []
  const used = [...declared, ...parts.filter((part) => part.type === 'tool_use')]
  const tools = used.map(toolName)
  return {
    role: ROLES[role] ?? role,
    text: textOf(content).trim(),
    calls: used.map((call, k) => `${tools[k]}(${argumentsOf(call)})`),
    tools: Array.from(new Set(tools.filter((name) => name !== ''))),
  }
}

/** All messages of a list, or of a JSON text of one; what is no message is passed over. */
export function messagesOf(raw: unknown): readonly Message[] {
  if (!Array.isArray(raw)) return []
  return raw.flatMap((item) => messageOf(item) ?? [])
}

/** The text of a string, of a list of strings and parts, or of one part. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) {
    const texts = content.map(textOf)
    return texts.filter((text) => text !== '').join('\n')
  }
  if (!isObject(content)) return ''
  const { text, type } = content
  if (typeof text === 'string') return text
  // Results of tools nest their content once more.
  return type === 'tool_result' ? textOf(content.content) : ''
}

function toolName(call: JsonObject): string {
  const name = isObject(call.function) ? call.function.name : call.name
  return typeof name === 'string' ? name : ''
}

function argumentsOf(call: JsonObject): string {
  const given = isObject(call.function) ? call.function.arguments : (call.arguments ?? call.input)
  return typeof given === 'string' ? given : (JSON.stringify(given) ?? '')
}

type MessageColumns = Pick<
  CanonicalRow,
  'response_mask' | 'response_pieces' | 'prompt_parts' | 'turns'
>

/**
 * One segment of messages as approximate tokens. Before the first assistant message (or before index
 * `prompt`, where the caller knows that earlier assistant messages are only copies) everything is
 * prompt; after it assistant messages are action and all others observation. `calls` counts the
 * assistant messages of the response. `label` names the prompt of a cut.
 */
export function messageColumns(
  messages: readonly Message[],
  options: { readonly prompt?: number; readonly label?: string } = {},
): MessageColumns & { readonly calls: number } {
  const start = options.prompt ?? firstAssistant(messages)
  const parts: PromptPartRow[] = []
  const tokens = new TokenTexts()
  const turns: TurnRow[] = []
  let calls = 0
  let tool: string | undefined
  for (const [k, message] of messages.entries()) {
    const text = shownText(message)
    if (k < start) {
      const label = k === 0 && options.label ? options.label : message.role
      if (text !== '') parts.push({ label, length: countTokens(text), text })
      continue
    }
    const action = message.role === 'assistant'
    if (action) calls++
    if (action) tool = message.tools.join(', ') || undefined
    const from = tokens.length
    tokens.add(text, action ? 1 : 0)
    if (tokens.length === from) continue
    const kind = action ? 'action' : 'observation'
    turns.push({ start: from, end: tokens.length, kind, ...(tool !== undefined && { tool }) })
  }
  return {
    ...tokens.columns(),
    prompt_parts: parts,
    turns,
    calls,
  }
}

function firstAssistant(messages: readonly Message[]): number {
  const first = messages.findIndex((message) => message.role === 'assistant')
  return first < 0 ? messages.length : first
}

/** What a person reads of a message: its text, then its tool calls. */
export const shownText = ({ text, calls }: Message): string =>
  [text, ...calls].filter((piece) => piece !== '').join('\n')
