/** What reads lines of JSON objects out of a memory of its own. */
import type { JsonRecord } from '../records.ts'

/**
 * What lists of numbers hold that are taken as typed arrays: Uint8Array of 0 and 1, Int32Array, Float64Array
 * without NaN and infinities. Other lists come as they are, for the reader to look at.
 */
export type ListKind = 'bits' | 'integers' | 'doubles'

/** By key. */
export type ListKinds = ReadonlyMap<string, ListKind>

export interface LineScanner {
  /** Where a text of so many bytes is to be put; earlier text is gone. */
  readonly room: (size: number) => Uint8Array<ArrayBuffer>
  /**
   * Visits the records of the text in the room; returns how many line ends it has. Typed arrays are lent for
   * the time of the visit.
   */
  readonly scan: (size: number, visit: (record: JsonRecord) => void) => number
}
