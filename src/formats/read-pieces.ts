/**
 * A large file of lines, parsed by all threads: cut at line ends, taken in in order, so that rows, line
 * numbers and messages are those of one thread. What a thread cannot take, or lost, is parsed here.
 */

import { NEW_MEMORY } from '../trace/memory.ts'
import { lineSplitter } from './containers/records.ts'
import { type Cut, chunksFrom, cutsOf, linesIn } from './line-cuts.ts'
import type { LineReader } from './parse-lines.ts'
import { createRangeReader } from './range-reader.ts'
import type { LineParsers, LinePiece, LineRange, ReadPiece, Sink, Source } from './types.ts'

/** What packed text mostly unpacks to, at least. */
const UNPACKED = 4
/** Pieces per thread, besides those in a row, that are being parsed or wait to be taken in. */
const AHEAD = 1

/** Reads the file by the load's parsers; false, with nothing read, where it is small or there are none. */
export async function readInPieces(
  source: Source,
  sink: Sink,
  reader: LineReader,
): Promise<boolean> {
  const { control, lines, size } = source
  const { parsers } = control
  if (!lines || !parsers) return false
  if (size * (lines.plain ? 1 : UNPACKED) <= parsers.pieceSize) return false
  const intake = createIntake(source, sink, reader, parsers)
  const waiting: { readonly cut: Cut & { kind: 'piece' }; readonly parsed: Promise<Parsed> }[] = []
  /** Takes pieces in until fewer than `most` wait; false: the lines from there on are too long, and read. */
  const takeTo = async (most: number): Promise<boolean> => {
    for (let next = waiting[0]; next && waiting.length >= most; next = waiting[0]) {
      waiting.shift()
      const { piece, done } = next.cut
      if (!(await intake.piece(piece, await next.parsed))) {
        waiting.length = 0
        return false
      }
      if (done !== undefined) control.onBytes(done)
      await source.pause()
    }
    return true
  }
  try {
    for await (const cut of cutsOf(lines, control, parsers)) {
      if (cut.kind === 'rest') {
        await takeTo(1)
        await intake.rest(cut.chunks)
        continue
      }
      waiting.push({ cut, parsed: parseIn(parsers, cut.piece, reader.id) })
      if (!(await takeTo((AHEAD + parsers.inRow) * parsers.size))) break
    }
  } finally {
    // Also after damage: what stands before it is read. (An abort throws again in `pause`.)
    await takeTo(1)
  }
  control.onBytes(size)
  return true
}

type Parsed = ReadPiece | undefined

const linesOf = async (range: LineRange) =>
  linesIn(range, await createRangeReader(NEW_MEMORY)({ ...range, stretch: range.to }, false))

const parseIn = (parsers: LineParsers, piece: LinePiece, reader: string): Promise<Parsed> =>
  parsers.parse(piece, reader).catch(() => undefined)

/** Takes pieces in one after another; knows how many lines came before. */
function createIntake(
  source: Source,
  sink: Sink,
  { visitor, lists, once }: LineReader,
  parsers: LineParsers,
) {
  const numeric = new Set(lists.keys())
  let lines = 0
  let said = false
  const isNew = (code: string): boolean => {
    if (code !== once) return true
    const first = !said
    said = true
    return first
  }
  const visit = visitor({ ...sink, warn: (fault) => isNew(fault.code) && sink.warn(fault) })
  const splitter = () => lineSplitter(visit, { numeric, firstLine: lines + 1, lend: true })

  /** False: it and all that follows was read, because its lines are too long. */
  const piece = async (piece: LinePiece, parsed: Parsed): Promise<boolean> => {
    if (parsed) {
      const notes = parsed.notes.filter(({ fault }) => isNew(fault.code))
      parsers.giveBack(sink.piece({ ...parsed, notes }, lines))
      lines += parsed.lines
      return true
    }
    const parts = piece instanceof Uint8Array ? [piece] : await linesOf(piece)
    if (!parts && !(piece instanceof Uint8Array)) {
      await rest(chunksFrom(piece, source.control))
      return false
    }
    const here = splitter()
    for (const part of parts ?? []) here.push(part)
    here.end()
    lines = here.line - 1
    return true
  }

  const rest = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    const here = splitter()
    for await (const chunk of chunks) {
      here.push(chunk)
      await source.pause()
    }
    here.end()
  }
  return { piece, rest }
}
