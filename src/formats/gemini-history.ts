/** History of a Gemini CLI session as its records change it. */
import { isObject, type JsonObject } from './canonical-row.ts'
import { callText, contentText, textOf, toolNames } from './harness-text.ts'
import type { Item, Part } from './transcript.ts'

interface Said {
  readonly id: string | undefined
  readonly line: number
  readonly message: JsonObject
}

/** One stretch between compressions. */
interface Stretch {
  /** What the history was set to; nothing of it was sampled here. */
  readonly given: readonly Said[]
  readonly boundary: 'summary' | 'drop'
  readonly line: number
  said: Said[]
  /** Where a message stands in `said`; -1 = among `given`. */
  at: Map<string, number>
}

function placesOf(given: readonly Said[], said: readonly Said[]): Map<string, number> {
  const at = new Map<string, number>()
  for (const { id } of given) if (id !== undefined) at.set(id, -1)
  for (const [k, { id }] of said.entries()) if (id !== undefined) at.set(id, k)
  return at
}

export class History {
  readonly #unknown: (type: string, line: number) => void
  #stretches: Stretch[] = [{ given: [], boundary: 'drop', line: 0, said: [], at: new Map() }]

  constructor(unknown: (type: string, line: number) => void) {
    this.#unknown = unknown
  }

  get #last(): Stretch {
    return this.#stretches[this.#stretches.length - 1]
  }

  /** A new message, or a later copy of one that is there. */
  add(message: JsonObject, line: number): void {
    const id = textOf(message.id)
    const { said, at } = this.#last
    const known = id === undefined ? undefined : at.get(id)
    if (known === -1) return
    if (known !== undefined) said[known] = { id, message, line: said[known].line }
    else {
      if (id !== undefined) at.set(id, said.length)
      said.push({ id, message, line })
    }
  }

  /** Replaces the whole history: by more of the same, or after a compression by another one. */
  set(list: readonly unknown[], line: number): void {
    const next = list.filter(isObject)
    const { said, given } = this.#last
    const now = [...given, ...said]
    const same = now.every(
      ({ id, message }, k) =>
        next[k] && (id ? next[k].id === id : next[k].content === message.content),
    )
    if (same) {
      const known = now.length - said.length
      for (const message of next.slice(known)) this.add(message, line)
      return
    }
    const snapshot = next.some((m) => contentText(m.content).includes('<state_snapshot>'))
    const messages = next.map((message) => ({ id: textOf(message.id), message, line }))
    const boundary = snapshot ? 'summary' : 'drop'
    this.#stretches.push({ given: messages, boundary, line, said: [], at: placesOf(messages, []) })
  }

  /** Removes the message and all after it, compressions included. */
  rewind(id: string): void {
    for (let k = this.#stretches.length - 1; k >= 0; k--) {
      const stretch = this.#stretches[k]
      const place = stretch.at.get(id)
      if (place === undefined) continue
      const from = stretch.given.findIndex((s) => s.id === id)
      const said = stretch.said.slice(0, Math.max(0, place))
      const given = place < 0 ? stretch.given.slice(0, from) : stretch.given
      this.#stretches.length = k
      this.#stretches.push({ ...stretch, said, given, at: placesOf(given, said) })
      return
    }
  }

  items(): Item[] {
    return this.#stretches.flatMap(({ given, boundary, line, said }, k): Item[] => {
      const items = said.flatMap((s) => this.#items(s))
      if (k === 0) return items
      const context = given.flatMap((s) => this.#parts(s))
      return [{ kind: 'cut', boundary, line, context }, ...items]
    })
  }

  #parts(said: Said): Part[] {
    return this.#items(said).flatMap((item) => {
      if (item.kind === 'cut' || item.text === '') return []
      const { text } = item
      const snapshot = text.includes('<state_snapshot>')
      const label = item.kind === 'call' ? 'preserved' : item.label
      return [{ label: snapshot ? 'summary' : label, text }]
    })
  }

  #items({ message, line }: Said): Item[] {
    const text = contentText(message.content)
    switch (message.type) {
      case 'gemini':
        return sampled(message, text, line)
      case 'user':
        return [{ kind: 'read', text, label: 'user', line }]
      case 'info':
      case 'error':
      case 'warning':
        // Told to the person at the terminal, not to the model.
        return []
      default:
        this.#unknown(textOf(message.type) ?? 'message without type', line)
        return []
    }
  }
}

/** A message of the model with its thoughts and calls, and what the tools gave back. */
function sampled(message: JsonObject, text: string, line: number): Item[] {
  const calls = (Array.isArray(message.toolCalls) ? message.toolCalls : []).filter(isObject)
  const thoughts = (Array.isArray(message.thoughts) ? message.thoughts : []).filter(isObject)
  const thought = thoughts.map((t) =>
    [t.subject, t.description].filter((x) => typeof x === 'string').join(': '),
  )
  const asked = calls.map((call) => callText(call.name, call.args))
  const texts = [...thought, text, ...asked].filter((t) => t !== '')
  const tool = toolNames(calls.map((call) => textOf(call.name) ?? ''))
  const results = calls.flatMap((call): Item[] => {
    const result = resultText(call.result)
    return result === ''
      ? []
      : [{ kind: 'read', text: result, label: 'tool', tool: textOf(call.name), line }]
  })
  return [{ kind: 'call', text: texts.join('\n'), tool, line }, ...results]
}

function resultText(result: unknown): string {
  if (!Array.isArray(result)) return contentText(result)
  const texts = result.map((part: unknown) => {
    const response =
      isObject(part) && isObject(part.functionResponse) ? part.functionResponse.response : undefined
    if (!isObject(response)) return contentText(part)
    const { output } = response
    return typeof output === 'string' ? output : JSON.stringify(response)
  })
  return texts.join('\n')
}
