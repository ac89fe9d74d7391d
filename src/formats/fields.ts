/** What the readers of trainers' records share: fields as they are written, checked. */
import type { JsonObject } from './canonical-row.ts'
import { show } from './canonical-row.ts'
import type { Fault } from './types.ts'

/** A finite number, else undefined. */
export const finite = (x: unknown): number | undefined =>
  typeof x === 'number' && Number.isFinite(x) ? x : undefined

/** An integer from 0 up, else undefined. */
export const countOf = (x: unknown): number | undefined =>
  Number.isSafeInteger(x) && (x as number) >= 0 ? (x as number) : undefined

/** A string or an integer as text. */
export function nameOf(x: unknown): string | undefined {
  if (typeof x === 'string' && x !== '') return x
  return typeof x === 'number' && Number.isInteger(x) ? String(x) : undefined
}

export const listIn = (record: JsonObject, name: string): readonly unknown[] | undefined =>
  Array.isArray(record[name]) ? (record[name] as readonly unknown[]) : undefined

/** The outcome a field holds; a warning where it holds something else than a number or null. */
export function outcomeOf(
  record: JsonObject,
  field: string,
  line: number,
  warn: (fault: Fault) => void,
): number | undefined {
  const x = record[field]
  if (x === undefined || x === null) return undefined
  if (typeof x === 'boolean') return Number(x)
  const number = finite(x)
  if (number !== undefined) return number
  const message = `\`${field}\` is ${show(x)}; the outcome counts as missing.`
  warn({ code: typeof x === 'number' ? 'non-finite' : 'bad-type', line, field, message })
  return undefined
}

/** Reports columns that no reader uses, each once. */
export function unknownFields(known: ReadonlySet<string>, report: (name: string) => void) {
  const seen = new Set<string>()
  return (record: JsonObject): void => {
    for (const key of Object.keys(record)) {
      if (known.has(key) || seen.has(key)) continue
      seen.add(key)
      report(key)
    }
  }
}

/** Longest context that is taken for one. */
const LONGEST = 2 ** 22
/** Positions of one load that may stand in lengths alone: a short text may claim any number. */
const MOST_POSITIONS = 2 ** 27

/** Counts lengths that no list of the file backs; a sentence where one is no length, or all are too many. */
export function lengthBudget(): (field: string, x: unknown) => string | undefined {
  let total = 0
  return (field, x) => {
    const length = countOf(x)
    if (length === undefined || length > LONGEST) {
      return `${field} is ${show(x)}; an integer from 0 to ${LONGEST} is needed.`
    }
    total += length
    if (total <= MOST_POSITIONS) return undefined
    return `the lengths of this load add up to more than ${MOST_POSITIONS} tokens; open fewer files.`
  }
}
