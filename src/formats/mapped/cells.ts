/** Cells as tables hold them: numbers and lists also as text. */
import type { Numbers } from '../../trace/rows.ts'
import { parseJson } from '../containers/json.ts'

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

/** A number, a boolean as 0 or 1, or the text of either; undefined for anything else. */
export function numberIn(x: unknown): number | undefined {
  if (typeof x === 'number') return x
  if (typeof x === 'boolean') return Number(x)
  if (typeof x !== 'string') return undefined
  const text = x.trim()
  if (NUMBER.test(text)) return Number(text)
  if (/^true$/i.test(text)) return 1
  return /^false$/i.test(text) ? 0 : undefined
}

/** A list or typed array, or the text of a JSON list; undefined for anything else. */
export function listIn(x: unknown): Numbers | readonly unknown[] | undefined {
  if (Array.isArray(x) || (ArrayBuffer.isView(x) && !(x instanceof DataView))) {
    return x as Numbers | readonly unknown[]
  }
  if (typeof x !== 'string' || !x.trimStart().startsWith('[')) return undefined
  const { value } = parseJson(x)
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined
}

/** Whether a cell says nothing. */
export const isEmpty = (x: unknown): boolean =>
  x === undefined || x === null || x === '' || (typeof x === 'number' && Number.isNaN(x))
