/**
 * OpenHands V0: a JSON array of events, one file per event, or an evaluation's `output.jsonl`.
 * Source: All-Hands-AI/OpenHands @156d0686.
 */
import type { Ended } from '../trace/batch.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { callText, contentText, textOf, toolCallsOf, toolNames } from './harness-text.ts'
import { type Dialect, isEvalRow, OpenHandsReader } from './openhands-reader.ts'
import type { LoggedEvent } from './openhands-view.ts'
import type { Format } from './types.ts'

const isEvent = (x: unknown): x is JsonObject =>
  isObject(x) &&
  (typeof x.action === 'string' || typeof x.observation === 'string') &&
  (isObject(x.args) || x.content !== undefined || isObject(x.extras)) &&
  x.source !== undefined

const firstOf = (row: { readonly history: readonly unknown[] }) => row.history.flat()[0]

export const openhandsV0: Format = {
  id: 'openhands-v0',
  label: 'OpenHands events, V0 (JSON)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    const rows = head.records.filter(isEvalRow)
    if (rows.some((row) => isEvent(firstOf(row)) || row.history.length === 0)) return 0.85
    return head.records.some(isEvent) ? 0.85 : undefined
  },

  open: () => new OpenHandsReader(V0),
}

const V0: Dialect = {
  label: openhandsV0.label,
  wanted: '`action` or `observation`',
  isEvent,
  isState: () => false,

  event(event, unknown) {
    const id = String(event.id)
    const args = isObject(event.args) ? event.args : {}
    if (typeof event.observation === 'string') return observation(event, id)
    if (typeof event.action !== 'string') {
      unknown('event without action')
      return undefined
    }
    if (event.action === 'condensation') return condensation(args)
    if (SILENT.has(event.action)) return undefined
    if (event.action === 'system') {
      return { kind: 'read', id, text: contentText(args.content), label: 'system' }
    }
    if (event.source !== 'agent') {
      const text = contentText(args.content ?? event.message)
      return { kind: 'read', id, text, label: textOf(event.source) ?? 'user' }
    }
    return sampled(event, args, id)
  },

  ended(event): Ended | undefined {
    if (event.source === 'agent' && (event.action === 'finish' || event.action === 'reject')) {
      return 'terminated'
    }
    if (event.observation !== 'agent_state_changed' || !isObject(event.extras)) return undefined
    const state = event.extras.agent_state
    if (state === 'finished') return 'terminated'
    return state === 'error' ? 'error' : undefined
  },
}

/** Actions that put nothing into the context. */
const SILENT = new Set([
  'null',
  'change_agent_state',
  'condensation_request',
  'recall',
  'pause',
  'resume',
  'stop',
])

function observation(event: JsonObject, id: string): LoggedEvent | undefined {
  const type = event.observation
  // `condense` repeats in the view what the condensation says.
  if (type === 'null' || type === 'agent_state_changed' || type === 'condense') return undefined
  const metadata = isObject(event.tool_call_metadata) ? event.tool_call_metadata : {}
  const tool = textOf(metadata.function_name) ?? textOf(type)
  return { kind: 'read', id, text: contentText(event.content), label: 'tool', tool }
}

function sampled(event: JsonObject, args: JsonObject, id: string): LoggedEvent {
  const action = textOf(event.action) ?? ''
  const metadata = isObject(event.tool_call_metadata) ? event.tool_call_metadata : {}
  const response = isObject(metadata.model_response) ? metadata.model_response : {}
  const [choice] = Array.isArray(response.choices) ? response.choices : []
  const message = isObject(choice) && isObject(choice.message) ? choice.message : undefined
  const key = textOf(response.id)
  if (message) {
    const calls = toolCallsOf(message.tool_calls)
    const texts = [contentText(message.reasoning_content), contentText(message.content)]
    const text = [...texts, ...calls.map((c) => c.text)].filter((t) => t !== '').join('\n')
    const tool = toolNames(calls.map((c) => c.tool))
    return { kind: 'call', id, text, tool, response: key, whole: true }
  }
  const tool = textOf(metadata.function_name) ?? action
  const { thought, ...rest } = args
  if (action === 'message')
    return { kind: 'call', id, text: contentText(args.content), response: key }
  const text = [contentText(thought), callText(action, rest)].filter((t) => t !== '').join('\n')
  return { kind: 'call', id, text, tool, response: key }
}

/** Ids one by one, or as a range that holds both of its ends. */
function condensation(args: JsonObject): LoggedEvent {
  const { forgotten_events_start_id: start, forgotten_events_end_id: end, summary_offset } = args
  const ids = Array.isArray(args.forgotten_event_ids) ? args.forgotten_event_ids.map(String) : []
  const listed = new Set(ids)
  const from = typeof start === 'number' ? start : Number.POSITIVE_INFINITY
  const to = typeof end === 'number' ? end : Number.NEGATIVE_INFINITY
  return {
    kind: 'condensation',
    forgets: (id) => listed.has(id) || (Number(id) >= from && Number(id) <= to),
    summary: textOf(args.summary),
    offset: typeof summary_offset === 'number' ? summary_offset : undefined,
    summaryId: undefined,
  }
}
