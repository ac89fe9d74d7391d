/** Parses pieces of a large file for the loader that started it. */
import { expose, transfer } from 'comlink'
import { createPieceParser } from './parse.ts'
import type { ParserEndpoint } from './protocol.ts'
import { transferables } from './transferables.ts'

const parse = createPieceParser()

const endpoint: ParserEndpoint = {
  parse: async (piece, reader, spare, follows) => {
    const parsed = await parse(piece, reader, spare, follows)
    return parsed && transfer(parsed, transferables(parsed))
  },
}

expose(endpoint)
