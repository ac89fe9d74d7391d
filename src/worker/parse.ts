/** What a parser thread does with the pieces it is given. */
import { CANONICAL_LINES } from '../formats/canonical-jsonl.ts'
import { linesIn } from '../formats/line-cuts.ts'
import { LINE_READERS } from '../formats/line-readers.ts'
import { createLineParser, type LineParser } from '../formats/parse-lines.ts'
import { createRangeReader } from '../formats/range-reader.ts'
import type { LinePiece, LineRange } from '../formats/types.ts'
import { createReturnedMemory } from '../trace/memory.ts'
import type { ParserEndpoint } from './protocol.ts'

/** Parses one piece after another; the next one is read meanwhile. */
export function createPieceParser(): ParserEndpoint['parse'] {
  const columns = createReturnedMemory()
  const texts = createReturnedMemory()
  const parsers = new Map<string, LineParser>()
  const parserOf = (id: string): LineParser => {
    const known = parsers.get(id)
    if (known) return known
    const reader = LINE_READERS.get(id)
    if (!reader) throw new Error(`Lines of ${id} are not read by threads.`)
    const parser = createLineParser(reader, columns)
    parsers.set(id, parser)
    return parser
  }
  // What most large files need; it takes some milliseconds.
  parserOf(CANONICAL_LINES.id)
  const read = createRangeReader(texts)
  let readBefore: Promise<unknown> = Promise.resolve()
  let before: Promise<unknown> = Promise.resolve()

  const linesOf = (range: LineRange, follows: boolean): Promise<Parts> => {
    const bytes = readBefore.then(() => read(range, follows))
    readBefore = bytes.catch(() => {})
    return bytes.then((all) => linesIn(range, all, texts))
  }

  const take = async (piece: LinePiece, reader: string, text: Promise<Parts>) => {
    const parts = await text
    if (!parts) return undefined
    const { room, parse } = parserOf(reader)
    const size = parts.reduce((sum, part) => sum + part.length, 0)
    const into = room(size)
    let at = 0
    for (const part of parts) {
      into.set(part, at)
      at += part.length
    }
    if (!(piece instanceof Uint8Array)) texts.give(parts.map(({ buffer }) => buffer))
    return parse(size)
  }
  return (piece, reader, spare, follows) => {
    columns.give(spare)
    const text = piece instanceof Uint8Array ? Promise.resolve([piece]) : linesOf(piece, follows)
    // It fails again when its turn comes.
    text.catch(() => {})
    const next = before.then(() => take(piece, reader, text))
    before = next.catch(() => {})
    return next
  }
}

type Parts = readonly Uint8Array<ArrayBuffer>[] | undefined
