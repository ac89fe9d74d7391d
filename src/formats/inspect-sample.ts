/** One sample of an Inspect log → rollout: its model events in order, cut at compaction events. */
import type { Boundary, Ended } from '../trace/batch.ts'
import { rewardOf } from './atif-result.ts'
import {
  answerOf,
  itemsOfCalls,
  itemsOfMessages,
  type LoggedCall,
  type LoggedCut,
} from './call-log.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { textOf, type Unknowns } from './harness-text.ts'
import { type Message, messagesOf } from './messages.ts'
import type { Item } from './transcript.ts'

export const isSample = (x: unknown): x is JsonObject =>
  isObject(x) && (typeof x.id === 'string' || typeof x.id === 'number') && 'epoch' in x

export interface SampleRollout {
  readonly items: readonly Item[]
  readonly reward: number | undefined
  readonly ended: Ended
}

export function sampleRollout(sample: JsonObject, line: number, unknown: Unknowns): SampleRollout {
  const resolve = resolverOf(sample)
  const log = logOf(sample, resolve, line, unknown)
  const items =
    log.length > 0
      ? itemsOfCalls(log, true)
      : itemsOfMessages(messagesOf(listOf(sample.messages).map(resolve)), line)
  return { items, reward: scoreOf(sample), ended: endedOf(sample) }
}

const listOf = (x: unknown): readonly unknown[] => (Array.isArray(x) ? x : [])

/** Spans and steps in which other models run: graders, and tools that are agents. */
const ELSEWHERE = new Set(['scorers', 'scorer', 'tool'])

function logOf(
  sample: JsonObject,
  resolve: (message: unknown) => unknown,
  line: number,
  unknown: Unknowns,
): (LoggedCall | LoggedCut)[] {
  const pool = isObject(sample.events_data) ? listOf(sample.events_data.messages) : []
  /** Spans in which other models run. A span begins after the one it is in. */
  const elsewhere = new Set<unknown>()
  const steps: unknown[] = []
  /** Role of the first call's model; graders and the like are asked in roles of their own. */
  let agent: string | undefined
  const log: (LoggedCall | LoggedCut)[] = []
  for (const event of listOf(sample.events).filter(isObject)) {
    const type = textOf(event.event) ?? 'event without type'
    if (type === 'span_begin') {
      const other = ELSEWHERE.has(String(event.type)) || elsewhere.has(event.parent_id)
      if (other && event.id !== undefined) elsewhere.add(event.id)
    }
    // Older logs nest steps instead of spans.
    else if (type === 'step' && event.action === 'begin') steps.push(event.type)
    else if (type === 'step') steps.pop()
    else if (type === 'compaction' || type === 'model') {
      const other =
        elsewhere.has(event.span_id) ||
        steps.some((step) => ELSEWHERE.has(String(step))) ||
        (agent !== undefined && roleOf(event) !== agent)
      if (other) continue
      const call = type === 'model' ? callOf(event, pool, resolve, line) : undefined
      if (call) agent ??= roleOf(event)
      if (call) log.push(call)
      else if (type === 'compaction') log.push({ kind: 'cut', boundary: boundaryOf(event), line })
    } else if (!KNOWN.has(type)) unknown.add(type, line)
  }
  return log
}

const roleOf = (event: JsonObject): string => textOf(event.role) ?? ''

/** Events that hold no sampling call of the agent. */
const KNOWN = new Set(
  [
    'sample_init sample_limit sandbox state store tool approval branch input score score_edit error',
    'logger info span_end subtask interrupt checkpoint anchor',
  ].flatMap((names) => names.split(' ')),
)

function boundaryOf(event: JsonObject): Boundary {
  if (event.type === 'summary' || event.type === undefined) return 'summary'
  return event.type === 'edit' || event.type === 'trim' ? 'trim' : 'unknown'
}

/** A sampling call that succeeded; failed attempts are logged as events of their own. */
function callOf(
  event: JsonObject,
  pool: readonly unknown[],
  resolve: (message: unknown) => unknown,
  line: number,
): LoggedCall | undefined {
  const output = isObject(event.output) ? event.output : {}
  const failed = event.error !== undefined && event.error !== null
  if (failed || event.pending === true || textOf(output.error)) return undefined
  const given = listOf(event.input)
  const raw = given.length > 0 ? given : referred(event.input_refs, pool)
  const [choice] = listOf(output.choices)
  const message = isObject(choice) ? choice.message : undefined
  const answer = answerOf(resolve(message) ?? output.completion)
  const status = isObject(choice) ? textOf(choice.stop_reason) : undefined
  const prompt: readonly Message[] = messagesOf(raw.map(resolve))
  return { kind: 'call', prompt, answer, reasoning: reasoningOf(message), status, line }
}

/** Messages of the pool by half-open ranges. */
function referred(refs: unknown, pool: readonly unknown[]): readonly unknown[] {
  return listOf(refs).flatMap((ref) => {
    const [from, to] = listOf(ref)
    if (typeof ref === 'number') return pool.slice(ref, ref + 1)
    return typeof from === 'number' && typeof to === 'number' ? pool.slice(from, to) : []
  })
}

function reasoningOf(message: unknown): string | undefined {
  const parts = isObject(message) ? listOf(message.content).filter(isObject) : []
  const texts = parts.filter((p) => p.type === 'reasoning').map((p) => textOf(p.reasoning) ?? '')
  return textOf(texts.filter((t) => t !== '').join('\n'))
}

/** Messages with texts that stand among the attachments, and tool calls as others write them. */
function resolverOf(sample: JsonObject): (message: unknown) => unknown {
  const attachments = isObject(sample.attachments) ? sample.attachments : {}
  const text = (x: unknown): unknown => {
    if (typeof x !== 'string' || !x.startsWith('attachment://')) return x
    const key = x.slice('attachment://'.length)
    return Object.hasOwn(attachments, key) ? attachments[key] : x
  }
  const part = (x: unknown) => (isObject(x) ? { ...x, text: text(x.text) } : text(x))
  return (message) => {
    if (!isObject(message)) return message
    const { content } = message
    const calls = listOf(message.tool_calls).filter(isObject)
    return {
      role: message.role,
      content: Array.isArray(content) ? content.map(part) : text(content),
      tool_calls: calls.map((call) => ({
        name: isObject(call.function) ? call.function.name : call.function,
        arguments: isObject(call.function) ? call.function.arguments : call.arguments,
      })),
    }
  }
}

const LETTERS: Readonly<Record<string, number>> = { C: 1, I: 0, P: 0.5, N: 0 }

/** The first score, letters as Inspect counts them. */
function scoreOf(sample: JsonObject): number | undefined {
  const scores = isObject(sample.scores) ? Object.values(sample.scores) : [sample.score]
  const [first] = scores
  const value = isObject(first) ? first.value : first
  if (typeof value === 'string' && Object.hasOwn(LETTERS, value)) return LETTERS[value]
  return rewardOf(value)
}

function endedOf(sample: JsonObject): Ended {
  if (isObject(sample.limit)) return 'truncated'
  if (isObject(sample.error)) return 'error'
  const [choice] = isObject(sample.output) ? listOf(sample.output.choices) : []
  const stop = isObject(choice) ? choice.stop_reason : undefined
  return stop === 'max_tokens' || stop === 'model_length' ? 'truncated' : 'terminated'
}
