/**
 * Lines of a file, parsed apart from the load they belong to: what a parser thread does with a piece.
 * The reader of the format is the same; its sink writes down what it is told.
 */
import { clip } from '../trace/diagnostic-list.ts'
import type { MaskSource } from '../trace/estimates.ts'
import { type Memory, NEW_MEMORY } from '../trace/memory.ts'
import { PieceWriter } from '../trace/piece.ts'
import { createLineScanner } from './containers/lines/line-scanner.ts'
import type { ListKinds } from './containers/lines/types.ts'
import type { JsonRecord } from './containers/records.ts'
import type { ReadPiece, Sink } from './types.ts'

/** How a format reads a record of a line, without a look at other lines. */
export interface LineReader {
  /** Of the format; threads know the reader by it (`line-readers.ts`). */
  readonly id: string
  readonly visitor: (sink: Sink) => (record: JsonRecord) => void
  /** Lists of numbers; the visitor must not keep those that are typed arrays. */
  readonly lists: ListKinds
  /** Records that are read with the whole file at hand only. */
  readonly alone: (value: unknown) => boolean
  /** Code of a warning that is given once per file; undefined: there is none. */
  readonly once: string | undefined
}

/** Positions per byte of text, until there was any. */
const FIRST_GUESS = 0.1

/** Names of unknown columns that are kept per load. */
export const MOST_COLUMNS = 500

export interface LineParser {
  /** Where the bytes of the next piece are to be put. */
  readonly room: (size: number) => Uint8Array<ArrayBuffer>
  /** The piece of the lines in the room; undefined as in `LineParsers.parse`. */
  readonly parse: (size: number) => ReadPiece | undefined
}

/**
 * A parser keeps what it learnt about the file's pieces.
 *
 * @param memory for the pieces' columns per position
 */
export function createLineParser(
  { visitor, lists, alone }: LineReader,
  memory = NEW_MEMORY,
  scanner = createLineScanner(lists),
): LineParser {
  let positionsPerByte = FIRST_GUESS
  const parse = (size: number): ReadPiece | undefined => {
    const { sink, writer, giveUp, take } = pieceSink(memory)
    const visit = visitor(sink)
    writer.expect(Math.ceil(1.1 * positionsPerByte * size))
    const lines = scanner.scan(size, (record) => {
      if (alone(record.value)) giveUp()
      else visit(record)
    })
    positionsPerByte = writer.positionCount / size
    return take(lines)
  }
  return { room: scanner.room, parse }
}

/** A sink that keeps rows and notes in order. */
function pieceSink(memory: Memory) {
  const writer = new PieceWriter(memory)
  const notes: ReadPiece['notes'][number][] = []
  const unknown = new Set<string>()
  const steps = new Map<string, number>()
  /** Ids whose first row names no step. */
  const stepless = new Set<string>()
  const marks = { approximate: false }
  const masks = new Set<MaskSource>()
  let whole = true
  const giveUp = () => {
    whole = false
  }
  const noteStep = (id: string, step: number | undefined) => {
    const known = steps.get(id)
    if (step === undefined || !Number.isFinite(step)) {
      if (known === undefined) stepless.add(id)
      return
    }
    // Perhaps two rollouts of one id: `StepIds` tells them apart row by row.
    if (known === undefined ? stepless.has(id) : known !== step) giveUp()
    steps.set(id, step)
  }
  const sink: Sink = {
    row: (row, { line, step }) => {
      noteStep(row.rollout_id, step)
      writer.add(row, line)
    },
    reject: (rollout, fault, step) => {
      if (rollout !== undefined) noteStep(rollout, step)
      const rejects =
        rollout === undefined ? 'row' : { rollout, ...(step !== undefined && { step }) }
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
    maskDerived: (from) => void masks.add(from),
  }
  const take = (lines: number): ReadPiece | undefined => {
    if (!whole) return undefined
    const rows = writer.take()
    return {
      rows,
      notes,
      unknown: [...unknown],
      ...marks,
      maskDerived: [...masks],
      steps: rows.rolloutIds.map((id) => steps.get(id)),
      lines,
    }
  }
  return { sink, writer, giveUp, take }
}
