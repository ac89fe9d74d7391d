/**
 * Rollouts from before lines had an envelope: the TypeScript CLI's `rollout-*.json`, one document with `session` and
 * `items`, and the Rust CLI's `rollout-*.jsonl` until September 2025, whose lines are bare items after a line of
 * metadata. Source: openai/codex @01d69e28, codex-cli/src/utils/storage/save-rollout.ts; @01b0af1b,
 * codex-cli/src/components/chat/terminal-chat.tsx; @89a151f5, codex-rs/core/src/rollout.rs.
 */
import { isObject, type JsonObject } from './canonical-row.ts'
import { ITEM_TYPES, LINE_TYPES } from './codex-line.ts'
import { contentText, textOf } from './harness-text.ts'

/** A line as later versions write it. */
export interface CodexLine {
  readonly type: string
  readonly payload: JsonObject
}

export interface SavedSession {
  readonly session: JsonObject
  readonly items: readonly unknown[]
}

export const isSavedSession = (x: unknown): x is SavedSession & JsonObject =>
  isObject(x) &&
  isObject(x.session) &&
  typeof x.session.timestamp === 'string' &&
  Array.isArray(x.items) &&
  (x.items.length === 0 || x.items.some(isBareItem))

const isBareItem = (x: unknown): x is JsonObject =>
  isObject(x) &&
  !isObject(x.payload) &&
  typeof x.type === 'string' &&
  ITEM_TYPES.has(x.type) &&
  (x.type !== 'message' || typeof x.role === 'string')

/** The first line of a rollout. */
const isHeader = (x: JsonObject): boolean =>
  x.type === undefined &&
  typeof x.id === 'string' &&
  typeof x.timestamp === 'string' &&
  !['role', 'content', 'messages', 'payload', 'kind'].some((key) => key in x)

const isMark = (x: unknown): boolean => isObject(x) && typeof x.record_type === 'string'

/** Confidence that the records are of such a rollout; see `Format.sniff`. */
export function sniffEarly(records: readonly unknown[]): number | undefined {
  if (records.some(isSavedSession)) return 0.9
  const [first] = records
  const begins = isObject(first) && isHeader(first)
  const marks = records.some((x) => isObject(x) && x.record_type === 'state')
  if ((begins || marks) && records.some(isBareItem)) return 0.85
  return begins && marks ? 0.6 : undefined
}

/** A line without an envelope, in one; undefined where it is none of such a rollout. */
export function enveloped(x: JsonObject): CodexLine | undefined {
  // A response id for the server, no part of the conversation.
  if (x.record_type === 'state') return { type: 'world_state', payload: x }
  if (isMark(x)) return { type: `record_type ${String(x.record_type)}`, payload: x }
  if (isHeader(x)) return { type: 'session_meta', payload: x }
  // Items that a later version adds end as unknown types, not as broken lines.
  const bare = typeof x.type === 'string' && !LINE_TYPES.has(x.type) && !('payload' in x)
  return bare ? { type: 'response_item', payload: x } : undefined
}

/** The items of a session; a number where the item of that index is none. */
export function linesOfSession({ session, items }: SavedSession): readonly (CodexLine | number)[] {
  const meta: CodexLine = { type: 'session_meta', payload: session }
  const lines = items.map((item, i): CodexLine | number | undefined => {
    if (!isObject(item) || typeof item.type !== 'string') return i
    // Errors and hints of the terminal, which the model never saw.
    if (item.type === 'message' && item.role === 'system') return undefined
    if (!/^compact-\d/.test(textOf(item.id) ?? '')) return { type: 'response_item', payload: item }
    return { type: 'compacted', payload: { message: contentText(item.content) } }
  })
  return [meta, ...lines.filter((line) => line !== undefined)]
}
