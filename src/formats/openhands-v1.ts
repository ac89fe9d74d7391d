/**
 * OpenHands V1: a folder `events/` with one file per event and `base_state.json` beside it, the same
 * events as one array or JSON Lines, or an evaluation's `output.jsonl`.
 * Source: OpenHands/software-agent-sdk @61162999.
 */
import { sampledOf } from './atif-steps.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { callText, contentText, textOf } from './harness-text.ts'
import { type Dialect, isEvalRow, OpenHandsReader } from './openhands-reader.ts'
import type { LoggedEvent } from './openhands-view.ts'
import type { Format } from './types.ts'

const isEvent = (x: unknown): x is JsonObject =>
  isObject(x) &&
  typeof x.kind === 'string' &&
  (/Event$|^Condensation|Observation$/.test(x.kind) || x.source !== undefined) &&
  (x.id !== undefined || x.timestamp !== undefined)

const isState = (x: unknown): x is JsonObject =>
  isObject(x) && textOf(x.id) !== undefined && isObject(x.agent) && 'workspace' in x

export const openhandsV1: Format = {
  id: 'openhands-v1',
  label: 'OpenHands events, V1 (JSON)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    const rows = head.records.filter(isEvalRow)
    if (rows.some((row) => isEvent(row.history.flat()[0]))) return 0.9
    if (head.records.some(isEvent)) return 0.8
    return head.records.some(isState) ? 0.6 : undefined
  },

  open: () => new OpenHandsReader(V1),
}

const V1: Dialect = {
  label: openhandsV1.label,
  wanted: '`kind` of an event',
  isEvent,
  isState,

  event(event, unknown) {
    const id = String(event.id)
    const tool = textOf(event.tool_name)
    const read = (text: string, label: string): LoggedEvent => ({
      kind: 'read',
      id,
      text,
      label,
      tool,
    })
    switch (event.kind) {
      case 'SystemPromptEvent':
        return read(textsOf(event.system_prompt, event.dynamic_context), 'system')
      case 'MessageEvent':
        return message(event, id)
      case 'ActionEvent':
        return action(event, id)
      case 'ObservationEvent':
        return read(observed(event.observation), 'tool')
      case 'AgentErrorEvent':
        return read(contentText(event.error), 'tool')
      case 'UserRejectObservation':
        return read(contentText(event.rejection_reason), 'user')
      case 'Condensation':
        return condensation(event)
      case 'TokenEvent':
        return { kind: 'tokens', sampled: tokens(event) }
      default:
        if (!SILENT.has(String(event.kind))) unknown(String(event.kind))
        return undefined
    }
  },

  ended(event) {
    if (event.kind === 'ActionEvent' && event.tool_name === 'finish') return 'terminated'
    if (event.kind === 'ConversationIterationLimitEvent') return 'truncated'
    if (event.kind !== 'ConversationErrorEvent') return undefined
    // A rate limit ends a conversation, too, but as an error.
    const limit = /iteration|budget|context.?(?:window|length)/i
    return limit.test(`${event.code} ${event.detail}`) ? 'truncated' : 'error'
  },
}

/** Events that put nothing into the context. */
const SILENT = new Set([
  'AskUserRequestEvent',
  'AskUserResponseEvent',
  'CondensationRequest',
  'CondensationSummaryEvent',
  'ConversationErrorEvent',
  'ConversationIterationLimitEvent',
  'ConversationStateUpdateEvent',
  'HookExecutionEvent',
  'InterruptEvent',
  'LLMCompletionLogEvent',
  'PauseEvent',
  'StreamingDeltaEvent',
  'WarningEvent',
])

const textsOf = (...contents: readonly unknown[]): string =>
  contents
    .map(contentText)
    .filter((text) => text !== '')
    .join('\n')

function message(event: JsonObject, id: string): LoggedEvent {
  const said = isObject(event.llm_message) ? event.llm_message : {}
  const text = textsOf(said.content, event.extended_content)
  if (event.source !== 'agent')
    return { kind: 'read', id, text, label: textOf(said.role) ?? 'user' }
  const all = textsOf(said.reasoning_content, text)
  return { kind: 'call', id, text: all, response: textOf(event.llm_response_id) }
}

function action(event: JsonObject, id: string): LoggedEvent {
  const call = isObject(event.tool_call) ? event.tool_call : {}
  const inner = isObject(call.function) ? call.function : call
  const tool = textOf(event.tool_name) ?? textOf(inner.name)
  const asked = callText(tool, inner.arguments ?? event.action)
  return {
    kind: 'call',
    id,
    text: textsOf(event.reasoning_content, event.thought, asked),
    tool,
    response: textOf(event.llm_response_id),
  }
}

function observed(observation: unknown): string {
  if (!isObject(observation)) return contentText(observation)
  const { content, output, kind: _, ...rest } = observation
  const text = contentText(content ?? output)
  return text === '' && Object.keys(rest).length > 0 ? JSON.stringify(rest) : text
}

function condensation(event: JsonObject): LoggedEvent {
  const { forgotten_event_ids: list, summary_offset: offset } = event
  const ids = new Set(Array.isArray(list) ? list.map(String) : [])
  return {
    kind: 'condensation',
    forgets: (id) => ids.has(id),
    summary: textOf(event.summary),
    offset: typeof offset === 'number' ? offset : undefined,
    summaryId: `${String(event.id)}-summary`,
  }
}

const tokens = (event: JsonObject) =>
  sampledOf(
    { prompt_token_ids: event.prompt_token_ids, completion_token_ids: event.response_token_ids },
    'TokenEvent',
  )
