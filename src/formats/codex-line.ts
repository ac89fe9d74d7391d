/** Lines of a Codex rollout: what the model wrote, what it read, what a compaction left. */
import { isObject, type JsonObject } from './canonical-row.ts'
import { callText, contentText, textOf } from './harness-text.ts'
import type { Item, Part } from './transcript.ts'

export const LINE_TYPES = new Set([
  'session_meta',
  'response_item',
  'turn_context',
  'event_msg',
  'compacted',
  'token_usage_record',
  'world_state',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'retained_context',
  'security_risk_score',
  'realtime_item',
])

/** Items of the conversation; `replyOf` says what each is. */
export const ITEM_TYPES = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
])

/** Events repeat for the terminal what items record; none of them is context. */
export const EVENTS = new Set([
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'agent_reasoning_section_break',
  'apply_patch_approval_request',
  'background_event',
  'collab_agent_interaction_begin',
  'collab_agent_interaction_end',
  'collab_agent_spawn_begin',
  'collab_agent_spawn_end',
  'collab_close_begin',
  'collab_close_end',
  'collab_resume_begin',
  'collab_resume_end',
  'collab_waiting_begin',
  'collab_waiting_end',
  'deprecation_notice',
  'dynamic_tool_call_request',
  'dynamic_tool_call_response',
  'entered_review_mode',
  'error',
  'exec_approval_request',
  'exec_command_begin',
  'exec_command_end',
  'exec_command_output_delta',
  'exited_review_mode',
  'guardian_assessment',
  'guardian_warning',
  'hook_completed',
  'hook_started',
  'image_generation_begin',
  'image_generation_end',
  'item_completed',
  'item_started',
  'mcp_tool_call_begin',
  'mcp_tool_call_end',
  'model_reroute',
  'model_verification',
  'patch_apply_begin',
  'patch_apply_end',
  'plan_update',
  'safety_buffering',
  'session_configured',
  'shutdown_complete',
  'stream_error',
  'sub_agent_activity',
  'task_started',
  'terminal_interaction',
  'thread_goal_updated',
  'thread_name_updated',
  'thread_settings_applied',
  'token_count',
  'turn_aborted',
  'turn_diff',
  'turn_moderation_metadata',
  'turn_started',
  'undo_completed',
  'undo_started',
  'user_message',
  'view_image_tool_call',
  'warning',
  'web_search_begin',
  'web_search_end',
])

export interface Reply {
  readonly by: 'model' | 'other'
  readonly text: string
  readonly label: string
  readonly tool?: string
  readonly call?: string
}

/** An item of the conversation; undefined where it holds no context, `unknown` where nobody knows. */
export function replyOf(type: string, payload: JsonObject): Reply | 'unknown' | undefined {
  const call = textOf(payload.call_id) ?? textOf(payload.id)
  switch (type) {
    case 'message':
      return messageOf(payload)
    case 'agent_message':
      return { by: 'other', text: contentText(payload.content), label: 'agent' }
    case 'reasoning': {
      const text = [payload.summary, payload.content].map(contentText).filter((t) => t !== '')
      return { by: 'model', text: text.join('\n'), label: 'reasoning' }
    }
    case 'function_call':
    case 'tool_search_call':
      return called(textOf(payload.name) ?? type, payload.arguments, call)
    case 'custom_tool_call':
      return called(textOf(payload.name) ?? type, payload.input, call)
    case 'local_shell_call':
    case 'web_search_call':
      return called(type.replace('_call', ''), payload.action, call)
    case 'image_generation_call':
      return called('image_generation', payload.revised_prompt, call)
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
      return { by: 'other', text: outputText(payload.output ?? payload.tools), label: 'tool', call }
    case 'additional_tools':
    case 'compaction':
    case 'compaction_summary':
    case 'compaction_trigger':
    case 'context_compaction':
    case 'ghost_snapshot':
      return undefined
    default:
      return 'unknown'
  }
}

/** A message of another agent, which the model reads; the provider alone can read an encrypted one. */
export function agentMessageOf(payload: JsonObject): Reply {
  const content = contentText(payload.content)
  const sealed = content === '' && textOf(payload.encrypted_content) !== undefined
  return { by: 'other', text: sealed ? '[encrypted message]' : content, label: 'agent' }
}

/**
 * What was said before this thread began, by its parent: copied into it as context. `first`: the ordinal of the
 * thread's own first line.
 */
export function isInherited(line: JsonObject, first: number | undefined): boolean {
  const { ordinal, metadata } = line
  if (isObject(metadata) && metadata.inherited_user_message === true) return true
  return first !== undefined && typeof ordinal === 'number' && ordinal < first
}

/** An assistant message that repeats, for the harness alone, what a tool delivered to a person. */
export const isDelivery = ({ metadata }: JsonObject): boolean =>
  isObject(metadata) &&
  /^codex:code-mode-delivery:/.test(String(metadata.delivered_assistant_message))

const called = (tool: string, args: unknown, call: string | undefined): Reply => ({
  by: 'model',
  text: callText(tool, args),
  label: 'call',
  tool,
  call,
})

function messageOf(payload: JsonObject): Reply {
  const role = textOf(payload.role) ?? 'message'
  const text = contentText(payload.content)
  return { by: role === 'assistant' ? 'model' : 'other', text, label: role }
}

function outputText(output: unknown): string {
  if (isObject(output) && output.content !== undefined) return contentText(output.content)
  return typeof output === 'string' || Array.isArray(output)
    ? contentText(output)
    : JSON.stringify(output ?? '')
}

/** What the harness says in the user's name is no turn of a person. */
const HARNESS =
  /^\s*(?:<(?:environment_context|user_instructions|turn_aborted|skill|user_shell_command|subagent_notification)\b|# AGENTS\.md instructions)/

export const userTurnOf = (reply: Reply): boolean =>
  reply.by === 'other' && reply.label === 'user' && !HARNESS.test(reply.text)

/** The context after a compaction; a remote one leaves a summary that only the provider can read. */
export function cutOf(payload: JsonObject, line: number): Item {
  const message = textOf(payload.message)
  const history = Array.isArray(payload.replacement_history) ? payload.replacement_history : []
  const context: Part[] = []
  let sealed = false
  for (const item of history.filter(isObject)) {
    const type = textOf(item.type) ?? 'message'
    if (item.encrypted_content !== undefined && /compaction/.test(type)) {
      sealed = true
      context.push({ label: 'summary', text: '[encrypted summary]' })
      continue
    }
    const reply = replyOf(type, item)
    if (reply === undefined || reply === 'unknown' || reply.text === '') continue
    const summary = message !== undefined && reply.text.includes(message)
    context.push({ label: summary ? 'summary' : 'preserved', text: reply.text })
  }
  if (message !== undefined && !context.some((part) => part.label === 'summary')) {
    context.push({ label: 'summary', text: message })
  }
  const summarised = message !== undefined || sealed
  return { kind: 'cut', boundary: summarised ? 'summary' : 'drop', line, context }
}
