/** Files of rows, whatever holds them: JSON objects, CSV lines, parquet, arrays of an npz. */
import type { Mapping } from '../../trace/mapping.ts'
import type { JsonObject } from '../canonical-row.ts'
import { isObject } from '../canonical-row.ts'
import { looseValue, unreadable } from '../text-records.ts'
import type { Head, Source } from '../types.ts'
import { cellsOf, csvHeader, isComment } from './csv.ts'
import { npzTable } from './npz-table.ts'
import { MOST_COLUMNS, type Table, type TableRow } from './row-source.ts'

/** Ends a walk that cannot be told to end. */
class Enough extends Error {}

async function untilEnough(walk: () => Promise<void>): Promise<void> {
  try {
    await walk()
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
}

/** The table in a file; undefined where it holds none. */
export async function tableOf(source: Source): Promise<Table | undefined> {
  const { head } = source
  switch (head.kind) {
    case 'text':
      return jsonTable(source, head) ?? csvTable(source, head)
    case 'parquet':
      return parquetTable(source, head)
    case 'zip':
      return npzTable(source, head.members)
    default:
      return undefined
  }
}

function jsonTable(source: Source, head: Extract<Head, { kind: 'text' }>): Table | undefined {
  const records = head.records.filter(isObject)
  // One document over many lines is a configuration or a report, not a table.
  if (records.length === 0 || (head.layout === 'document' && records.length < 2)) return undefined
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  if (columns.length > MOST_COLUMNS) return undefined
  return {
    container: 'JSON',
    columns,
    eachRow: (mapping, visit, complaints) => {
      const key = mapping?.columns.rollout
      const rolloutIn = (text: string) => (key === undefined ? undefined : looseValue(text, key))
      return untilEnough(() =>
        source.eachRecord((record) => {
          if (unreadable(record, complaints, rolloutIn)) return
          const { value, line } = record
          if (!isObject(value)) {
            const message = 'not an object with columns; the record is left out.'
            complaints.reject(undefined, { code: 'foreign-row', line, message })
            return
          }
          const row: TableRow = {
            record: value,
            line,
            get text() {
              return record.text
            },
          }
          if (!visit(row)) throw new Enough()
        }, numericColumns(mapping)),
      )
    },
  }
}

/** Lists under these may come as typed arrays straight from the bytes. */
function numericColumns(mapping: Mapping | undefined): ReadonlySet<string> {
  if (mapping?.rows !== 'segment') return new Set()
  const { rollout: _r, order: _o, group: _g, text: _t, ...lists } = mapping.columns
  return new Set(Object.values(lists))
}

function csvTable(source: Source, head: Extract<Head, { kind: 'text' }>): Table | undefined {
  if (head.layout !== 'lines' || head.records.length > 0) return undefined
  const comments = source.unparsed.findIndex((line) => !isComment(line))
  const header = csvHeader(source.unparsed.slice(comments))
  if (!header || header.columns.length > MOST_COLUMNS) return undefined
  const { columns, delimiter } = header
  return {
    container: 'CSV',
    columns,
    eachRow: (_mapping, visit, { reject }) =>
      untilEnough(() => {
        let isBody = false
        return source.eachRecord(({ text, line }) => {
          if (!isBody) {
            isBody = !isComment(text)
            return
          }
          const cells = cellsOf(text.replace(/\r$/, ''), delimiter)
          if (cells?.length !== columns.length) {
            const message = cells
              ? `has ${cells.length} cells but the header has ${columns.length}; the row is left out.`
              : 'a quote is not closed, or a cell goes on after it; the row is left out.'
            reject(undefined, { code: 'bad-csv', line, message })
            return
          }
          const record = Object.fromEntries(columns.map((name, k) => [name, cells[k]]))
          if (!visit({ record, line, text: '' })) throw new Enough()
        })
      }),
  }
}

function parquetTable(
  { control }: Source,
  { table }: Extract<Head, { kind: 'parquet' }>,
): Table | undefined {
  const { columns } = table
  if (columns.length > MOST_COLUMNS) return undefined
  return {
    container: 'parquet',
    columns,
    eachRow: (mapping, visit) =>
      untilEnough(() => {
        const wanted = mapping ? Object.values(mapping.columns) : columns
        const take = (record: JsonObject, line: number) => {
          control.signal?.throwIfAborted()
          if (!visit({ record, line, text: '' })) throw new Enough()
        }
        return table.eachRow([...new Set(wanted)], take, control.onBytes)
      }),
  }
}
