/** What every reader of JSON records does before it looks at a record. */
import type { Fault } from '../trace/diagnostic-list.ts'
import { endOfString, parseJson } from './containers/json.ts'
import type { JsonRecord } from './containers/records.ts'
import type { Sink } from './types.ts'

/**
 * Reports a record that is no JSON (true = skip it) and one whose text had invalid UTF-8. A file that
 * ends inside its last record is a live file: a warning. `rolloutIn` finds the rollout a broken text
 * belongs to, so that the rollout is not shown without one of its segments.
 */
export function unreadable(
  record: JsonRecord,
  sink: Pick<Sink, 'warn' | 'reject'>,
  rolloutIn: (text: string) => string | undefined,
): boolean {
  const { line, problem } = record
  if (record.badUtf8) {
    const message = 'invalid UTF-8, read as U+FFFD; save the file as UTF-8.'
    sink.warn({ code: 'bad-utf8', line, message })
  }
  if (!problem) return false
  const fault: Fault = { code: problem.code, line, message: problem.message }
  if (problem.code === 'truncated' && record.last) sink.warn(fault)
  else sink.reject(rolloutIn(record.text), fault)
  return true
}

/** The string or integer value of a key in a text that need not be JSON. */
export function looseValue(text: string, key: string): string | undefined {
  const quoted = `"${key}"`
  for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + 1)) {
    const after = at + quoted.length
    // No expression over the value itself: it may be as long as the file.
    const [gap, quote, digits] = START.exec(text.slice(after, after + 64)) ?? []
    if (digits !== undefined) return digits
    if (gap === undefined || quote === undefined) continue
    const start = after + gap.length - 1
    const end = endOfString(text, start + 1)
    if (end === text.length) return undefined
    const { value } = parseJson(text.slice(start, end + 1))
    return typeof value === 'string' ? value : undefined
  }
  return undefined
}

const START = /^\s*:\s*(?:(")|(-?\d+)\b)/

/** A record of some other format in the middle of a file. */
export const foreign = (line: number, label: string, wanted: string): Fault => ({
  code: 'foreign-row',
  line,
  message: `not a record of a ${label}: ${wanted} expected; the record is left out.`,
})
