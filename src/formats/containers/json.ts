/**
 * JSON as trace writers really write it: Python's NaN / Infinity / -Infinity are numbers, integers
 * above 2^53 can be kept exactly, nesting is bounded, and a cut text says where it was cut.
 */

/** Why a record could not be read. */
export interface JsonProblem {
  readonly code: 'bad-json' | 'truncated' | 'nested-too-deep' | 'too-long'
  readonly message: string
}

export const MAX_DEPTH = 200

export type Parsed =
  | { readonly value: unknown; readonly problem?: undefined }
  | { readonly value?: undefined; readonly problem: JsonProblem }

/** Parses one JSON text that stands inside `outer` brackets. Never throws. */
export function parseJson(text: string, outer = 0): Parsed {
  if (mayBeDeep(text)) {
    const depth = depthOf(text) + outer
    if (depth > MAX_DEPTH) return { problem: tooDeep(depth) }
  }
  try {
    // The platform's parser is about ten times as fast as the one below.
    return { value: JSON.parse(text) }
  } catch {
    return parseTolerantly(text, () => false)
  }
}

/**
 * Parses one JSON text by our own rules. Integers that a double cannot hold exactly, directly under a
 * key for which `exact` holds, become strings of their digits. Objects have no prototype.
 */
export function parseTolerantly(text: string, exact: (key: string) => boolean): Parsed {
  const depth = depthOf(text)
  if (depth > MAX_DEPTH) return { problem: tooDeep(depth) }
  try {
    return { value: new Parser(text, exact).document() }
  } catch (error) {
    if (error instanceof JsonError) return { problem: error.problem }
    throw error
  }
}

const tooDeep = (depth: number): JsonProblem => ({
  code: 'nested-too-deep',
  message: `nested deeper than ${MAX_DEPTH} levels (${depth}); a trace needs fewer than 20.`,
})

/** Cheap filter: text without MAX_DEPTH opening brackets cannot be deeper than that. */
function mayBeDeep(text: string): boolean {
  let count = 0
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++count > MAX_DEPTH) return true
    }
  }
  return false
}

/** Deepest nesting of arrays and objects, brackets in strings not counted. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x22) i = endOfString(text, i + 1)
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > deepest) deepest = depth
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return deepest
}

/** Index of the closing quote of a string that starts at `from`, or the text's length. */
export function endOfString(text: string, from: number): number {
  for (let i = from; ; ) {
    const quote = text.indexOf('"', i)
    if (quote < 0) return text.length
    let slashes = 0
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c && quote - 1 - slashes >= from) slashes++
    if (slashes % 2 === 0) return quote
    i = quote + 1
  }
}

class JsonError extends Error {
  readonly problem: JsonProblem
  constructor(problem: JsonProblem) {
    super(problem.message)
    this.problem = problem
  }
}

const WORDS: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-Infinity', Number.NEGATIVE_INFINITY],
]
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

class Parser {
  readonly #text: string
  readonly #exact: (key: string) => boolean
  #at = 0

  constructor(text: string, exact: (key: string) => boolean) {
    this.#text = text
    this.#exact = exact
  }

  document(): unknown {
    const value = this.#value('', 'document')
    if (this.#peek() !== '') this.#unexpected('after the end of the value')
    return value
  }

  /** Next character that is no white space, '' at the end. */
  #peek(): string {
    const text = this.#text
    let c = text.charCodeAt(this.#at)
    while (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09) c = text.charCodeAt(++this.#at)
    return text.charAt(this.#at)
  }

  #value(key: string, inside: string): unknown {
    const c = this.#peek()
    if (c === '') this.#cut(inside)
    if (c === '{') return this.#object()
    if (c === '[') return this.#array(key)
    if (c === '"') return this.#string()
    // Most values are numbers: they need not be compared with every word.
    for (const [word, value] of c >= '0' && c <= '9' ? [] : WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    }
    return this.#number(key, inside)
  }

  #number(key: string, inside: string): number | string {
    NUMBER.lastIndex = this.#at
    const digits = NUMBER.exec(this.#text)?.[0]
    if (digits === undefined) {
      const rest = this.#text.slice(this.#at)
      const begun = WORDS.some(([word]) => word.startsWith(rest)) || rest === '-'
      return begun ? this.#cut(inside) : this.#unexpected('where a value should stand')
    }
    this.#at += digits.length
    const number = Number(digits)
    const unsafe = !Number.isSafeInteger(number) && /^-?\d+$/.test(digits)
    return unsafe && this.#exact(key) ? digits : number
  }

  #string(): string {
    const start = this.#at
    const end = endOfString(this.#text, start + 1)
    if (end >= this.#text.length) this.#cut('a string')
    this.#at = end + 1
    const raw = this.#text.slice(start, end + 1)
    try {
      return JSON.parse(raw) as string
    } catch {
      this.#at = start
      return this.#unexpected('that starts a string with a bad escape or control character')
    }
  }

  #array(key: string): unknown[] {
    const items: unknown[] = []
    this.#at++
    if (this.#peek() === ']') {
      this.#at++
      return items
    }
    for (;;) {
      items.push(this.#value(key, 'a list'))
      const c = this.#peek()
      if (c === '') this.#cut('a list')
      if (c !== ',' && c !== ']') this.#unexpected('where , or ] should stand')
      this.#at++
      if (c === ']') return items
    }
  }

  #object(): Record<string, unknown> {
    // No prototype: a `__proto__` key is a key like any other.
    const object = Object.create(null) as Record<string, unknown>
    this.#at++
    if (this.#peek() === '}') {
      this.#at++
      return object
    }
    for (;;) {
      const quote = this.#peek()
      if (quote === '') this.#cut('an object')
      if (quote !== '"') this.#unexpected('where a key in double quotes should stand')
      const key = this.#string()
      const colon = this.#peek()
      if (colon === '') this.#cut('an object')
      if (colon !== ':') this.#unexpected('where : should stand')
      this.#at++
      object[key] = this.#value(key, 'an object')
      const c = this.#peek()
      if (c === '') this.#cut('an object')
      if (c !== ',' && c !== '}') this.#unexpected('where , or } should stand')
      this.#at++
      if (c === '}') return object
    }
  }

  #cut(inside: string): never {
    const message = `JSON ends inside ${inside} (file truncated?)`
    throw new JsonError({ code: 'truncated', message })
  }

  #unexpected(where: string): never {
    const found = JSON.stringify(this.#text.slice(this.#at, this.#at + 12))
    const message = `not JSON: found ${found} at character ${this.#at + 1}, ${where}.`
    throw new JsonError({ code: 'bad-json', message })
  }
}
