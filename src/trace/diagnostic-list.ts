import { clipMiddle } from './clip.ts'
import type { Diagnostic, Skipped } from './diagnostics.ts'

/** A fault before the file is known: `message` says what is wrong and what to do, not where. */
export interface Fault {
  readonly code: string
  readonly line?: number
  readonly field?: string
  readonly message: string
  readonly skipped?: Skipped
}

/** Ids and values may be as long as a file; what is said about them may not. */
const LONGEST = 80

export const clip = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text

/** A text of the file, as messages name it. */
export const quote = (text: string): string => JSON.stringify(clip(text))

/** How the file counts its records: lines of JSON Lines, rows of everything else. */
export type LineUnit = 'line' | 'row'

/** The diagnostic whose message also says where. */
export function diagnosticOf(
  fault: Fault,
  severity: Diagnostic['severity'],
  file: string,
  unit: LineUnit,
): Diagnostic {
  const { code, line, field, skipped } = fault
  const name = clipMiddle(file)
  const where = line === undefined ? name : `${name}, ${unit} ${line}`
  const message = `${where}: ${fault.message}`
  return {
    code,
    severity,
    file,
    ...(line !== undefined && { line }),
    ...(line !== undefined && unit === 'row' && { unit }),
    ...(field !== undefined && { field }),
    message,
    ...(skipped && { skipped }),
  }
}

/** Diagnostics of a load, bounded: a file with a million bad rows must not fill memory or the page. */
export class DiagnosticList {
  static readonly LIMIT = 1000
  readonly #kept: Diagnostic[] = []
  #more = 0
  #moreErrors = 0

  add(diagnostic: Diagnostic): void {
    if (this.#kept.length < DiagnosticList.LIMIT) this.#kept.push(diagnostic)
    else {
      this.#more++
      if (diagnostic.severity === 'error') this.#moreErrors++
    }
  }

  /** The first LIMIT diagnostics and, if there were more, one that says how many. */
  list(): readonly Diagnostic[] {
    if (this.#more === 0) return this.#kept.slice()
    const { file } = this.#kept[this.#kept.length - 1]
    const message = `${this.#more} more messages of this load are not shown.`
    const severity = this.#moreErrors > 0 ? 'error' : 'warning'
    return [...this.#kept, { code: 'more', severity, file, message }]
  }
}
