/** What a share link or file takes of the open trace. */
import type { TraceFileKind } from '../formats/write/kinds.ts'

export interface PayloadOptions {
  /** Include token texts and ids, tool names and statuses. */
  readonly texts: boolean
}

export interface RowsOptions extends PayloadOptions {
  /** One row per line instead of one JSON array. */
  readonly lines: boolean
  /** Only rollouts of this training step. */
  readonly step?: number
}

export interface SharePayload {
  /** base64url, deflated; undefined when longer than the limit asked for. */
  readonly payload: string | undefined
  /** Length of the payload; undefined where the trace is so large that it was not even tried. */
  readonly characters: number | undefined
  /** Whether values and rewards went in (or the trace has none). */
  readonly numbers: boolean
  /** Of the numbers only values and rewards: log-probs and the like found no room. */
  readonly creditOnly?: boolean
}

/** A file of the trace, or of the chosen training step, and which advantages and returns stand in it. */
export interface TraceExport {
  readonly kind: TraceFileKind
  /** `recorded`: those of the opened file, if it has any. */
  readonly advantages: 'a' | 'b' | 'recorded'
}
