/** JSON records out of a blob: JSON Lines, one JSON array, or one JSON document. */

/** `lines`: one value per line. `array`: the elements of one array. `document`: one value over many lines. */
export type TextLayout = 'lines' | 'array' | 'document'

/** Why a record could not be read. */
export interface JsonProblem {
  readonly code: 'bad-json' | 'truncated' | 'nested-too-deep' | 'too-long'
  readonly message: string
}

export interface JsonRecord {
  /** 1-based line (`lines`, `document`) or element number (`array`). */
  readonly line: number
  readonly text: string
  readonly value: unknown
  readonly problem: JsonProblem | undefined
  /** The text held invalid UTF-8, read as U+FFFD. */
  readonly badUtf8: boolean
  /** Nothing follows this record. */
  readonly last: boolean
}
