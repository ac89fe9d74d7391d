/** What a parser thread does with the pieces it is given. */
import { CANONICAL_LINES } from '../formats/canonical-jsonl.ts'
import { free } from '../formats/containers/bytes.ts'
import { createLineParser } from '../formats/parse-lines.ts'
import type { LinePiece } from '../formats/types.ts'
import { createReturnedMemory } from '../trace/memory.ts'
import type { ParserEndpoint } from './protocol.ts'

/** Parses one piece after another; the next one is read meanwhile. */
export function createPieceParser(): ParserEndpoint['parse'] {
  const columns = createReturnedMemory()
  const { room, parse } = createLineParser(CANONICAL_LINES, columns)
  let before: Promise<unknown> = Promise.resolve()

  const take = async (text: Promise<Uint8Array<ArrayBuffer>>) => {
    const bytes = await text
    const { length } = bytes
    room(length).set(bytes)
    free(bytes.buffer)
    return parse(length)
  }
  return (piece, spare) => {
    columns.give(spare)
    const text = bytesOf(piece)
    // It fails again when its turn comes.
    text.catch(() => {})
    const next = before.then(() => take(text))
    before = next.catch(() => {})
    return next
  }
}

const bytesOf = async (piece: LinePiece): Promise<Uint8Array<ArrayBuffer>> =>
  piece instanceof Blob ? new Uint8Array(await piece.arrayBuffer()) : piece
