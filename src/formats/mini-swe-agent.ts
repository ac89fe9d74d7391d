/**
 * mini-swe-agent trajectories: one JSON document with one list of messages, which is never condensed.
 * Source: SWE-agent/mini-swe-agent @a83fcae8.
 */
import type { Ended } from '../trace/batch.ts'
import { quote } from '../trace/diagnostic-list.ts'
import { rewardOf } from './atif-result.ts'
import { itemsOfMessages, knownMessages } from './call-log.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { recordsReader, textOf, type UniqueIds, Unknowns } from './harness-text.ts'
import { type Message, messageOf, messagesOf, shownText } from './messages.ts'
import { emitTranscript } from './transcript-rows.ts'
import type { Format, Sink } from './types.ts'

type MiniTrajectory = JsonObject & { readonly messages: readonly unknown[] }

const isTrajectory = (x: unknown): x is MiniTrajectory =>
  isObject(x) &&
  Array.isArray(x.messages) &&
  (/^mini-swe-agent/.test(String(x.trajectory_format)) ||
    (isObject(x.info) && x.info.mini_version !== undefined))

export const miniSweAgent: Format = {
  id: 'mini-swe-agent',
  label: 'mini-swe-agent trajectory (JSON)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    return head.records.some(isTrajectory) ? 0.9 : undefined
  },

  open: () =>
    recordsReader(isTrajectory, [miniSweAgent.label, '`trajectory_format`'], readTrajectory),
}

function readTrajectory(record: MiniTrajectory, line: number, ids: UniqueIds, sink: Sink): void {
  const info = isObject(record.info) ? record.info : {}
  const instance = textOf(record.instance_id) ?? textOf(info.instance_id)
  const name = instance ?? 'trajectory'
  const rollout = ids.name(name)
  const unknown = new Unknowns()
  const messages = record.messages.flatMap((raw): readonly Message[] => {
    // The last message of newer versions says how the run ended; no model reads it.
    if (isObject(raw) && raw.role === 'exit') return []
    const response = responseOf(raw)
    if (response) return [response]
    const failed = failedOf(raw)
    const known = knownMessages([raw], unknown, line)
    return failed ? [failed, ...known] : known.map((message) => reasoned(message, raw))
  })
  unknown.report(sink, 'messages')
  const reward = rewardOf(info.reward ?? info.resolved ?? record.reward ?? record.resolved)
  const identity = { rollout, group: instance, reward, ended: endedOf(info.exit_status) }
  const fault = emitTranscript(itemsOfMessages(messages, line), identity, sink)
  if (fault) sink.reject(undefined, { ...fault, message: `${quote(rollout)}: ${fault.message}` })
}

/** A message that keeps the provider's response object in place of a role. */
function responseOf(raw: unknown): Message | undefined {
  if (!isObject(raw) || raw.object !== 'response' || !Array.isArray(raw.output)) return undefined
  const parts = messagesOf(raw.output)
  const calls = raw.output.filter((item) => isObject(item) && item.type === 'function_call')
  const asked = messageOf({ role: 'assistant', content: '', tool_calls: calls })
  const text = parts
    .map((part) => part.text)
    .filter((t) => t !== '')
    .join('\n')
  return { role: 'assistant', text, calls: asked?.calls ?? [], tools: asked?.tools ?? [] }
}

/** An answer that was sampled but could not be parsed: it stands beside the complaint about it. */
function failedOf(raw: unknown): Message | undefined {
  if (!isObject(raw) || !isObject(raw.extra)) return undefined
  const { interrupt_type: type, response, model_response: text } = raw.extra
  if (type !== 'FormatError') return undefined
  const [choice] = isObject(response) && Array.isArray(response.choices) ? response.choices : []
  const answer = isObject(choice) ? choice.message : { role: 'assistant', content: text }
  const said = responseOf(response) ?? messageOf(answer)
  const message = said && reasoned({ ...said, role: 'assistant' }, answer)
  return message && shownText(message) !== '' ? message : undefined
}

/** The message with what the model thought before it. */
function reasoned(message: Message, raw: unknown): Message {
  const thought = isObject(raw) ? textOf(raw.reasoning_content ?? raw.reasoning) : undefined
  if (message.role !== 'assistant' || thought === undefined) return message
  return { ...message, text: [thought.trim(), message.text].filter((t) => t !== '').join('\n') }
}

function endedOf(status: unknown): Ended {
  const text = textOf(status)
  if (text === undefined) return 'unknown'
  // Exceptions give their names: a rate limit is a failure, a full context is none.
  if (/Error$|^Timeout/.test(text) && !/ContextWindow/.test(text)) return 'error'
  if (/limit|exceed|timeout|max/i.test(text)) return 'truncated'
  return /^submitted$/i.test(text) ? 'terminated' : 'error'
}
