/**
 * GenAI events: what spans have in `events`, or log records beside them. Conventions up to 1.36 write one event
 * per message (`gen_ai.user.message`, …, `gen_ai.choice`), later ones a single one with everything in attributes.
 */
import { isObject, type JsonObject } from './canonical-row.ts'
import { parseJson } from './containers/json.ts'
import { type Message, messageOf } from './messages.ts'

export interface SpanEvent {
  readonly name: string
  readonly attributes: ReadonlyMap<string, unknown>
  /** Of a log record. */
  readonly body: unknown
}

const MESSAGE = /^gen_ai\.(system|user|assistant|tool)\.message$/

/** Prompt and answer of events of one message each; undefined without a choice of the model. */
export function contextOfEvents(
  events: readonly SpanEvent[],
): { readonly prompt: readonly Message[]; readonly answer: Message } | undefined {
  const choice = events.find(({ name }) => name === 'gen_ai.choice')
  if (!choice) return undefined
  const given = bodyOf(choice)
  const said = parsed(given.message)
  const answer = messageOf({ ...(isObject(said) ? said : { content: said }), role: 'assistant' })
  const prompt = events.flatMap((event): readonly Message[] => {
    const role = MESSAGE.exec(event.name)?.[1]
    if (role === undefined) return []
    const { content, ...rest } = bodyOf(event)
    const message = messageOf({ role, ...rest, content: parsed(content) })
    return message ? [message] : []
  })
  return answer && { prompt, answer }
}

/** The event's fields: its body, a JSON text of them in one attribute, or attributes of their names. */
function bodyOf({ attributes, body }: SpanEvent): JsonObject {
  const given = parsed(body ?? attributes.get('gen_ai.event.content'))
  return isObject(given) ? given : Object.fromEntries(attributes)
}

/** A text may be the JSON of an object or a list, or only a text. */
function parsed(x: unknown): unknown {
  if (typeof x !== 'string' || !/^\s*[[{]/.test(x)) return x
  const { value } = parseJson(x)
  return isObject(value) || Array.isArray(value) ? value : x
}
