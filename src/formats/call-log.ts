/** Sampling calls that each record their whole prompt → transcript: what a prompt adds is what was read. */
import type { Boundary } from '../trace/batch.ts'
import { cutLabel } from './cut-labels.ts'
import type { Unknowns } from './harness-text.ts'
import { type Message, messageOf, messagesOf, shownText } from './messages.ts'
import { compareMessages, type Joint } from './prefix-rule.ts'
import { outputOf } from './response-items.ts'
import type { Item, Part } from './transcript.ts'

export interface LoggedCall {
  readonly kind: 'call'
  readonly prompt: readonly Message[]
  readonly answer: Message
  /** Sampled before the answer; no part of the prompts that follow. */
  readonly reasoning?: string
  readonly status?: string
  readonly line: number
}

/** A condensation that the file itself records. */
export interface LoggedCut {
  readonly kind: 'cut'
  readonly boundary: Boundary
  readonly line: number
}

export const NO_ANSWER: Message = { role: 'assistant', text: '', calls: [], tools: [] }

/** An answer in any of the shapes that `messageOf` reads, or a bare text. */
export function answerOf(raw: unknown): Message {
  if (typeof raw === 'string') return { ...NO_ANSWER, text: raw }
  const message = messageOf(raw) ?? messagesOf(raw).at(-1)
  return message ? { ...message, role: 'assistant' } : NO_ANSWER
}

/**
 * `explicit`: the file says where the context was condensed, so a prompt that does not extend the one
 * before it is no cut. Otherwise the prefix rule cuts.
 */
export function itemsOfCalls(
  log: readonly (LoggedCall | LoggedCut)[],
  explicit: boolean,
): readonly Item[] {
  const items: Item[] = []
  let previous: LoggedCall | undefined
  let cut: LoggedCut | undefined
  for (const entry of log) {
    if (entry.kind === 'cut') {
      // Several condensations in a row: the transcript keeps what the strongest did.
      if (cut) items.push({ kind: 'cut', boundary: cut.boundary, line: cut.line, context: [] })
      cut = entry
      continue
    }
    items.push(...joined(previous, entry, cut, explicit))
    const { answer, reasoning, status, line } = entry
    const text = [reasoning ?? '', shownText(answer)].filter((t) => t !== '').join('\n')
    items.push({ kind: 'call', text, tool: answer.tools.join(', ') || undefined, status, line })
    previous = entry
    cut = undefined
  }
  return items
}

/** What stands between two calls. */
function joined(
  previous: LoggedCall | undefined,
  next: LoggedCall,
  cut: LoggedCut | undefined,
  explicit: boolean,
): Item[] {
  const { prompt, line } = next
  if (!previous) return reads(prompt, line)
  if (cut) return [{ kind: 'cut', boundary: cut.boundary, line, context: partsOf(prompt) }]
  const joint = jointOf(previous, prompt)
  if (joint.kind !== 'cut') return reads(prompt.slice(joint.from), line)
  if (explicit) return reads(prompt.slice(afterLastAnswer(prompt)), line)
  const context = partsOf(prompt, cutLabel(joint.reason))
  return [{ kind: 'cut', boundary: joint.boundary, line, context }]
}

/**
 * A prompt that begins with the former one goes on from it, however templates and parsers retell the
 * answer in between, or whether a failed one was left out.
 */
function jointOf(previous: LoggedCall, prompt: readonly Message[]): Joint {
  const { length } = previous.prompt
  const told = prompt[length]?.role === 'assistant' ? prompt[length] : undefined
  if (compareMessages(previous.prompt, prompt).kind !== 'cut') {
    return { kind: 'extends', from: told ? length + 1 : length }
  }
  return compareMessages([...previous.prompt, told ?? previous.answer], prompt)
}

const afterLastAnswer = (prompt: readonly Message[]) =>
  prompt.findLastIndex((message) => message.role === 'assistant') + 1

const reads = (messages: readonly Message[], line: number): Item[] =>
  messages.map((message) => ({
    kind: 'read',
    text: shownText(message),
    label: labelOf(message),
    tool: message.tools[0],
    line,
  }))

/** The first part says why the segment starts. */
const partsOf = (messages: readonly Message[], first?: string): Part[] =>
  messages
    .map((message, k) => ({
      label: (k === 0 ? first : undefined) ?? labelOf(message),
      text: shownText(message),
    }))
    .filter((part) => part.text !== '')

const labelOf = ({ role }: Message) => (role === 'assistant' ? 'preserved' : role)

/**
 * Calls of the agent that the trace is about: those with the system message of the first call, or with
 * its task (system messages may tell the time). Others (sub-agents, judges) have contexts of their own.
 * Gives the number of those left out, too.
 */
export function mainCalls<C extends LoggedCall>(
  calls: readonly C[],
): {
  readonly main: readonly C[]
  readonly others: number
} {
  const textAs = ({ prompt }: C, system: boolean) =>
    prompt.find((message) => (message.role === 'system') === system)?.text
  const [first] = calls
  const main = calls.filter(
    (call) =>
      textAs(call, true) === textAs(first, true) || textAs(call, false) === textAs(first, false),
  )
  return { main, others: calls.length - main.length }
}

/** One list of messages without condensation: every assistant message is a call. */
export function itemsOfMessages(messages: readonly Message[], line: number): Item[] {
  return messages.flatMap((message): Item[] =>
    message.role === 'assistant'
      ? [
          {
            kind: 'call',
            text: shownText(message),
            tool: message.tools.join(', ') || undefined,
            line,
          },
        ]
      : reads([message], line),
  )
}

const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool'])

/** Messages of known roles; others are counted and passed over. */
export function knownMessages(
  list: readonly unknown[],
  unknown: Unknowns,
  line: number,
): readonly Message[] {
  return list.flatMap((raw): readonly Message[] => {
    const message = outputOf(raw) ?? messageOf(raw)
    if (message && ROLES.has(message.role)) return [message]
    unknown.add(message?.role ?? (Array.isArray(raw) ? 'list' : typeof raw), line)
    return []
  })
}
