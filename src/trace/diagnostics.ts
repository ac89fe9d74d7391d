import type { TableOutline } from './mapping.ts'

/** One sentence about a file that the user can act on. `severity` follows trace-schema §5. */
export interface Diagnostic {
  /** Stable identifier, e.g. `bad-length`, `bad-json`, `non-finite`, `segment-gap`. */
  readonly code: string
  /** `error`: something was left out. `warning`: everything readable was kept. */
  readonly severity: 'error' | 'warning'
  readonly file: string
  /** 1-based line of a JSONL file (blank lines count), otherwise the row number. */
  readonly line?: number
  /** What `line` counts; absent: lines. */
  readonly unit?: 'row'
  /** Column as the file names it. */
  readonly field?: string
  /** What is wrong, where, and what to do. Plain text, English. */
  readonly message: string
  /** What was skipped because nobody knows it, each with how often it came. */
  readonly skipped?: Skipped
}

export type Skipped = readonly { readonly type: string; readonly count: number }[]

/** A file that could not be read at all. */
export interface Refusal {
  readonly file: string
  readonly bytes: number
  /** Best guess of what it is, e.g. `npz`, `parquet`, `unknown`. */
  readonly guess: string
  readonly diagnostics: readonly Diagnostic[]
  /** It is a table: its columns can be mapped (trace/mapping.ts). */
  readonly table?: TableOutline
}
