/** Texts out of the message shapes that harnesses share, and a count of what nobody knows. */
import { clip } from '../trace/diagnostic-list.ts'
import { isObject } from './canonical-row.ts'
import { foreign, unreadable } from './text-records.ts'
import type { FormatReader, Sink } from './types.ts'

export const textOf = (x: unknown): string | undefined =>
  typeof x === 'string' && x !== '' ? x : undefined

/** Message content: a text, or parts; a part without text (an image, a new kind) leaves `[type]`. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (isObject(content)) return partText(content)
  if (!Array.isArray(content)) return ''
  return content.map(partText).join('')
}

function partText(part: unknown): string {
  if (typeof part === 'string') return part
  if (!isObject(part)) return ''
  for (const key of ['text', 'content', 'reasoning', 'thinking', 'refusal', 'summary']) {
    const text = part[key]
    if (typeof text === 'string') return text
    if (key === 'content' && Array.isArray(text)) return contentText(text)
  }
  return `[${textOf(part.type) ?? 'part'}]`
}

/** A tool call as one line of JSON, arguments as they were sampled. */
export function callText(name: unknown, args: unknown): string {
  return JSON.stringify({ name, arguments: args })
}

/** Tool calls of an OpenAI-style message: texts and names. */
export function toolCallsOf(list: unknown): { readonly text: string; readonly tool: string }[] {
  if (!Array.isArray(list)) return []
  return list.filter(isObject).map((call) => {
    const inner = isObject(call.function) ? call.function : call
    return {
      text: callText(inner.name, inner.arguments ?? inner.args),
      tool: textOf(inner.name) ?? '',
    }
  })
}

/** Distinct names of tools, as a turn shows them. */
export const toolNames = (names: Iterable<string>): string | undefined =>
  textOf(Array.from(new Set([...names].filter((n) => n !== ''))).join(', '))

/** A hostile file can have a million. */
const MOST_TYPES = 100

/** What a file holds that its reader does not know: skipped, and told in one sentence. */
export class Unknowns {
  readonly #counts = new Map<string, number>()
  #line: number | undefined

  add(type: string, line: number): void {
    const name = clip(type)
    this.#line ??= line
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** `what`: plural, such as "event types". */
  report(sink: Sink, what: string, field = 'type'): void {
    if (this.#counts.size === 0) return
    const all = [...this.#counts]
    const shown = all.slice(0, 8).map(([type, n]) => `${type} (${n})`)
    const more = all.length > 8 ? ` and ${all.length - 8} more` : ''
    const message = `${what} that Segue does not know were skipped: ${shown.join(', ')}${more}.`
    const skipped = all.slice(0, MOST_TYPES).map(([type, count]) => ({ type, count }))
    const fault = { code: 'unknown-type', line: this.#line, field, message: clipTo(message) }
    sink.warn({ ...fault, skipped })
    this.#counts.clear()
  }
}

const clipTo = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}…` : text)

/** Ids of one load: one that is taken already gets a number behind it. */
export class UniqueIds {
  readonly #taken = new Set<string>()
  readonly #next = new Map<string, number>()

  name(id: string): string {
    let name = id
    let n = this.#next.get(id) ?? 1
    while (this.#taken.has(name)) name = `${id} (${++n})`
    this.#next.set(id, n)
    this.#taken.add(name)
    return name
  }
}

/**
 * A reader of records that each stand for themselves.
 * @param wanted label of the format and the fields that make a record one of its own
 */
export function recordsReader<T>(
  isOwn: (value: unknown) => value is T,
  [label, fields]: readonly [label: string, fields: string],
  take: (record: T, line: number, ids: UniqueIds, sink: Sink) => void,
): FormatReader {
  const ids = new UniqueIds()
  return {
    file: (source, sink) =>
      source.eachRecord((record) => {
        if (unreadable(record, sink, () => undefined)) return
        const { line, value } = record
        if (isOwn(value)) take(value, line, ids, sink)
        else sink.reject(undefined, foreign(line, label, fields))
      }),
  }
}
