/** What a parser thread does with the pieces it is given. */
import { CANONICAL_LINES } from '../formats/canonical-jsonl.ts'
import { readInto } from '../formats/containers/bytes.ts'
import { createLineParser } from '../formats/parse-lines.ts'
import type { LinePiece } from '../formats/types.ts'
import { createReturnedMemory } from '../trace/memory.ts'
import type { ParserEndpoint } from './protocol.ts'

/** Reads every piece into the same memory, one at a time. */
export function createPieceParser(): ParserEndpoint['parse'] {
  const columns = createReturnedMemory()
  const parseLines = createLineParser(CANONICAL_LINES, columns)
  let memory = new ArrayBuffer(0)
  let before: Promise<unknown> = Promise.resolve()

  const parse = async (piece: LinePiece) => {
    if (!(piece instanceof Blob)) return parseLines(piece)
    if (memory.byteLength < piece.size) memory = new ArrayBuffer(Math.ceil(1.1 * piece.size))
    memory = await readInto(piece, memory)
    return parseLines(new Uint8Array(memory, 0, piece.size))
  }
  return (piece, spare) => {
    columns.give(spare)
    const next = before.then(() => parse(piece))
    before = next.catch(() => {})
    return next
  }
}
