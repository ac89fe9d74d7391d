/** History of a Gemini CLI session as its records change it. */
import { isObject, type JsonObject } from './canonical-row.ts'
import {
  callsOf,
  isSynthetic,
  responsesIn,
  resultOf,
  saidIn,
  sampledItems,
} from './gemini-message.ts'
import { textOf } from './harness-text.ts'
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
  readonly boundary: 'summary' | 'drop' | 'trim'
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

  /**
   * Replaces the whole history: by more of the same, by its beginning (a turn that failed), by one with results
   * of tools cleared, or after a compression by another one.
   */
  set(list: readonly unknown[], line: number): void {
    const next = list.filter(isObject)
    const { said, given } = this.#last
    const before = [...given, ...said].filter(({ message }) => isTurn(message))
    const after = next.filter(isTurn)
    const same = before.findIndex(({ message }, k) => !isSame(message, after[k]))
    if (same < 0) {
      const masked = before.some(({ message }, k) => isMasked(message, after[k]))
      if (masked) this.#start(next, 'trim', line)
      else for (const message of after.slice(before.length)) this.add(message, line)
    } else if (same === after.length) this.#removeFrom(before[same])
    else this.#start(next, next.some(isSnapshot) ? 'summary' : 'drop', line)
  }

  #start(next: readonly JsonObject[], boundary: Stretch['boundary'], line: number): void {
    const { said } = this.#last
    const ids = new Set(next.map((message) => message.id))
    // What a new context begins with may be written one by one before it, as if it were said.
    let end = said.length
    while (end > 0 && ids.has(said[end - 1].id) && isMadeUp(said[end - 1].message)) end--
    this.#last.said = said.slice(0, end)
    const given = next.map((message) => ({ id: textOf(message.id), message, line }))
    this.#stretches.push({ given, boundary, line, said: [], at: placesOf(given, []) })
  }

  #removeFrom(first: Said): void {
    if (first.id !== undefined) {
      this.rewind(first.id)
      return
    }
    const { said, given } = this.#last
    const from = said.indexOf(first)
    if (from < 0) return
    this.#last.said = said.slice(0, from)
    this.#last.at = placesOf(given, this.#last.said)
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
      const answered = new Set<unknown>()
      const context = given.flatMap((s) => this.#parts(s, answered))
      const items = said.flatMap((s) => this.#items(s, answered))
      return k === 0 ? items : [{ kind: 'cut', boundary, line, context }, ...items]
    })
  }

  #parts(said: Said, answered: Set<unknown>): Part[] {
    return this.#items(said, answered).flatMap((item) => {
      if (item.kind === 'cut' || item.text === '') return []
      const { text } = item
      const snapshot = text.includes('<state_snapshot>')
      const label = item.kind === 'call' ? 'preserved' : item.label
      return [{ label: snapshot ? 'summary' : label, text }]
    })
  }

  /** `answered`: calls whose results stand in the calls themselves. */
  #items({ message, line }: Said, answered: Set<unknown>): Item[] {
    const text = saidIn(message)
    switch (message.type) {
      case 'gemini':
        if (isSynthetic(message)) return [{ kind: 'read', text, label: 'preserved', line }]
        for (const call of callsOf(message)) if (resultOf(call) !== '') answered.add(call.id)
        return sampledItems(message, line)
      case 'user': {
        const responses = responsesIn(message)
        if (!responses) return [{ kind: 'read', text, label: 'user', line }]
        if (responses.every(({ id }) => answered.has(id))) return []
        return [{ kind: 'read', text, label: 'tool', tool: textOf(responses[0].name), line }]
      }
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

/** Whether a message tells contexts apart: notices are in none, results of tools stand in their calls, too. */
const isTurn = (message: JsonObject): boolean =>
  !['info', 'error', 'warning'].includes(String(message.type)) && responsesIn(message) === undefined

function isSame(a: JsonObject, b: JsonObject | undefined): boolean {
  if (!b) return false
  return textOf(a.id) === undefined ? saidIn(a) === saidIn(b) : a.id === b.id
}

/** Whether a later version of the same message says less: results of its tools, or its own text, were cleared. */
function isMasked(a: JsonObject, b: JsonObject): boolean {
  if (a.type === 'user') return saidIn(a) !== saidIn(b)
  const results = new Map(callsOf(b).map((call) => [call.id, resultOf(call)]))
  return callsOf(a).some((call) => {
    const now = results.get(call.id)
    return now !== undefined && now !== resultOf(call) && resultOf(call) !== ''
  })
}

const isSnapshot = (message: JsonObject): boolean => saidIn(message).includes('<state_snapshot>')

const isMadeUp = (message: JsonObject): boolean =>
  isSynthetic(message) || (message.type === 'user' && isSnapshot(message))
