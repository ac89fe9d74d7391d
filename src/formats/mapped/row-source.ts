/** What a table is to those who read its rows. */
import type { Mapping, TableOutline } from '../../trace/mapping.ts'
import type { JsonObject } from '../canonical-row.ts'
import type { Sink } from '../types.ts'

/** Rows that are looked at before anything is chosen. */
export const HEAD_ROWS = 20
/** A table of more columns is none. */
export const MOST_COLUMNS = 400

export interface TableRow {
  readonly record: JsonObject
  readonly line: number
  /** The row's JSON, where it is JSON: ids above 2^53 are read out of it. */
  readonly text: string
}

/** Where a table says what is wrong with it as a whole, or with one of its rows. */
export type Complaints = Pick<Sink, 'refuse' | 'warn' | 'reject'>

export interface Table {
  readonly container: TableOutline['container']
  /** In file order. */
  readonly columns: readonly string[]
  /**
   * Visits the rows, at least with the columns that the mapping names; without one with all columns. Stops
   * early where `visit` returns false.
   */
  readonly eachRow: (
    mapping: Mapping | undefined,
    visit: (row: TableRow) => boolean,
    complaints: Complaints,
  ) => Promise<void>
}
