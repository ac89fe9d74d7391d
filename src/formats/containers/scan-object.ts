/**
 * One JSON object out of its bytes, lists of numbers straight into typed arrays: a trace is nine tenths
 * numbers, and a byte scanner reads them three times as fast as a string that becomes boxed numbers.
 * What it does not understand it leaves to the caller's parser: it never reports an error of its own.
 */
import { MAX_DEPTH, parseJson } from './json.ts'

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a] as const
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d] as const
const [ZERO, NINE, MINUS, DOT, SPACE] = [0x30, 0x39, 0x2d, 0x2e, 0x20] as const

/** Powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, e) => Number(`1e${e}`))
/** So many digits are below 2^53, so one division by an exact power rounds correctly. */
const EXACT_DIGITS = 15
/** So many fit into 31 bits, for fast arithmetic. */
const SHORT_DIGITS = 9

export interface ObjectScanner {
  /**
   * The object's entries, lists under `numeric` keys as Float64Array; undefined where the bytes are no
   * plain JSON object (escaped keys, NaN, damage …).
   */
  scan(bytes: Uint8Array): Record<string, unknown> | undefined
}

/**
 * Holds the scratch memory that all records of a file share. `lend`: lists are views of it, good until
 * the next scan.
 */
export function createObjectScanner(numeric: ReadonlySet<string>, lend = false): ObjectScanner {
  const keys = new Map([...numeric].map((key) => [key.length, [] as string[]]))
  for (const key of numeric) keys.get(key.length)?.push(key)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const list: NumberList = { out: new Float64Array(4096), from: 0, count: 0 }
  let rest = new Uint8Array(4096)
  let restEnd = 1
  let bytes: Uint8Array = new Uint8Array(0)
  let at = 0

  const skipSpace = (): void => {
    while (isSpace(bytes[at])) at++
  }

  /** The numeric key that stands here, `` for another one; undefined: no key, or one with escapes. */
  const key = (): string | undefined => {
    if (bytes[at] !== QUOTE) return undefined
    const from = at + 1
    const to = bytes.indexOf(QUOTE, from)
    if (to < 0) return undefined
    for (let i = from; i < to; i++) if (bytes[i] === BACKSLASH) return undefined
    at = to + 1
    return keys.get(to - from)?.find((name) => isAt(bytes, from, name)) ?? ''
  }

  const textOf = (of: Uint8Array, from: number, to: number): string | undefined => {
    try {
      return decoder.decode(of.subarray(from, to))
    } catch {
      return undefined
    }
  }

  const skipValue = (): boolean => {
    let depth = 0
    for (; at < bytes.length; at++) {
      const c = bytes[at]
      if (c === QUOTE) {
        at = endOfString(bytes, at + 1)
        if (at < 0) return false
      } else if (c === OPEN || c === OPEN_LIST) {
        if (++depth > MAX_DEPTH) return false
      } else if (c === CLOSE || c === CLOSE_LIST) {
        if (depth === 0) return true
        depth--
      } else if (c === COMMA && depth === 0) return true
    }
    return false
  }

  /** The list that starts here; undefined where `readNumbers` does not understand it. */
  const numbers = (): Float64Array | undefined => {
    const end = readNumbers(bytes, at + 1, list)
    if (end < 0) return undefined
    at = end
    return lend ? borrow(list.count) : list.out.slice(0, list.count)
  }

  const borrow = (end: number): Float64Array => {
    const part = list.out.subarray(list.from, end)
    list.from = end
    return part
  }

  /** What is no list of numbers, `{…}` around it, by the platform's parser. */
  const parseRest = (): Record<string, unknown> | undefined => {
    rest[0] = OPEN
    rest[restEnd] = CLOSE
    const text = textOf(rest, 0, restEnd + 1)
    const parsed = text === undefined ? undefined : parseJson(text)
    return parsed?.value as Record<string, unknown> | undefined
  }

  /** Puts the bytes of an entry aside. */
  const keep = (from: number): void => {
    const length = at - from
    if (restEnd + length + 2 > rest.length) {
      const longer = new Uint8Array(2 * (restEnd + length + 2))
      longer.set(rest)
      rest = longer
    }
    if (restEnd > 1) rest[restEnd++] = COMMA
    rest.set(bytes.subarray(from, at), restEnd)
    restEnd += length
  }

  const scan = (): Record<string, unknown> | undefined => {
    const lists: (readonly [string, Float64Array])[] = []
    restEnd = 1
    skipSpace()
    if (bytes[at++] !== OPEN) return undefined
    skipSpace()
    for (;;) {
      const from = at
      const name = key()
      if (name === undefined) return undefined
      skipSpace()
      if (bytes[at++] !== COLON) return undefined
      skipSpace()
      const start = at
      const list = name !== '' && bytes[at] === OPEN_LIST ? numbers() : undefined
      if (list) lists.push([name, list])
      else {
        at = start
        if (!skipValue()) return undefined
        keep(from)
      }
      skipSpace()
      const c = bytes[at++]
      if (c === COMMA) skipSpace()
      else if (c === CLOSE) break
      else return undefined
    }
    skipSpace()
    if (at < bytes.length) return undefined
    const object = parseRest()
    for (const [name, list] of lists) {
      // The key stands twice; which one counts is for the caller's parser.
      if (object && Object.hasOwn(object, name)) return undefined
      if (object) object[name] = list
    }
    return object
  }

  return {
    scan: (given) => {
      bytes = given
      at = 0
      list.from = 0
      return scan()
    },
  }
}

interface NumberList {
  /** Scratch memory. */
  out: Float64Array
  /** Entries before this one are in use. */
  from: number
  /** Where the list ends in `out`. */
  count: number
}

/**
 * Numbers in plain decimal notation from `at`, behind the bracket, on; returns the place behind the closing
 * one, -1 for a list of anything else or of longer numbers. A function of its own with few ways through it:
 * inside the scanner it took half as long again.
 */
function readNumbers(source: Uint8Array, at: number, list: NumberList): number {
  let out = list.out
  let count = list.from
  let i = skipSpaces(source, at)
  if (source[i] === CLOSE_LIST) {
    list.count = count
    return i + 1
  }
  for (;;) {
    if (count === out.length) {
      out = grown(out)
      list.out = out
    }
    const first = i
    let sign = 1
    if (source[i] === MINUS) {
      sign = -1
      i++
    }
    let digit = source[i] - ZERO
    let c = source[i + 1]
    // What nearly all numbers are: one digit, perhaps with up to eight decimals, and a comma behind.
    if (digit >= 0 && digit <= 9 && c === COMMA) {
      out[count++] = sign * digit
      i += source[i + 2] === SPACE ? 3 : 2
      continue
    }
    if (digit >= 0 && digit <= 9 && c === DOT) {
      let mantissa = digit
      const point = ++i
      c = source[++i]
      digit = c - ZERO
      while (digit >= 0 && digit <= 9) {
        mantissa = (Math.imul(mantissa, 10) + digit) | 0
        c = source[++i]
        digit = c - ZERO
      }
      const decimals = i - point - 1
      if (c === COMMA && decimals > 0 && decimals < SHORT_DIGITS) {
        out[count++] = (sign * mantissa) / POWERS[decimals]
        i += source[i + 1] === SPACE ? 2 : 1
        continue
      }
    }
    i = readNumber(source, skipSpaces(source, first), out, count++)
    if (i < 0) return -1
    i = skipSpaces(source, i)
    if (source[i] === CLOSE_LIST) {
      list.count = count
      return i + 1
    }
    if (source[i] !== COMMA) return -1
    i = skipSpaces(source, i + 1)
  }
}

/** Any number up to EXACT_DIGITS without an exponent, to `out[k]`; returns the place behind it, or -1. */
function readNumber(source: Uint8Array, at: number, out: Float64Array, k: number): number {
  let i = at
  const negative = source[i] === MINUS
  if (negative) i++
  const first = i
  while (isDigit(source[i])) i++
  let digits = i - first
  // JSON has no leading zeros; without a digit it is a word, a string, a list.
  if (digits === 0 || (digits > 1 && source[first] === ZERO)) return -1
  let decimals = 0
  if (source[i] === DOT) {
    const point = i++
    while (isDigit(source[i])) i++
    decimals = i - point - 1
    if (decimals === 0) return -1
    // A zero before the point is no digit of the mantissa.
    digits = source[first] === ZERO ? decimals : digits + decimals
  }
  if (digits > EXACT_DIGITS || source[i] === 0x65 || source[i] === 0x45) return -1
  const mantissa = digitsOf(source, first, i)
  const magnitude = decimals === 0 ? mantissa : mantissa / POWERS[decimals]
  out[k] = negative ? -magnitude : magnitude
  return i
}

function skipSpaces(source: Uint8Array, from: number): number {
  let i = from
  while (isSpace(source[i])) i++
  return i
}

const isDigit = (c: number): boolean => c >= ZERO && c <= NINE

const isSpace = (c: number): boolean =>
  c <= 0x20 && (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09)

const grown = (list: Float64Array): Float64Array<ArrayBuffer> => {
  const next = new Float64Array(2 * list.length)
  next.set(list)
  return next
}

/** The digits of [from, to), a point among them passed over, as one number below 2^53. */
function digitsOf(bytes: Uint8Array, from: number, to: number): number {
  let number = 0
  for (let i = from; i < to; i++) if (bytes[i] !== DOT) number = number * 10 + (bytes[i] - ZERO)
  return number
}

function isAt(bytes: Uint8Array, from: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name.charCodeAt(i)) return false
  return true
}

/** Index of the closing quote of a string whose text starts at `from`; -1: there is none. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let i = from; ; ) {
    const quote = bytes.indexOf(QUOTE, i)
    if (quote < 0) return -1
    let slashes = 0
    while (quote - 1 - slashes >= from && bytes[quote - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return quote
    i = quote + 1
  }
}
