/** JSON records out of a blob: JSON Lines, one JSON array, or one JSON document. */
import { type JsonProblem, parseJson } from './json.ts'
import { createObjectScanner, type ObjectScanner } from './scan-object.ts'

/** `lines`: one value per line. `array`: the elements of one array. `document`: values over many lines. */
export type TextLayout = 'lines' | 'array' | 'document'

export interface JsonRecord {
  /** 1-based line (`lines`) or element number (`array`, `document`). */
  readonly line: number
  /** Decoded when it is asked for. */
  readonly text: string
  readonly value: unknown
  readonly problem: JsonProblem | undefined
  /** The text held invalid UTF-8, read as U+FFFD. */
  readonly badUtf8: boolean
  /** The file ends inside this record, or right after it without a line end. */
  readonly last: boolean
  /** Typed arrays in `value` hold nothing else than their kind (lines/types.ts). */
  readonly checked?: boolean
}

/** Longest record that is made one string; engines stop at 2^29 - 24 characters. */
const LONGEST = 2 ** 28

const NEWLINE = 0x0a
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const strict = () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = () => new TextDecoder('utf-8', { ignoreBOM: true })

export interface RecordSplitter {
  /** Takes the next bytes of the file and visits the records they complete; keeps none of the chunk. */
  readonly push: (chunk: Uint8Array) => void
  /** Visits what is left. */
  readonly end: () => void
  /** Whether the bytes so far end inside a record. */
  readonly inRecord: boolean
}

export interface LineOptions {
  /** As in `Source.eachRecord`. */
  readonly numeric: ReadonlySet<string>
  /** Number of the first line. */
  readonly firstLine: number
  /** Lists of numbers are only lent for the time of the visit. */
  readonly lend: boolean
}

/** A splitter for JSON Lines that says which line comes next. */
export function lineSplitter(
  visit: (record: JsonRecord) => void,
  { numeric, firstLine, lend }: LineOptions,
): RecordSplitter & { readonly line: number } {
  return new LineSplitter(visit, createObjectScanner(numeric, lend), firstLine)
}

/** Visits the record of one line, its bytes without the line end; lists are lent for the time of the visit. */
export function lineReader(
  visit: (record: JsonRecord) => void,
  numeric: ReadonlySet<string>,
): (bytes: Uint8Array, line: number, last: boolean) => void {
  let assembler: Assembler | undefined
  return (bytes, line, last) => {
    assembler ??= new Assembler(visit, createObjectScanner(numeric, true))
    assembler.add(bytes)
    if (!assembler.empty) assembler.emit(line, last)
  }
}

export function splitterOf(
  layout: TextLayout,
  visit: (record: JsonRecord) => void,
  numeric: ReadonlySet<string> = new Set(),
): RecordSplitter {
  const scanner = numeric.size > 0 ? createObjectScanner(numeric) : undefined
  return layout === 'lines'
    ? new LineSplitter(visit, scanner)
    : new ValueSplitter(layout, visit, scanner)
}

/** Puts the pieces of a record together and parses it. */
class Assembler {
  readonly #visit: (record: JsonRecord) => void
  readonly #strict = strict()
  #parts: Uint8Array[] = []
  #size = 0

  /** Brackets around every record. */
  readonly #outer: number

  readonly #scanner: ObjectScanner | undefined

  constructor(visit: (record: JsonRecord) => void, scanner: ObjectScanner | undefined, outer = 0) {
    this.#visit = visit
    this.#scanner = scanner
    this.#outer = outer
  }

  get empty(): boolean {
    return this.#size === 0
  }

  add(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#size += bytes.length
    // Too long to be parsed: count on, but do not keep it.
    if (this.#size <= LONGEST) this.#parts.push(bytes)
  }

  /** As `add`, for a record that goes on in the next chunk: this one's memory is used again for it. */
  keep(bytes: Uint8Array): void {
    this.add(this.#size + bytes.length <= LONGEST ? bytes.slice() : bytes)
  }

  /** Visits the record unless it is blank; says whether it did. */
  emit(line: number, last: boolean): boolean {
    const size = this.#size
    const bytes = this.#parts.length === 1 ? this.#parts[0] : join(this.#parts, size)
    this.#parts = []
    this.#size = 0
    if (size > LONGEST) {
      const message =
        `a record of ${size} bytes; at most ${LONGEST} (256 MiB) are read. ` +
        'Write one segment per line.'
      const problem = { code: 'too-long', message } as const
      this.#visit({ line, text: '', value: undefined, problem, badUtf8: false, last })
      return true
    }
    const scanned = this.#scanner?.scan(bytes)
    if (scanned) {
      this.#visit(new ScannedRecord(line, bytes, scanned, last))
      return true
    }
    let text: string
    let badUtf8 = false
    try {
      text = this.#strict.decode(bytes)
    } catch {
      text = lenient().decode(bytes)
      badUtf8 = true
    }
    if (isBlank(text)) return false
    const { value, problem } = parseJson(text, this.#outer)
    this.#visit({ line, text, value, problem, badUtf8, last })
    return true
  }
}

/** A record that a scanner understood; its text is decoded when it is asked for. */
export class ScannedRecord implements JsonRecord {
  readonly line: number
  readonly value: unknown
  readonly last: boolean
  readonly checked: boolean
  readonly problem = undefined
  readonly badUtf8 = false
  readonly #bytes: Uint8Array

  constructor(line: number, bytes: Uint8Array, value: unknown, last: boolean, checked = false) {
    this.line = line
    this.#bytes = bytes
    this.value = value
    this.last = last
    this.checked = checked
  }

  get text(): string {
    return strict().decode(this.#bytes)
  }
}

class LineSplitter implements RecordSplitter {
  readonly #assembler: Assembler
  #line: number

  constructor(visit: (record: JsonRecord) => void, scanner: ObjectScanner | undefined, line = 1) {
    this.#assembler = new Assembler(visit, scanner)
    this.#line = line
  }

  get line(): number {
    return this.#line
  }

  get inRecord(): boolean {
    return !this.#assembler.empty
  }

  push(chunk: Uint8Array): void {
    let from = 0
    for (;;) {
      if (this.#assembler.empty) {
        // Blank lines one by one: a search for each would take a minute for a gigabyte of them.
        for (; chunk[from] === NEWLINE; from++) this.#line++
      }
      const end = chunk.indexOf(NEWLINE, from)
      if (end < 0) break
      const line = this.#line++
      if (end > from) this.#assembler.add(chunk.subarray(from, end))
      if (!this.#assembler.empty) this.#assembler.emit(line, false)
      from = end + 1
    }
    this.#assembler.keep(chunk.subarray(from))
  }

  end(): void {
    this.#assembler.emit(this.#line, true)
  }
}

/** Splits at structure instead of line ends: brackets and strings are followed byte by byte. */
class ValueSplitter implements RecordSplitter {
  readonly #visit: (record: JsonRecord) => void
  readonly #assembler: Assembler
  /** Depth at which records stand: 1 inside an array, 0 for documents. */
  readonly #base: 0 | 1
  #depth = 0
  #inString = false
  #escaped = false
  #row = 1
  #closed = false

  constructor(
    layout: 'array' | 'document',
    visit: (record: JsonRecord) => void,
    scanner: ObjectScanner | undefined,
  ) {
    this.#visit = visit
    this.#base = layout === 'array' ? 1 : 0
    this.#assembler = new Assembler(visit, scanner, this.#base)
  }

  get inRecord(): boolean {
    return !this.#assembler.empty
  }

  push(chunk: Uint8Array): void {
    let from = 0
    for (let i = 0; i < chunk.length; i++) {
      const c = chunk[i]
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false
        else if (c === BACKSLASH) this.#escaped = true
        else if (c === QUOTE) this.#inString = false
        continue
      }
      if (c === QUOTE) this.#inString = true
      else if (c === 0x5b || c === 0x7b) {
        if (this.#depth++ === 0 && this.#base === 1 && !this.#closed) from = i + 1
      } else if (c === 0x5d || c === 0x7d) {
        this.#depth = Math.max(0, this.#depth - 1)
        if (this.#base === 1 && this.#depth === 0) {
          this.#flush(chunk.subarray(from, i))
          this.#closed = true
          from = i + 1
        } else if (this.#base === 0 && this.#depth === 0) {
          this.#flush(chunk.subarray(from, i + 1))
          from = i + 1
        }
      } else if (c === COMMA && this.#base === 1 && this.#depth === 1) {
        this.#flush(chunk.subarray(from, i))
        from = i + 1
      }
    }
    this.#assembler.keep(chunk.subarray(from))
  }

  end(): void {
    const visited = this.#assembler.emit(this.#row, true)
    if (visited || this.#closed || this.#base === 0) return
    const message = 'JSON ends inside a list (file truncated?)'
    const problem = { code: 'truncated', message } as const
    const line = this.#row
    this.#visit({ line, text: '', value: undefined, problem, badUtf8: false, last: true })
  }

  #flush(rest: Uint8Array): void {
    this.#assembler.add(rest)
    if (!this.#assembler.empty) this.#assembler.emit(this.#row++, false)
  }
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(Math.min(size, LONGEST))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function isBlank(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c !== 0x20 && c !== 0x0d && c !== 0x09 && c !== 0x0a) return false
  }
  return true
}

/** Layout of a text file from its first bytes (byte order mark removed). */
export function layoutOf(head: Uint8Array): TextLayout {
  let at = 0
  while (at < head.length && head[at] <= 0x20) at++
  if (head[at] === 0x5b) return 'array'
  const end = head.indexOf(NEWLINE, at)
  if (head[at] !== 0x7b || end < 0) return 'lines'
  // An object that is still open at the end of its first line, right after a bracket, comma or colon:
  // one document over many lines. (A line that was cut mostly ends inside a string or a number.)
  const line = lenient().decode(head.subarray(at, end)).trimEnd()
  return isOpen(line) && /[[{,:]$/.test(line) ? 'document' : 'lines'
}

function isOpen(line: string): boolean {
  let depth = 0
  for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
  }
  return depth > 0
}
