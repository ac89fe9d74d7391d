/** The beginning of a table as the dialog shows it. */

import { clip } from '../../trace/diagnostic-list.ts'
import type { ColumnKind, TableOutline } from '../../trace/mapping.ts'
import { isObject } from '../canonical-row.ts'
import { listIn, numberIn } from './cells.ts'
import { HEAD_ROWS, type Table, type TableRow } from './row-source.ts'

const SHOWN_ROWS = 4
const NOBODY = { refuse: () => {}, warn: () => {}, reject: () => {} }

/** Columns with their kinds, and the first rows. */
export async function outlineOf(table: Table): Promise<TableOutline> {
  const rows: TableRow[] = []
  await table.eachRow(
    undefined,
    (row) => {
      rows.push(row)
      return rows.length < HEAD_ROWS
    },
    NOBODY,
  )
  return {
    container: table.container,
    columns: table.columns.map((name) => ({
      name,
      kind: kindOf(rows.map(({ record }) => record[name])),
    })),
    rows: rows
      .slice(0, SHOWN_ROWS)
      .map(({ record }) => table.columns.map((name) => shown(record[name]))),
  }
}

/** Whether there is anything in it that tokens could be told from. */
export function isTable({ columns, rows }: TableOutline): boolean {
  const kinds = columns.map(({ kind }) => kind)
  if (kinds.some((kind) => kind === 'numbers' || kind === 'bits' || kind === 'texts')) return true
  // One row per token, or a text to be split: both need something beside it.
  return rows.length > 1 && kinds.filter((kind) => kind === 'number' || kind === 'text').length > 1
}

function kindOf(values: readonly unknown[]): ColumnKind {
  const given = values.filter((x) => x !== undefined && x !== null && x !== '')
  if (given.length === 0) return 'other'
  const lists = given.map(listIn)
  if (lists.every((list) => list !== undefined)) return listKind(lists.flatMap((list) => [...list]))
  if (given.every((x) => numberIn(x) !== undefined)) return 'number'
  return given.every((x) => typeof x === 'string' || typeof x === 'number') ? 'text' : 'other'
}

function listKind(entries: readonly unknown[]): ColumnKind {
  if (entries.length === 0) return 'numbers'
  if (entries.every((x) => x === 0 || x === 1 || typeof x === 'boolean')) return 'bits'
  if (entries.every((x) => typeof x === 'number')) return 'numbers'
  return entries.every((x) => typeof x === 'string') ? 'texts' : 'other'
}

/** A cell, short. */
function shown(x: unknown): string {
  if (x === undefined || x === null) return ''
  const list = ArrayBuffer.isView(x) || Array.isArray(x) ? listIn(x) : undefined
  if (!list) return clip(isObject(x) ? '{…}' : String(x))
  const first = Array.from(list.slice(0, 6) as readonly unknown[], (entry) =>
    typeof entry === 'number' ? String(Number(entry.toPrecision(4))) : clip(String(entry)),
  )
  return clip(`[${first.join(', ')}${list.length > 6 ? ', …' : ''}]`)
}
