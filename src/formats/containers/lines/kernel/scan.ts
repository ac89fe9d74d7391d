/**
 * Lines of JSON objects, many at a time: lists of numbers under known keys into typed columns, the bytes of
 * everything else put aside, as one JSON list, for the platform's parser. A line that is not understood is
 * left to the host: there are no errors here.
 */
import {
  BACKSLASH,
  CLOSE,
  CLOSE_LIST,
  COLON,
  COMMA,
  find,
  NEWLINE,
  OPEN,
  OPEN_LIST,
  QUOTE,
  skipSpaces,
} from './bytes'
import { bindFives } from './nearest'
import { bits, doubles, integers, out, write } from './numbers'

/** Deeper ones are left to the host, which has a limit of its own. */
const MOST_DEPTH: i32 = 100
/** Kinds of lists, as the host numbers them. */
const BITS: u8 = 0
const INTEGERS: u8 = 1
/** Bytes of the table for a line, and for a list of it. */
const LINE: usize = 24
const LIST: usize = 12

/** Keys: a byte of length, a byte of kind, the name. `keyCount` of them, `KEY` bytes each. */
const KEY: usize = 32
let keys: usize = 0
let keyCount: i32 = 0
let table: usize = 0
let tableLimit: usize = 0
let rest: usize = 0
let restLimit: usize = 0
let lists: usize = 0
let listsLimit: usize = 0

/** Ends of what the last scan wrote. */
export let tableEnd: usize = 0
export let restEnd: usize = 0
/** Line ends that the last scan passed. */
export let lineEnds: i32 = 0
/** Bytes of the line that found no room, where a scan took none. */
export let needed: usize = 0

export function bind(
  fiveTable: usize,
  keyTable: usize,
  count: i32,
  lineTable: usize,
  restPlace: usize,
  listPlace: usize,
  limit: usize,
): void {
  bindFives(fiveTable)
  keys = keyTable
  keyCount = count
  table = lineTable
  tableLimit = restPlace
  rest = restPlace
  restLimit = listPlace
  lists = listPlace
  listsLimit = limit
}

// @ts-expect-error: decorator
@inline
function numbers(kind: u8, at: usize): usize {
  if (kind == BITS) return bits(at)
  return kind == INTEGERS ? integers(at) : doubles(at)
}

/**
 * Lines of [at, end), as far as there is room; a line end stands at `end`. Returns the place behind the last
 * one. Per line that is not empty, the table gets: where it starts and ends, line ends before it, where its
 * rest starts and ends, number of lists (-1: not understood); per list key, place and count.
 */
export function scan(at: usize, end: usize): usize {
  let row = table
  lineEnds = 0
  restEnd = rest
  write(lists)
  store<u8>(restEnd++, OPEN_LIST)
  for (; at < end; at++) {
    if (load<u8>(at) != NEWLINE) {
      const stop = find(at, end, NEWLINE, NEWLINE)
      if (!fits(row, stop - at)) {
        if (row == table) needed = stop - at
        break
      }
      row = take(at, stop, row)
      at = stop
    }
    if (at < end) lineEnds++
  }
  tableEnd = row
  store<u8>(restEnd++, CLOSE_LIST)
  return min(at, end)
}

/** Whether there is room for whatever a line of so many bytes may hold: a number takes two bytes of it. */
function fits(row: usize, size: usize): bool {
  return (
    row + LINE + LIST * <usize>keyCount <= tableLimit &&
    restEnd + size + 4 <= restLimit &&
    out + 4 * size + 8 * <usize>keyCount + 64 <= listsLimit
  )
}

/** Writes the line's row; returns the place behind it. */
function take(at: usize, stop: usize, row: usize): usize {
  const separator = restEnd
  const listsBefore = out
  if (separator > rest + 1) store<u8>(restEnd++, COMMA)
  const from = restEnd
  const count = object(at, stop, row + LINE)
  store<u32>(row, at)
  store<u32>(row, stop, 4)
  store<i32>(row, lineEnds, 8)
  store<u32>(row, from, 12)
  store<u32>(row, restEnd, 16)
  store<i32>(row, count, 20)
  if (count >= 0) return row + LINE + LIST * <usize>count
  restEnd = separator
  write(listsBefore)
  return row + LINE
}

/** The number of lists that the object gave, each with an entry from `row` on; -1: not understood. */
function object(at: usize, stop: usize, row: usize): i32 {
  let count: i32 = 0
  let seen: u32 = 0
  let kept: i32 = 0
  at = skipSpaces(at)
  if (load<u8>(at) != OPEN) return -1
  at = skipSpaces(at + 1)
  store<u8>(restEnd++, OPEN)
  for (;;) {
    const from = at
    if (load<u8>(at) != QUOTE) return -1
    const name = at + 1
    at = find(name, stop, QUOTE, BACKSLASH)
    if (at == stop || load<u8>(at) == BACKSLASH) return -1
    const key = keyOf(name, at - name)
    at = skipSpaces(at + 1)
    if (load<u8>(at) != COLON) return -1
    at = skipSpaces(at + 1)
    if (key >= 0 && load<u8>(at) == OPEN_LIST) {
      // The key stands twice; which one counts is for the host.
      if (seen & (1 << key)) return -1
      seen |= 1 << key
      const start = (out + 7) & ~7
      write(start)
      const kind = load<u8>(keys + KEY * <usize>key, 1)
      at = numbers(kind, at + 1)
      if (at == 0) return -1
      store<i32>(row, key)
      store<u32>(row, start, 4)
      store<u32>(row, (out - start) >> widthOf(kind), 8)
      row += LIST
      count++
    } else {
      at = behindValue(at, stop)
      if (at == 0) return -1
      if (kept++ > 0) store<u8>(restEnd++, COMMA)
      memory.copy(restEnd, from, at - from)
      restEnd += at - from
    }
    at = skipSpaces(at)
    const c = load<u8>(at++)
    if (c == CLOSE) break
    if (c != COMMA) return -1
    at = skipSpaces(at)
  }
  store<u8>(restEnd++, CLOSE)
  return skipSpaces(at) == stop ? count : -1
}

/** Binary logarithm of a number's bytes. */
// @ts-expect-error: decorator
@inline
function widthOf(kind: u8): usize {
  return kind == BITS ? 0 : kind == INTEGERS ? 2 : 3
}

/** The index of a known key; -1 for another one. */
function keyOf(name: usize, length: usize): i32 {
  for (let k = 0; k < keyCount; k++) {
    const key = keys + KEY * <usize>k
    if (load<u8>(key) == length && memory.compare(key + 2, name, length) == 0) return k
  }
  return -1
}

/** The comma or bracket behind any value; 0 where there is none. */
function behindValue(at: usize, stop: usize): usize {
  let depth: i32 = 0
  for (; at < stop; at++) {
    const c = load<u8>(at)
    if (c == QUOTE) {
      at = find(at + 1, stop, QUOTE, BACKSLASH)
      while (load<u8>(at) == BACKSLASH && at < stop) at = find(at + 2, stop, QUOTE, BACKSLASH)
      if (at >= stop) return 0
    } else if (c == OPEN || c == OPEN_LIST) {
      if (++depth > MOST_DEPTH) return 0
    } else if (c == CLOSE || c == CLOSE_LIST) {
      if (depth-- == 0) return at
    } else if (c == COMMA && depth == 0) return at
  }
  return 0
}
