/** What is said about a table that no format knows, and what is answered. */
import type { Mapping, TableOutline } from '../../trace/mapping.ts'
import type { Fault, Format } from '../types.ts'

export interface TableOptions {
  /** Applied to tables that no format knows, where they have all its columns. */
  readonly mapping?: Mapping
  /** Rows that are read of a mapped file: for a preview. */
  readonly rows?: number
  /** Called where a file has more. */
  readonly onLimit?: () => void
}

export interface Choice {
  readonly format: Format | undefined
  /** Why the mapping is not used although the file is a table. */
  readonly misfit?: Fault
  /** What a person would need to map the columns; undefined: it is no table, or needs no mapping. */
  readonly outline: () => Promise<TableOutline | undefined>
}
