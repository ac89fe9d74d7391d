/**
 * Lines of a file, parsed apart from the load they belong to: what a parser thread does with a piece.
 * The reader of the format is the same; its sink writes down what it is told.
 */
import { clip } from '../trace/diagnostic-list.ts'
import { type Memory, NEW_MEMORY } from '../trace/memory.ts'
import { PieceWriter } from '../trace/piece.ts'
import { type JsonRecord, lineSplitter } from './containers/records.ts'
import type { ReadPiece, Sink } from './types.ts'

/** How a format reads a record of a line, without a look at other lines. */
export interface LineReader {
  readonly visitor: (sink: Sink) => (record: JsonRecord) => void
  /** As in `Source.eachRecord`; the visitor must not keep the lists. */
  readonly numeric: ReadonlySet<string>
  /** Records that are read with the whole file at hand only. */
  readonly alone: (value: unknown) => boolean
  /** Code of a warning that is given once per file. */
  readonly once: string
}

/** Names of unknown columns that are kept per load. */
export const MOST_COLUMNS = 500

/** The piece of these lines; undefined as in `LineParsers.parse`. */
export type LineParser = (bytes: Uint8Array) => ReadPiece | undefined

/**
 * A parser keeps what it learnt about the file's pieces.
 *
 * @param memory for the pieces' columns per position
 */
export function createLineParser(
  { visitor, numeric, alone }: LineReader,
  memory = NEW_MEMORY,
): LineParser {
  let positionsPerByte = 0
  return (bytes: Uint8Array): ReadPiece | undefined => {
    const { sink, writer, giveUp, take } = pieceSink(memory)
    const visit = visitor(sink)
    writer.expect(Math.ceil(1.1 * positionsPerByte * bytes.length))
    const options = { numeric, firstLine: 1, lend: true }
    const splitter = lineSplitter(
      (record) => (alone(record.value) ? giveUp() : visit(record)),
      options,
    )
    splitter.push(bytes)
    splitter.end()
    positionsPerByte = writer.positionCount / bytes.length
    return take(splitter.line - 1)
  }
}

/** A sink that keeps rows and notes in order. */
function pieceSink(memory: Memory) {
  const writer = new PieceWriter(memory)
  const notes: ReadPiece['notes'][number][] = []
  const unknown = new Set<string>()
  const steps = new Map<string, number>()
  const marks = { approximate: false, maskDerived: false }
  let whole = true
  const giveUp = () => {
    whole = false
  }
  const sink: Sink = {
    row: (row, { line, step }) => {
      if (step !== undefined && Number.isFinite(step)) steps.set(row.rollout_id, step)
      writer.add(row, line)
    },
    reject: (rollout, fault) => {
      const rejects = rollout === undefined ? 'row' : { rollout }
      notes.push({ after: writer.rowCount, rejects, fault })
    },
    warn: (fault) => notes.push({ after: writer.rowCount, rejects: 'nothing', fault }),
    unknownColumn: (name) => {
      if (unknown.size < MOST_COLUMNS) unknown.add(clip(name))
    },
    piece: () => {
      giveUp()
      return []
    },
    refuse: giveUp,
    document: giveUp,
    expect: () => {},
    approximate: () => {
      marks.approximate = true
    },
    maskDerived: () => {
      marks.maskDerived = true
    },
  }
  const take = (lines: number): ReadPiece | undefined =>
    whole
      ? {
          rows: writer.take(),
          notes,
          unknown: [...unknown],
          ...marks,
          steps: [...steps],
          lines,
        }
      : undefined
  return { sink, writer, giveUp, take }
}
