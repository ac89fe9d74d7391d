/** Canonical columns as a parquet table, one row per segment (trace-schema §2). */

import { CANONICAL_COLUMNS } from './canonical-columns.ts'
import { noteMarks } from './canonical-marks.ts'
import { canonicalRow } from './canonical-row.ts'
import { parseTolerantly } from './containers/json.ts'
import type { ParquetRow } from './containers/parquet.ts'
import type { Format, Sink, Source } from './types.ts'

/** May be a list, or its JSON as text. */
const JSON_TEXT = ['turns', 'flags', 'prompt_parts'] as const

export const canonicalParquet: Format = {
  id: 'canonical-parquet',
  label: 'canonical trace (parquet)',
  ids: 'canonical-jsonl',

  sniff(head) {
    if (head.kind !== 'parquet') return undefined
    const found = ['rollout_id', 'response_mask'].filter((key) => head.table.columns.includes(key))
    return found.length === 2 ? 0.9 : found.length * 0.3 || undefined
  },

  open: () => ({ file: readFile }),
}

async function readFile({ head, control }: Source, sink: Sink): Promise<void> {
  if (head.kind !== 'parquet') return
  const { columns, eachRow } = head.table
  const known = columns.filter((name) => CANONICAL_COLUMNS.has(name))
  for (const name of columns) if (!CANONICAL_COLUMNS.has(name)) sink.unknownColumn(name)
  const take = (row: ParquetRow, line: number) => {
    control.signal?.throwIfAborted()
    const result = canonicalRow(withoutText(row), { text: '' })
    if ('fault' in result) {
      sink.reject(result.rollout, { ...result.fault, line }, result.step)
      return
    }
    for (const name of result.unknown) sink.unknownColumn(name)
    noteMarks(row, sink)
    sink.row(result.row, { line, step: result.step })
  }
  await eachRow(known, take, control.onBytes)
}

function withoutText(row: ParquetRow): ParquetRow {
  const changed: Record<string, unknown> = { ...row }
  for (const name of JSON_TEXT) {
    const text = row[name]
    if (typeof text !== 'string') continue
    const { value, problem } = parseTolerantly(text, () => false)
    if (!problem) changed[name] = value
  }
  return changed
}
