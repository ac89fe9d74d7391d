/** What a parser thread does with the pieces it is given. */
import { CANONICAL_LINES } from '../formats/canonical-jsonl.ts'
import { linesOf } from '../formats/line-cuts.ts'
import { createLineParser } from '../formats/parse-lines.ts'
import type { LinePiece } from '../formats/types.ts'
import { createReturnedMemory } from '../trace/memory.ts'
import type { ParserEndpoint } from './protocol.ts'

/** Parses one piece after another; the next one is read meanwhile. */
export function createPieceParser(): ParserEndpoint['parse'] {
  const columns = createReturnedMemory()
  const { room, parse } = createLineParser(CANONICAL_LINES, columns)
  let before: Promise<unknown> = Promise.resolve()

  const take = async (text: Promise<Parts>) => {
    const parts = await text
    if (!parts) return undefined
    const size = parts.reduce((sum, part) => sum + part.length, 0)
    const into = room(size)
    let at = 0
    // Not detached when they are done with: Chromium keeps what a Blob has read until a collection, and detached
    // buffers count for nothing towards one. A file of 600 MB would be there as a whole.
    for (const part of parts) {
      into.set(part, at)
      at += part.length
    }
    return parse(size)
  }
  return (piece, spare) => {
    columns.give(spare)
    const text = partsOf(piece)
    // It fails again when its turn comes.
    text.catch(() => {})
    const next = before.then(() => take(text))
    before = next.catch(() => {})
    return next
  }
}

type Parts = readonly Uint8Array<ArrayBuffer>[] | undefined

const partsOf = async (piece: LinePiece): Promise<Parts> =>
  piece instanceof Uint8Array ? [piece] : linesOf(piece)
