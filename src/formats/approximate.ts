/**
 * Approximate tokens for traces that record text but no token ids. Nobody's tokenizer; close enough to
 * show proportions (within some 20 % of a BPE on English and code), and always labelled as an estimate.
 */

import { growU8, growU32 } from '../trace/grow.ts'
import type { SplitText } from '../trace/rows.ts'

/**
 * One piece is: a word of letters with the space before it; up to three digits, with the space before
 * them; one CJK character; a run of equal punctuation or symbols; a run of line breaks; a run of other
 * white space (all but its last space, which belongs to the next word).
 */
export const PIECE = new RegExp(
  [
    String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]`,
    String.raw` ?(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])[\p{L}\p{M}])+`,
    String.raw` ?\p{N}{1,3}`,
    String.raw`[\r\n]+`,
    String.raw`[^\S\r\n]+(?=[^\S\r\n])`,
    String.raw`[^\S\r\n]+`,
    String.raw`([^\p{L}\p{M}\p{N}\s])\1*`,
    String.raw`[\s\S]`,
  ].join('|'),
  'uy',
)

const CR = 0x0d
const LF = 0x0a
const SPACE = 0x20

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39
const isLetter = (c: number): boolean => (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a
const isBreak = (c: number): boolean => c === LF || c === CR
/** White space of ASCII that breaks no line. */
const isBlank = (c: number): boolean => c === SPACE || c === 0x09 || c === 0x0b || c === 0x0c
const isHighSurrogate = (c: number): boolean => c >= 0xd800 && c < 0xdc00
const isBeyondAscii = (c: number): boolean => c >= 0x80

/** Of a run that is too long to be one token (units). */
const LONGEST = 2 ** 20

/** The approximate tokens of texts, told by characters as long as these are ASCII: `PIECE` takes ten times as long. */
class Splitter {
  readonly #piece = new RegExp(PIECE)

  /** Calls `visit` with where each token ends. */
  split(text: string, visit: (end: number) => void): void {
    for (let at = 0; at < text.length; ) {
      at = this.#endOfToken(text, at)
      visit(at)
    }
  }

  #endOfToken(text: string, at: number): number {
    const c = text.charCodeAt(at)
    const word = c === SPACE ? at + 1 : at
    const first = text.charCodeAt(word)
    let end = at
    if (isLetter(first)) {
      end = word + 1
      while (isLetter(text.charCodeAt(end))) end++
    } else if (isDigit(first)) {
      end = word + 1
      while (end < word + 3 && isDigit(text.charCodeAt(end))) end++
      if (end === word + 3) return end
    } else if (isBreak(c)) {
      while (isBreak(text.charCodeAt(end))) end++
      return end
    } else if (isBlank(c)) {
      while (isBlank(text.charCodeAt(end))) end++
      // The last one belongs to what follows.
      if (!isBeyondAscii(text.charCodeAt(end))) return end > at + 1 ? end - 1 : end
    } else if (!isBeyondAscii(c)) {
      while (text.charCodeAt(end) === c) end++
      return end
    }
    // Beyond ASCII a word, a number or white space may go on.
    return isBeyondAscii(text.charCodeAt(end)) ? this.#endOfPiece(text, at) : end
  }

  #endOfPiece(text: string, at: number): number {
    try {
      return this.#endIn(text, at)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // Runs of millions exhaust the expression's stack: they are cut.
      const pair = isHighSurrogate(text.charCodeAt(at + LONGEST - 1)) ? 1 : 0
      return at + this.#endIn(text.slice(at, at + LONGEST - pair), 0)
    }
  }

  #endIn(text: string, at: number): number {
    this.#piece.lastIndex = at
    this.#piece.test(text)
    return this.#piece.lastIndex
  }
}

/** How many approximate tokens a text has. */
export function countTokens(text: string): number {
  let count = 0
  new Splitter().split(text, () => {
    count++
  })
  return count
}

/** Splits text into approximate tokens. Lossless: the pieces make the text. */
export function splitTokens(text: string): SplitText {
  const end = growU32()
  new Splitter().split(text, (at) => end.push(at))
  return { text, end: end.take() }
}

/** Fewer than a token mostly has: room for a text is made at once. */
const UNITS_PER_TOKEN = 4

/** Approximate tokens of a segment and their mask, text by text. */
export class TokenTexts {
  readonly #splitter = new Splitter()
  readonly #texts: string[] = []
  readonly #end = growU32()
  readonly #mask = growU8()
  /** Units of all texts. */
  #units = 0

  /** Tokens so far. */
  get length(): number {
    return this.#end.length
  }

  add(text: string, bit: 0 | 1): void {
    const before = this.#units
    this.#end.reserve(this.length + Math.ceil(text.length / UNITS_PER_TOKEN))
    this.#splitter.split(text, (at) => this.#end.push(before + at))
    this.#texts.push(text)
    this.#units += text.length
    const { length } = this.#mask
    this.#mask.reserve(this.length)
    this.#mask.data.fill(bit, length, this.length)
    this.#mask.length = this.length
  }

  /** Must not be added to afterwards. */
  columns(): { readonly response_mask: Uint8Array; readonly response_pieces: SplitText } {
    const pieces = { text: this.#texts.join(''), end: this.#end.take() }
    return { response_mask: this.#mask.take(), response_pieces: pieces }
  }
}
