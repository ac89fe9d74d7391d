/**
 * Lines of JSON objects read by a WASM kernel, out of a memory that their text is put into. What the kernel
 * does not understand goes to the other scanner, line by line, so that the records are the same, only sooner.
 */
import { parseJson } from '../json.ts'
import { type JsonRecord, lineReader, ScannedRecord } from '../records.ts'
import { BEYOND, createKernel, FIVES_BYTES, fives, KERNEL_BYTES } from './kernel.ts'
import type { LineScanner, ListKinds } from './types.ts'

/** As the kernel numbers them. */
const KINDS = ['bits', 'integers', 'doubles'] as const
/** Bytes of a key in the kernel's table: length, kind, name. */
const KEY = 32
/** Words of a line in the kernel's table, and of a list. */
const [LINE, LIST] = [6, 3] as const

const TABLE_BYTES = 2 ** 16
/** Lists and rests of so many lines that they stay in the processor's cache. */
const LISTS_BYTES = 2 ** 20
const REST_BYTES = 2 ** 18
const PAGE_BITS = 16
/** Longer lines would need four times their length. */
const MOST_LINE = 2 ** 23
const NEWLINE = 0x0a

const FIVES = KERNEL_BYTES
const KEYS = FIVES + FIVES_BYTES

/** @throws WebAssembly.CompileError in a browser without SIMD */
export function createWasmScanner(kinds: ListKinds): LineScanner {
  const names = [...kinds.keys()]
  const memory = new WebAssembly.Memory({ initial: 1 })
  const kernel = createKernel(memory)
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const numeric = new Set(names)
  const table = aligned(KEYS + KEY * names.length)
  const text = table + TABLE_BYTES
  let room = 0

  /** Places what the text and the longest line need; text that stands there stays. */
  const place = (line: number): void => {
    const rest = aligned(text + room + BEYOND)
    const lists = aligned(rest + Math.max(REST_BYTES, line + BEYOND))
    const limit = lists + Math.max(LISTS_BYTES, 4 * line + 8 * names.length + BEYOND)
    const missing = limit + BEYOND - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / 2 ** PAGE_BITS))
    kernel.bind(FIVES, KEYS, names.length, table, rest, lists, limit)
    restAt = rest
  }
  let restAt = 0
  place(0)
  new BigUint64Array(memory.buffer, FIVES).set(fives())
  const keys = new Uint8Array(memory.buffer, KEYS)
  for (const [k, [name, kind]] of [...kinds].entries()) {
    keys.set([name.length, KINDS.indexOf(kind), ...new TextEncoder().encode(name)], KEY * k)
  }

  const bytesAt = (from: number, to: number) => new Uint8Array(memory.buffer, from, to - from)

  /** What stands beside the lists of every line; undefined where one of them is no JSON. */
  const restsOf = (): unknown[] | undefined => {
    try {
      return JSON.parse(decoder.decode(bytesAt(restAt, kernel.restEnd.value)))
    } catch {
      return undefined
    }
  }

  /** As one of `restsOf`, by the rules of our own parser. */
  const restOf = (from: number, to: number): unknown => {
    try {
      return parseJson(decoder.decode(bytesAt(from, to))).value
    } catch {
      return undefined
    }
  }

  const list = (kind: number, at: number, count: number) => {
    if (kind === 0) return new Uint8Array(memory.buffer, at, count)
    return kind === 1
      ? new Int32Array(memory.buffer, at, count)
      : new Float64Array(memory.buffer, at, count)
  }
  const kindOf = names.map((name) => KINDS.indexOf(kinds.get(name) ?? 'doubles'))

  /** Puts the lists into the object; false where it has one of their keys already. */
  const complete = (object: Record<string, unknown>, lists: Uint32Array): boolean => {
    for (let i = 0; i < lists.length; i += LIST) {
      const key = lists[i]
      if (Object.hasOwn(object, names[key])) return false
      object[names[key]] = list(kindOf[key], lists[i + 1], lists[i + 2])
    }
    return true
  }

  const scan = (size: number, visit: (record: JsonRecord) => void): number => {
    const end = text + size
    const other = lineReader(visit, numeric)
    let line = 1
    new Uint8Array(memory.buffer)[end] = NEWLINE
    /** Visits the lines of the last scan. */
    const visitAll = () => {
      const words = new Uint32Array(memory.buffer, table, (kernel.tableEnd.value - table) >> 2)
      const rests = restsOf()
      for (let i = 0, understood = 0; i < words.length; ) {
        const [start, stop, before, from, to] = words.subarray(i, i + LINE)
        const count = words[i + LINE - 1] | 0
        const lists = words.subarray(i + LINE, i + LINE + LIST * Math.max(0, count))
        i += LINE + lists.length
        const rest = count < 0 ? undefined : rests ? rests[understood++] : restOf(from, to)
        const last = stop === end
        if (rest !== undefined && complete(rest as Record<string, unknown>, lists)) {
          visit(new ScannedRecord(line + before, bytesAt(start, stop), rest, last, true))
        } else other(bytesAt(start, stop), line + before, last)
      }
      line += kernel.lineEnds.value
    }
    for (let at = text; at < end; ) {
      const to = kernel.scan(at, end)
      if (to > at) {
        visitAll()
        at = to
        continue
      }
      const long = kernel.needed.value
      if (long <= MOST_LINE) place(long)
      else {
        other(bytesAt(at, at + long), line, at + long === end)
        at += long
      }
    }
    return line - 1
  }

  return {
    room: (size) => {
      if (size > room) {
        room = size
        place(0)
      }
      return new Uint8Array(memory.buffer, text, size)
    },
    scan,
  }
}

const aligned = (at: number): number => (at + 15) & ~15
