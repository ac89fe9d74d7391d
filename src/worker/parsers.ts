/** Threads that parse pieces of a large file, seen from the loader: started at the first piece or before, then kept. */
import { transfer } from 'comlink'
import type { LineParsers, LinePiece, LineRange } from '../formats/types.ts'
import type { Connection } from './connection.ts'
import type { ParserEndpoint } from './protocol.ts'

/** More threads wait for one another's memory rather than work. */
const MOST = 8
/** Small enough that the last piece does not keep one core busy alone, large enough to pay its message. */
const PIECE_SIZE = 2 ** 22
/** Pieces that are being read in rows, over all threads: those behind the first row wait for it. */
const IN_ROWS = 8

/** Threads for this many cores: one is left to the thread that puts the pieces together, which works little. */
export const parserCount = (cores: number): number => Math.max(2, Math.min(MOST, cores - 1))

export interface Parsers extends LineParsers {
  /** Ends all threads at once; what is being parsed rejects. */
  readonly close: () => void
}

interface Thread {
  readonly connection: Connection<ParserEndpoint>
  waiting: number
  /** The range that it got last. */
  last: LineRange | undefined
}

const follows = (last: LineRange, next: LineRange): boolean =>
  next.text === last.text && next.from === last.to && next.stretch === last.stretch

/** `connect` may throw where no worker can be started from here: every `parse` then rejects. */
export function createParsers(connect: () => Connection<ParserEndpoint>, size: number): Parsers {
  let threads: readonly Thread[] = []
  let begun = 0
  const spare: ArrayBuffer[] = []
  const start = (count: number) => {
    while (begun < count) {
      const thread: Thread = { connection: connect(), waiting: 0, last: undefined }
      begun++
      threads = [...threads, thread]
      thread.connection.onFailure(() => {
        threads = threads.filter((other) => other !== thread)
      })
    }
  }
  const parse = async (piece: LinePiece, reader: string) => {
    start(size)
    if (threads.length === 0) throw new Error('All parser threads are gone.')
    const range = piece instanceof Uint8Array ? undefined : piece
    const reading = threads.find(({ last }) => last && range && follows(last, range))
    const thread = reading ?? threads.reduce((a, b) => (b.waiting < a.waiting ? b : a))
    thread.waiting++
    thread.last = range
    try {
      const given = spare.splice(0)
      transfer(given, given)
      return await thread.connection.call((parser) =>
        parser.parse(piece, reader, given, reading !== undefined),
      )
    } finally {
      thread.waiting--
    }
  }
  const prepare = (count = size) => {
    try {
      start(Math.min(count, size))
    } catch {
      // The first piece says so.
    }
  }
  const rest = () => {
    if (threads.length === 0 || threads.some(({ waiting }) => waiting > 0)) return
    for (const { connection } of threads) connection.close()
    threads = []
    begun = 0
  }
  const close = () => {
    for (const { connection } of threads) connection.close()
    threads = []
    begun = size
  }
  return {
    size,
    inRow: Math.max(1, Math.floor(IN_ROWS / size)),
    pieceSize: PIECE_SIZE,
    parse,
    prepare,
    rest,
    giveBack: (buffers) => void spare.push(...buffers),
    close,
  }
}
