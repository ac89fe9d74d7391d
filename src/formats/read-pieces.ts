/**
 * A large file of lines, parsed by all threads: cut at line ends, taken in in order, so that rows, line
 * numbers and messages are those of one thread. What a thread cannot take, or lost, is parsed here.
 */
import { lineSplitter } from './containers/records.ts'
import { type Cut, cutsOf } from './line-cuts.ts'
import type { LineReader } from './parse-lines.ts'
import type { LineParsers, LinePiece, ReadPiece, Sink, Source } from './types.ts'

/** What packed text mostly unpacks to, at least. */
const UNPACKED = 4
/** Pieces per thread that are being parsed or wait to be taken in. */
const AHEAD = 2

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
  const takeNext = async () => {
    const next = waiting.shift()
    if (!next) return
    await intake.piece(next.cut.piece, await next.parsed)
    if (next.cut.done !== undefined) control.onBytes(next.cut.done)
    await source.pause()
  }
  try {
    for await (const cut of cutsOf(lines, control, parsers.pieceSize)) {
      if (cut.kind === 'rest') {
        while (waiting.length > 0) await takeNext()
        await intake.rest(cut.chunks)
        continue
      }
      waiting.push({ cut, parsed: parseIn(parsers, cut.piece) })
      while (waiting.length >= AHEAD * parsers.size) await takeNext()
    }
  } finally {
    // Also after damage: what stands before it is read. (An abort throws again in `pause`.)
    while (waiting.length > 0) await takeNext()
  }
  control.onBytes(size)
  return true
}

type Parsed = ReadPiece | undefined

const parseIn = (parsers: LineParsers, piece: LinePiece): Promise<Parsed> =>
  parsers.parse(piece).catch(() => undefined)

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

  const piece = async (piece: LinePiece, parsed: Parsed): Promise<void> => {
    if (parsed) {
      const notes = parsed.notes.filter(({ fault }) => isNew(fault.code))
      parsers.giveBack(sink.piece({ ...parsed, notes }, lines))
      lines += parsed.lines
      return
    }
    const here = splitter()
    here.push(piece instanceof Blob ? new Uint8Array(await piece.arrayBuffer()) : piece)
    here.end()
    lines = here.line - 1
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
