/**
 * Text pools. UTF-8, except that a lone surrogate (legal in JSON) keeps its three-byte form (WTF-8),
 * so that text → pool → text is exact. Own code because this folder compiles without DOM types.
 */
import type { TextColumn } from './batch.ts'
import { type Grow, growU8, growU32 } from './grow.ts'
import type { SplitText } from './rows.ts'

/** The first pieces of a pool by their ends; those behind are empty. */
export interface TextPieces {
  readonly bytes: Uint8Array
  readonly end: Uint32Array
}

/** Largest pool that Uint32 offsets can address. */
const LIMIT = 2 ** 32 - 1

export class GrowText {
  readonly #bytes = growU8()
  /** End of each piece. */
  readonly #end = growU32()

  get count(): number {
    return this.#end.length
  }

  /** How many times as much as is here now will probably come in all. */
  expect(times: number): void {
    this.#bytes.expected = Math.ceil(times * this.#bytes.length)
    this.#end.expected = Math.ceil(times * this.#end.length)
  }

  /** Gives every piece before `count` that was not written an empty text. */
  pad(count: number): void {
    this.#end.pad(count, this.#bytes.length)
  }

  push(text: string): void {
    appendUtf8(text, 0, text.length, this.#bytes)
    this.#end.push(this.#bytes.length)
  }

  /** Adds every piece of the text. */
  pushSplit({ text, end }: SplitText): void {
    const bytes = this.#bytes
    const start = bytes.length
    if (appendAscii(text, 0, text.length, bytes) === text.length) {
      // A byte for each unit.
      this.#pushEnds(end, 0, end.length, start)
      return
    }
    bytes.truncate(start)
    let from = 0
    for (const to of end) {
      appendUtf8(text, from, to, bytes)
      this.#end.push(bytes.length)
      from = to
    }
  }

  #pushEnds(end: Uint32Array, from: number, to: number, shift: number): void {
    const ends = this.#end
    const at = ends.length - from
    ends.reserve(at + to)
    const { data } = ends
    for (let k = from; k < to; k++) data[at + k] = end[k] + shift
    ends.length = at + to
  }

  /** Adds the pieces [from, to) of another pool. */
  append({ bytes, end }: TextPieces, from: number, to: number): void {
    const last = Math.min(to, end.length)
    if (last <= from) return
    const start = from === 0 ? 0 : end[from - 1]
    const shift = this.#bytes.length - start
    if (end[last - 1] + shift > LIMIT) throw tooLong()
    this.#bytes.append(bytes, start, end[last - 1])
    this.#pushEnds(end, from, last, shift)
  }

  /** Views of what is there. */
  view(): TextPieces {
    return { bytes: this.#bytes.view(), end: this.#end.view() }
  }

  truncate(count: number): void {
    if (count >= this.#end.length) return
    this.#end.truncate(count)
    this.#bytes.truncate(count === 0 ? 0 : this.#end.data[count - 1])
  }

  /** The pool of `count` pieces, undefined if all are empty. */
  take(count: number): TextColumn | undefined {
    if (this.#bytes.length === 0) return undefined
    this.pad(count)
    const offset = new Uint32Array(count + 1)
    offset.set(this.#end.data.subarray(0, count), 1)
    return { bytes: this.#bytes.take(), offset }
  }
}

const tooLong = () => new RangeError('The texts of this trace exceed 4 GiB.')

/** The text's units [from, to). */
function appendUtf8(text: string, from: number, to: number, into: Grow<Uint8Array>): void {
  const rest = appendAscii(text, from, to, into)
  if (rest < to) appendBeyondAscii(text, rest, to, into)
}

/** As `appendUtf8`, up to the first unit beyond ASCII; returns where that is. */
function appendAscii(text: string, from: number, to: number, into: Grow<Uint8Array>): number {
  if (into.length + to - from > LIMIT) throw tooLong()
  into.reserve(into.length + to - from)
  const out = into.data
  let at = into.length
  let i = from
  for (; i < to; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x80) break
    out[at++] = code
  }
  into.length = at
  return i
}

function appendBeyondAscii(text: string, from: number, to: number, into: Grow<Uint8Array>): void {
  const needed = into.length + (to - from) * 3
  if (needed > LIMIT) throw tooLong()
  into.reserve(needed)
  const out = into.data
  let at = into.length
  for (let i = from; i < to; i++) {
    let code = text.charCodeAt(i)
    if (code < 0x80) {
      out[at++] = code
      continue
    }
    if (code >= 0xd800 && code < 0xdc00 && i + 1 < to) {
      const low = text.charCodeAt(i + 1)
      if (low >= 0xdc00 && low < 0xe000) {
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
        i++
      }
    }
    if (code < 0x800) {
      out[at++] = 0xc0 | (code >> 6)
    } else if (code < 0x10000) {
      out[at++] = 0xe0 | (code >> 12)
      out[at++] = 0x80 | ((code >> 6) & 63)
    } else {
      out[at++] = 0xf0 | (code >> 18)
      out[at++] = 0x80 | ((code >> 12) & 63)
      out[at++] = 0x80 | ((code >> 6) & 63)
    }
    out[at++] = 0x80 | (code & 63)
  }
  into.length = at
}

/** Text of piece `index`; an empty string where there is none. */
export function pieceOf(column: TextColumn, index: number): string {
  const { bytes, offset } = column
  let text = ''
  for (let i = offset[index]; i < offset[index + 1]; ) {
    const lead = bytes[i++]
    if (lead < 0x80) {
      text += String.fromCharCode(lead)
      continue
    }
    const more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
    let code = lead & (0x3f >> more)
    for (let k = 0; k < more; k++) code = (code << 6) | (bytes[i++] & 63)
    text += code < 0x10000 ? String.fromCharCode(code) : String.fromCodePoint(code)
  }
  return text
}
