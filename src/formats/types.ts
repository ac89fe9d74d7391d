/** What a reader is, what it is given and what a load ends in. */
import type { Batch, Has } from '../trace/batch.ts'
import type { Diagnostic, Refusal } from '../trace/diagnostics.ts'
import type { Estimates, MaskSource } from '../trace/estimates.ts'
import type { RowPiece } from '../trace/piece.ts'
import type { RowWords } from '../trace/row-order.ts'
import type { CanonicalRow } from '../trace/rows.ts'
import type { ReadControl } from './containers/bytes.ts'
import type { ParquetTable } from './containers/parquet.ts'
import type { JsonRecord, TextLayout } from './containers/records.ts'
import type { TorchFile } from './containers/torch.ts'
import type { ZipMember } from './containers/zip.ts'

export interface TraceInput {
  readonly name: string
  readonly data: Blob
}

/** `done` and `total` are bytes while reading, segments while building. */
export type Progress =
  | {
      readonly phase: 'reading'
      readonly file: string
      readonly done: number
      readonly total: number
    }
  | { readonly phase: 'building'; readonly done: number; readonly total: number }

export interface LoadedFile {
  readonly name: string
  /** Format id, undefined where the file was refused. */
  readonly format: string | undefined
  readonly bytes: number
  /** What its loss mask was told from; absent: it records one. */
  readonly mask?: readonly MaskSource[]
}

export interface LoadedTrace {
  readonly batch: Batch
  readonly has: Has
  /** One entry per input, in input order. */
  readonly files: readonly LoadedFile[]
  readonly diagnostics: readonly Diagnostic[]
  /** Columns no part of Segue uses, as the files name them. */
  readonly unknownColumns: readonly string[]
  /** Sampling calls of the main agent, one number per segment of the batch. */
  readonly turns: Uint32Array
  /** Training step of every rollout of the batch, NaN = not recorded; undefined where no file says any. */
  readonly steps?: Float64Array
  /** Absent where tokens and masks of all rollouts are alike: estimated, or recorded. */
  readonly estimates?: Estimates | undefined
  /** Files that were refused while others were read. */
  readonly refusals: readonly Refusal[]
  /** The `document` of a Segue share file; undefined for every other file. */
  readonly document: unknown
  /** The rows of some rollout do not follow each other in the files. */
  readonly scattered?: true
}

/** No rollout could be read from any input. */
export interface ReadFailure {
  readonly refusals: readonly Refusal[]
  /** One entry per input; a file that was recognised but held no usable rollout keeps its format. */
  readonly files: readonly LoadedFile[]
}

/** Where a row stands in the files. */
export interface Place {
  readonly line: number
  /** Sampling calls of the row, where they differ from what mask and `turns` show. */
  readonly calls?: number
  /** Training step of the rollout. */
  readonly step?: number
}

/** Rows that were read away from the load they belong to, and what was said between them. Plain data. */
export interface ReadPiece {
  readonly rows: RowPiece
  readonly notes: readonly {
    /** Number of rows that came before. */
    readonly after: number
    /** What it leaves out: nothing, the row alone, or a whole rollout. */
    readonly rejects: 'nothing' | 'row' | { readonly rollout: string; readonly step?: number }
    readonly fault: Fault
  }[]
  readonly unknown: readonly string[]
  /** What rows say of the whole load, as `Sink.approximate` and `Sink.maskDerived`. */
  readonly approximate: boolean
  readonly maskDerived: readonly MaskSource[]
  /** Training step of each of `rows.rolloutIds`, of which two may be alike in different steps. */
  readonly steps: readonly (number | undefined)[]
  /** Lines of the piece. */
  readonly lines: number
}

/** The lines of a text that start in [from, to). */
export interface LineRange {
  readonly text: Blob
  readonly from: number
  readonly to: number
  /** Where the last range ends that one thread reads after this one, by the same stream; `to`: there is none. */
  readonly stretch: number
  /** A range whose last line ends more bytes behind the start of the first is given up. */
  readonly longest: number
}

/** Whole lines of a file, or where they are; only the last ones of it may end without a line end. */
export type LinePiece = LineRange | Uint8Array<ArrayBuffer>

/** Threads that parse pieces. */
export interface LineParsers {
  /** How many work at once. */
  readonly size: number
  /** Pieces in a row that one of them reads. */
  readonly inRow: number
  /** Bytes of text per piece, about; a file with no more is read in one thread. */
  readonly pieceSize: number
  /**
   * undefined: the piece holds something that only a reader of the whole file can take, or a line too long.
   * Rejects where the thread is gone.
   *
   * @param reader id of a `LineReader`
   */
  readonly parse: (piece: LinePiece, reader: string) => Promise<ReadPiece | undefined>
  /** Starts threads, all unless `count` says how many, before the first piece comes. */
  readonly prepare: (count?: number) => void
  /** Ends threads that have nothing to do, until a piece comes. */
  readonly rest: () => void
  /** Takes memory back for pieces that are still to come. */
  readonly giveBack: (spare: readonly ArrayBuffer[]) => void
}

export interface SourceControl extends ReadControl {
  /** Absent: everything is parsed in this thread. */
  readonly parsers?: LineParsers | undefined
}

/** What a reader reports to while it walks through one file. */
export interface Sink {
  readonly row: (row: CanonicalRow, place: Place) => void
  /**
   * All of a piece, in order; `line` lines of the file come before it. Returns memory of it that nobody needs
   * any more.
   */
  readonly piece: (piece: ReadPiece, line: number) => readonly ArrayBuffer[]
  /**
   * Leaves the rollout out of the load; `rollout` undefined = only this row is lost. `step` where the id may come
   * in several training steps.
   */
  readonly reject: (rollout: string | undefined, fault: Fault, step?: number) => void
  readonly warn: (fault: Fault) => void
  /** Nothing in this file can be trusted: rows of it that were given already are withdrawn. */
  readonly refuse: (fault: Fault) => void
  readonly unknownColumn: (name: string) => void
  readonly document: (document: unknown) => void
  /** How many positions are to come, where that is known before the rows. */
  readonly expect: (positions: number) => void
  readonly approximate: () => void
  readonly maskDerived: (from: MaskSource) => void
}

/** A diagnostic before the file's name is known. */
export type Fault = Omit<Diagnostic, 'file' | 'severity'>

/** The beginning of a file, enough to say what it is. */
export type Head =
  | {
      readonly kind: 'text'
      readonly layout: TextLayout
      /** Up to 20 parsed records; unreadable ones are not among them. */
      readonly records: readonly unknown[]
    }
  | { readonly kind: 'zip'; readonly members: readonly ZipMember[] }
  | { readonly kind: 'parquet'; readonly table: ParquetTable }
  | { readonly kind: 'torch'; readonly file: TorchFile }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array; readonly size: number }

export interface LineBytes {
  /** The text as it is on the disk; undefined where it has to be unpacked first. */
  readonly plain: Blob | undefined
  /** The text piece by piece, unpacked. */
  readonly pieces: (control: ReadControl) => AsyncGenerator<Uint8Array>
}

/** One file, opened. */
export interface Source {
  readonly name: string
  readonly size: number
  readonly head: Head
  /** The first records of a text that are no JSON, such as the lines of a CSV. */
  readonly unparsed: readonly string[]
  /**
   * Visits every JSON record; memory stays bounded by the longest record. Lists of numbers directly under
   * a `numeric` key may come as Float64Array.
   */
  readonly eachRecord: (
    visit: (record: JsonRecord) => void,
    numeric?: ReadonlySet<string>,
  ) => Promise<void>
  /** The bytes behind the records of JSON Lines; undefined for other layouts. */
  readonly lines?: LineBytes
  /** The file, unpacked; for containers that need random access. */
  readonly blob: () => Promise<Blob>
  readonly control: SourceControl
  /** To be awaited in long loops: lets the event loop run now and then, throws on abort. */
  readonly pause: () => Promise<void> | undefined
}

/** Reads the files of one format of one load, one after another. */
export interface FormatReader {
  readonly file: (source: Source, sink: Sink) => Promise<void>
  /** Called after the last file, for formats whose rollouts span files. */
  readonly finish?: () => void
}

export interface Format {
  /** Public id (trace-schema §5). */
  readonly id: string
  readonly label: string
  /** Formats of one family share a reader, which joins their files; default: the format's id. */
  readonly family?: string
  /** Formats of one value here mean the same rollout by the same id; default: the format's id. */
  readonly ids?: string
  /**
   * Lines are rows or rollouts, read one after another, and what writes such files puts the rows of a rollout
   * together: the first lines of a file give its first rollouts, the last of them perhaps without its end.
   */
  readonly inOrder?: true
  /** Large files of it are parsed in pieces by several threads at once, faster than anyone can look. */
  readonly inPieces?: true
  /** How the format's files name what is checked across rows; default: the canonical columns. */
  readonly words?: RowWords
  /** Confidence 0..1 that the file is of this format, undefined = it is not. Never looks at the name. */
  readonly sniff: (head: Head) => number | undefined
  readonly open: () => FormatReader
}
