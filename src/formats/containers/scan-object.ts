/**
 * One JSON object out of its bytes, lists of numbers straight into typed arrays: a trace is nine tenths
 * numbers, and a byte scanner reads them three times as fast as a string that becomes boxed numbers.
 * What it does not understand it leaves to the caller's parser: it never reports an error of its own.
 */
import { MAX_DEPTH, parseJson } from './json.ts'

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a] as const
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d] as const
const [ZERO, NINE, MINUS, DOT] = [0x30, 0x39, 0x2d, 0x2e] as const

/** Powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, e) => Number(`1e${e}`))
/** So many digits are below 2^53, so one division by an exact power rounds correctly. */
const EXACT_DIGITS = 15
/** So many fit into 31 bits. */
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
  let scratch = new Float64Array(4096)
  /** Entries of it that are lent. */
  let lent = 0
  let rest = new Uint8Array(4096)
  let restEnd = 1
  let bytes: Uint8Array = new Uint8Array(0)
  let words = new DataView(bytes.buffer)
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

  /** Numbers in plain decimal notation; a list of anything else, or of longer numbers, is not for here. */
  const numbers = (): Float64Array | undefined => {
    // Locals: what closures share is looked up and checked again at every use.
    const source = bytes
    const view = words
    const lastFour = source.length - 4
    let out = scratch
    let room = out.length - 1
    let count = lent
    let i = at + 1
    let c = source[i]
    while (isSpace(c)) c = source[++i]
    if (c === CLOSE_LIST) {
      at = i + 1
      return new Float64Array(0)
    }
    for (;;) {
      // Masks: one digit and a comma, over and over.
      while (isDigit(c) && source[i + 1] === COMMA) {
        if (count >= room) {
          out = grown(out)
          room = out.length - 1
        }
        out[count++] = c - ZERO
        i += 2
        c = source[i]
      }
      while (isSpace(c)) c = source[++i]
      if (count >= room) {
        out = grown(out)
        room = out.length - 1
      }
      let negative = false
      if (c === MINUS) {
        negative = true
        c = source[++i]
      }
      const first = i
      // 32-bit arithmetic: nine digits fit, and few numbers have more.
      let short = 0
      while (isDigit(c)) {
        short = (Math.imul(short, 10) + c - ZERO) | 0
        c = source[++i]
      }
      let digits = i - first
      // JSON has no leading zeros; without a digit it is a word, a string, a list.
      if (digits === 0 || (digits > 1 && source[first] === ZERO)) return undefined
      let decimals = 0
      if (c === DOT) {
        const point = i++
        // Four digits at once, as long as there are as many.
        while (i < lastFour) {
          const four = view.getUint32(i, true) ^ 0x30303030
          if (((four + 0x76767676) | four) & 0x80808080) break
          const pairs = (Math.imul(four, 10) + (four >>> 8)) & 0x00ff00ff
          short = (Math.imul(short, 10_000) + (pairs & 0xff) * 100 + (pairs >>> 16)) | 0
          i += 4
        }
        c = source[i]
        while (isDigit(c)) {
          short = (Math.imul(short, 10) + c - ZERO) | 0
          c = source[++i]
        }
        decimals = i - point - 1
        if (decimals === 0) return undefined
        // A zero before the point is no digit of the mantissa.
        digits = source[first] === ZERO ? decimals : digits + decimals
      }
      if (digits > EXACT_DIGITS || c === 0x65 || c === 0x45) return undefined
      const mantissa = digits > SHORT_DIGITS ? digitsOf(source, first, i) : short
      const magnitude = decimals === 0 ? mantissa : mantissa / POWERS[decimals]
      out[count++] = negative ? -magnitude : magnitude
      while (isSpace(c)) c = source[++i]
      if (c === COMMA) {
        c = source[++i]
        while (isSpace(c)) c = source[++i]
      } else if (c === CLOSE_LIST) {
        at = i + 1
        scratch = out
        return lend ? borrow(count) : out.slice(0, count)
      } else return undefined
    }
  }

  const borrow = (end: number): Float64Array => {
    const list = scratch.subarray(lent, end)
    lent = end
    return list
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
      words = new DataView(given.buffer, given.byteOffset, given.length)
      at = 0
      lent = 0
      return scan()
    },
  }
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
