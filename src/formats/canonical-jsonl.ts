/** Canonical rows as JSON Lines, as one JSON array, or inside a Segue share file (trace-schema §2). */
import { FLOAT_COLUMNS } from '../trace/batch.ts'
import { noteMarks } from './canonical-marks.ts'
import {
  canonicalRow,
  isCanonical,
  isObject,
  type JsonObject,
  type RowSource,
  show,
} from './canonical-row.ts'
import { parseTolerantly } from './containers/json.ts'
import type { ListKinds } from './containers/lines/types.ts'
import type { JsonRecord } from './containers/records.ts'
import type { LineReader } from './parse-lines.ts'
import { readInPieces } from './read-pieces.ts'
import { foreign, looseValue, unreadable } from './text-records.ts'
import type { Format, Sink, Source } from './types.ts'

/** Said once per file. */
const TEXT_NOT_SHOWN = 'text-not-shown'

/** Version of the share file that this reader writes about; newer ones are refused. */
const SHARE_VERSION = 1

/** Whether a record is a whole Segue share file. */
export const isShare = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.segue === 'number' && x.rows !== undefined

/** Columns that hold one number per token. */
const LISTS: ListKinds = new Map([
  ['response_mask', 'bits'],
  ['response_ids', 'integers'],
  ['prompt_ids', 'integers'],
  ['policy_versions', 'integers'],
  ...FLOAT_COLUMNS.map((name) => [name, 'doubles'] as const),
])
const NUMBER_LISTS: ReadonlySet<string> = new Set(LISTS.keys())

const otherColumn = (r: JsonObject): unknown =>
  r.segment_index ?? r.response_ids ?? r.values ?? r.rewards ?? r.reward

export const canonicalJsonl: Format = {
  id: 'canonical-jsonl',
  label: 'canonical trace (JSON Lines or JSON)',
  inOrder: true,
  inPieces: true,

  sniff(head) {
    if (head.kind !== 'text') return undefined
    if (head.records.some(isShare)) return 1
    const rows = head.records.filter(isCanonical).length
    if (rows > 0) return 0.9
    // A row that lacks one of the two required columns is still a canonical row, only a bad one.
    const partly = head.records.some(
      (r) => isObject(r) && (r.response_mask ?? (r.rollout_id && otherColumn(r))) !== undefined,
    )
    return partly ? 0.3 : undefined
  },

  open: () => ({ file: readFile }),
}

/** Rows stand on lines of their own, so that lines can be read in any thread. */
export const CANONICAL_LINES: LineReader = {
  id: 'canonical-jsonl',
  visitor,
  lists: LISTS,
  alone: isShare,
  once: TEXT_NOT_SHOWN,
}

async function readFile(source: Source, sink: Sink): Promise<void> {
  const share = source.head.kind === 'text' && source.head.records.some(isShare)
  if (share || !(await readInPieces(source, sink, CANONICAL_LINES))) {
    await source.eachRecord(visitor(sink), NUMBER_LISTS)
  }
}

/** What is done with each record of a file. */
function visitor(sink: Sink): (record: JsonRecord) => void {
  const seen = new Set<string>()
  const note = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    sink.unknownColumn(name)
  }
  let explained = false
  const take = (value: JsonObject, row: RowSource, line: number) => {
    const result = canonicalRow(value, row)
    if ('fault' in result) {
      sink.reject(result.rollout, { ...result.fault, line }, result.step)
      return
    }
    for (const name of result.unknown) note(name)
    noteMarks(value, sink)
    sink.row(result.row, { line, step: result.step })
    if (explained || typeof value.response_text !== 'string' || value.response_tokens) return
    explained = true
    const message = '`response_text` is not split into tokens; add `response_tokens` to see texts.'
    sink.warn({ code: TEXT_NOT_SHOWN, line, field: 'response_text', message })
  }
  return (record) => {
    if (unreadable(record, sink, (text) => looseValue(text, 'rollout_id'))) return
    const { value, line } = record
    if (isShare(value)) shareFile(record, sink, take)
    else if (isObject(value) && (value.response_mask ?? value.rollout_id) !== undefined) {
      take(value, record, line)
    } else
      sink.reject(undefined, foreign(line, canonicalJsonl.label, '`rollout_id`, `response_mask`'))
  }
}

function shareFile(
  record: JsonRecord,
  sink: Sink,
  take: (value: JsonObject, row: RowSource, line: number) => void,
): void {
  const { line } = record
  // Ids above 2^53 stand deep inside this record, so all of it is read again with exact ids.
  const exact = parseTolerantly(record.text, (key) => key === 'rollout_id' || key === 'group_id')
  const share = exact.value as JsonObject
  if ((share.segue as number) > SHARE_VERSION) {
    const message =
      `written by a newer Segue (share version ${share.segue}); this page reads version ` +
      `${SHARE_VERSION}. Reload the page to get the newest one.`
    sink.reject(undefined, { code: 'newer-version', line, field: 'segue', message })
    return
  }
  if (!Array.isArray(share.rows)) {
    const message = `\`rows\` is ${show(share.rows)}; a share file holds a list of rows.`
    sink.reject(undefined, { code: 'bad-type', line, field: 'rows', message })
    return
  }
  if (share.approximate === true) sink.approximate()
  if (share.maskDerived === true) sink.maskDerived('file')
  for (const [i, row] of (share.rows as readonly unknown[]).entries()) {
    if (isObject(row)) take(row, { text: '' }, i + 1)
    else sink.reject(undefined, foreign(i + 1, canonicalJsonl.label, 'an object'))
  }
  if (share.document !== undefined) sink.document(share.document)
}
