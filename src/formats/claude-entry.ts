/**
 * Lines of a Claude Code session file, reduced to what a rollout needs. The writer is closed source;
 * every field is optional (specification: microsoft/amplifier @d28b3180, session_format_specification).
 */
import { isObject, type JsonObject } from './canonical-row.ts'

export interface Block {
  readonly kind: 'output' | 'tool_use' | 'tool_result' | 'input'
  readonly text: string
  /** Name of the tool that is called. */
  readonly tool?: string
  /** `id` of a tool_use, `tool_use_id` of a tool_result. */
  readonly call?: string
}

export interface Entry {
  readonly uuid: string
  readonly session: string
  readonly parent: string | undefined
  readonly logicalParent: string | undefined
  /** `cut`: compaction, the context starts anew. `trim`: micro-compaction, results were dropped. */
  readonly kind: 'assistant' | 'user' | 'cut' | 'trim' | 'other'
  /** Place over all files of the load. */
  readonly order: number
  readonly line: number
  /** Lines that share it are one sampling call. */
  readonly message: string
  readonly stop: string | undefined
  /** Written by the harness in the assistant's name, not sampled. */
  readonly synthetic: boolean
  /** The summary a compaction left. */
  readonly summary: boolean
  readonly blocks: readonly Block[]
  /** Messages that a compaction kept word for word, oldest first. */
  readonly preserved: readonly string[]
  readonly preservedHead: string | undefined
}

const text = (x: unknown): string | undefined => (typeof x === 'string' && x !== '' ? x : undefined)

/** Types of lines that sessions and SDK streams are known to hold. */
const TYPES = new Set(
  [
    'assistant user system summary attachment progress file-history-snapshot queue-operation',
    'custom-title ai-title agent-name agent-color agent-setting last-prompt permission-mode mode tag',
    'pr-link worktree-state content-replacement bridge-session saved_hook_context',
    'task-summary marble-origami-commit marble-origami-snapshot attribution-snapshot',
    'result stream_event rate_limit_event tool_progress tool_use_summary auth_status prompt_suggestion',
    'control_request control_response control_cancel_request keep_alive',
  ].flatMap((line) => line.split(' ')),
)

export const isKnownType = (type: unknown): boolean => typeof type === 'string' && TYPES.has(type)

/** Line types without a uuid that session files are known to hold. */
const SIDE_LINES = new Set(['summary', 'file-history-snapshot', 'queue-operation', 'custom-title'])

/** Whether a record can stand in a session file (also in the SDK's snake_case stream). */
export function isClaudeLine(x: unknown): x is JsonObject {
  if (!isObject(x) || typeof x.type !== 'string' || 'payload' in x || 'projectHash' in x)
    return false
  const session = text(x.sessionId) ?? text(x.session_id)
  if (text(x.uuid)) return session !== undefined || x.parentUuid !== undefined
  if (isObject(x.message) && session) return true
  return text(x.leafUuid) !== undefined || SIDE_LINES.has(x.type) || session !== undefined
}

/** Whether a line is a message or a boundary of a conversation. */
export const isConversation = (x: JsonObject): boolean =>
  x.type === 'user' || x.type === 'assistant' || x.type === 'system'

/** Sub-agents write into the same session, but their messages are no part of its context. */
export const isSidechain = (x: JsonObject): boolean =>
  x.isSidechain === true || text(x.parent_tool_use_id) !== undefined

export function sessionOf(line: JsonObject): string {
  return text(line.sessionId) ?? text(line.session_id) ?? 'session'
}

/** `previous`: uuid of the line before, the parent in streams that record none. */
export function entryOf(
  record: JsonObject,
  place: { readonly order: number; readonly line: number; readonly previous: string | undefined },
): Entry {
  const { order, line, previous } = place
  const message = isObject(record.message) ? record.message : {}
  const uuid = text(record.uuid) ?? `line ${order}`
  const kind = kindOf(record)
  const metadata = record.compactMetadata ?? record.compact_metadata
  const compact = isObject(metadata) ? metadata : {}
  const messages = isObject(compact.preservedMessages) ? compact.preservedMessages : {}
  const segment = isObject(compact.preservedSegment) ? compact.preservedSegment : {}
  const uuids = Array.isArray(messages.uuids) ? messages.uuids.filter((u) => text(u)) : []
  const head = text(segment.headUuid)
  const tail = text(segment.tailUuid)
  return {
    uuid,
    session: sessionOf(record),
    parent: record.parentUuid === undefined ? previous : text(record.parentUuid),
    logicalParent: text(record.logicalParentUuid),
    kind,
    order,
    line,
    message: text(message.id) ?? uuid,
    stop: text(message.stop_reason),
    synthetic: message.model === '<synthetic>' || record.isApiErrorMessage === true,
    summary: record.isCompactSummary === true,
    blocks: kind === 'user' || kind === 'assistant' ? blocksOf(message.content, kind) : [],
    preserved: uuids.length > 0 ? uuids : head && tail && head !== tail ? [head, tail] : [],
    preservedHead: head ?? uuids[0],
  }
}

function kindOf(record: JsonObject): Entry['kind'] {
  if (record.type === 'user' || record.type === 'assistant') return record.type
  if (record.type !== 'system') return 'other'
  if (record.subtype === 'compact_boundary') return 'cut'
  return record.subtype === 'microcompact_boundary' ? 'trim' : 'other'
}

function blocksOf(content: unknown, role: 'user' | 'assistant'): Block[] {
  const kind = role === 'assistant' ? 'output' : 'input'
  if (typeof content === 'string') return content === '' ? [] : [{ kind, text: content }]
  if (!Array.isArray(content)) return []
  return content.flatMap((part: unknown): Block[] => {
    if (typeof part === 'string') return [{ kind, text: part }]
    if (!isObject(part)) return []
    switch (part.type) {
      case 'text':
        return [{ kind, text: text(part.text) ?? '' }]
      case 'thinking':
        return [{ kind, text: text(part.thinking) ?? '' }]
      case 'tool_use':
      case 'server_tool_use': {
        const call = JSON.stringify({ name: part.name, input: part.input })
        return [{ kind: 'tool_use', text: call, tool: text(part.name), call: text(part.id) }]
      }
      case 'tool_result':
        return [
          { kind: 'tool_result', text: plainText(part.content), call: text(part.tool_use_id) },
        ]
      default:
        // Images and part types that are still to be invented.
        return [{ kind, text: `[${text(part.type) ?? 'part'}]` }]
    }
  })
}

function plainText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((part: unknown) => {
      if (typeof part === 'string') return part
      if (!isObject(part)) return ''
      return typeof part.text === 'string' ? part.text : `[${text(part.type) ?? 'part'}]`
    })
    .join('')
}
