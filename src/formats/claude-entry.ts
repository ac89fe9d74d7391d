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
  /** Messages that a compaction kept word for word, oldest first; only the first where `preservedTail` names the last. */
  readonly preserved: readonly string[]
  readonly preservedTail: string | undefined
  /** The message after which the kept ones stand in the new context. */
  readonly anchor: string | undefined
}

const text = (x: unknown): string | undefined => (typeof x === 'string' && x !== '' ? x : undefined)

/** Types of lines that sessions and SDK streams are known to hold. */
const TYPES = new Set(
  [
    'assistant user system summary attachment progress file-history-snapshot queue-operation',
    'custom-title ai-title agent-name agent-color agent-setting last-prompt permission-mode mode tag',
    'pr-link worktree-state content-replacement bridge-session saved_hook_context isolation-latch',
    'task-summary marble-origami-commit marble-origami-snapshot marble-origami-reset attribution-snapshot',
    'file-history-delta atis-latch cost-state relocated frame-link history-suppression fork-context-ref',
    'artifact-autoreact-ledger artifact-comment-monitor speculation-accept goal goal-cleared turn_duration',
    'started launched failed observer-ref ended-by-model continued-in',
    'result stream_event rate_limit_event tool_progress tool_use_summary auth_status prompt_suggestion',
    'control_request control_response control_cancel_request keep_alive',
  ].flatMap((line) => line.split(' ')),
)

export const isKnownType = (type: unknown): boolean => typeof type === 'string' && TYPES.has(type)

/** Line types without a uuid that session files are known to hold. */
const SIDE_LINES = new Set(
  'summary file-history-snapshot file-history-delta queue-operation custom-title fork-context-ref'.split(
    ' ',
  ),
)

/** Whether a record can stand in a session file (also in the SDK's snake_case stream). */
export const isClaudeLine = (x: unknown): x is JsonObject => isTyped(x) && hasPlace(x)

/** Whether a line names itself, its session, or is of a type that only sessions have. */
function hasPlace(x: JsonObject & { readonly type: string }): boolean {
  const session = text(x.sessionId) ?? text(x.session_id)
  if (text(x.uuid)) return session !== undefined || x.parentUuid !== undefined
  if (isObject(x.message) && session) return true
  return text(x.leafUuid) !== undefined || SIDE_LINES.has(x.type) || session !== undefined
}

const isTyped = (x: unknown): x is JsonObject & { readonly type: string } =>
  isObject(x) && typeof x.type === 'string' && !('payload' in x) && !('projectHash' in x)

/** Whether a record names neither itself nor its session, but is not missed: no message and no boundary. */
export const isBeside = (x: unknown): x is JsonObject & { readonly type: string } =>
  isTyped(x) &&
  !hasPlace(x) &&
  !(isConversation(x) && kindOf(x) !== 'other') &&
  !isObject(x.message) &&
  x.role === undefined

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
  const queued = queuedOf(record)
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
    blocks: isMessageKind(kind) ? blocksOf(queued ?? message.content, kind) : [],
    ...keptBy(record),
  }
}

/** The SDK's stream writes the same names with underscores. */
function keptBy(record: JsonObject): Pick<Entry, 'preserved' | 'preservedTail' | 'anchor'> {
  const compact = objectOf(record.compactMetadata ?? record.compact_metadata)
  const messages = objectOf(compact.preservedMessages ?? compact.preserved_messages)
  const segment = objectOf(compact.preservedSegment ?? compact.preserved_segment)
  const uuids = Array.isArray(messages.uuids) ? messages.uuids.filter((u) => text(u)) : []
  const head = text(segment.headUuid) ?? text(segment.head_uuid)
  const tail = text(segment.tailUuid) ?? text(segment.tail_uuid)
  const anchor = [messages, segment].map((x) => text(x.anchorUuid) ?? text(x.anchor_uuid))
  return {
    preserved: uuids.length > 0 ? uuids : head && tail ? [head] : [],
    preservedTail: uuids.length > 0 ? undefined : tail,
    anchor: anchor[0] ?? anchor[1],
  }
}

const objectOf = (x: unknown): JsonObject => (isObject(x) ? x : {})

const isMessageKind = (kind: Entry['kind']) => kind === 'user' || kind === 'assistant'

/** What was said while the model worked, and reached it between two calls. */
function queuedOf(record: JsonObject): unknown {
  const attachment = record.type === 'attachment' ? objectOf(record.attachment) : {}
  return attachment.type === 'queued_command' ? attachment.prompt : undefined
}

function kindOf(record: JsonObject): Entry['kind'] {
  if (record.type === 'user' || record.type === 'assistant') return record.type
  if (queuedOf(record) !== undefined) return 'user'
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
