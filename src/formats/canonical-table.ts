/** Canonical columns as flat arrays with `cu_seqlens` (npz, safetensors) → rows (trace-schema §2). */
import { FLOAT_COLUMNS } from '../trace/batch.ts'
import { clip, type Fault } from '../trace/diagnostic-list.ts'
import { MARK_COLUMNS, noteMarks } from './canonical-marks.ts'
import { canonicalRow, type JsonObject } from './canonical-row.ts'
import { parseTolerantly } from './containers/json.ts'
import type { NpyArray, NpyData } from './containers/npy.ts'
import { tablePiece } from './table-piece.ts'
import type { Sink, Source } from './types.ts'

export const TABLE_KEYS = ['rollout_id', 'response_mask', 'cu_seqlens'] as const

const FLOATS: ReadonlySet<string> = new Set(FLOAT_COLUMNS)

/** Per-position columns. */
const FLAT = [
  'response_mask',
  'response_ids',
  'policy_versions',
  'response_tokens',
  ...FLOAT_COLUMNS,
]
/** Per-row columns; `turns`, `flags` and `prompt_parts` hold one JSON text per row. */
const PER_ROW = [
  'rollout_id',
  'group_id',
  'segment_index',
  'reward',
  'bootstrap_value',
  'ended',
  'boundary',
  'prompt_text',
  'response_text',
  'turns',
  'flags',
  'prompt_parts',
  'step',
  ...MARK_COLUMNS,
] as const
const JSON_TEXT: ReadonlySet<string> = new Set(['turns', 'flags', 'prompt_parts'])
const NUMERIC: ReadonlySet<string> = new Set(['segment_index', 'reward', 'bootstrap_value', 'step'])
/** Rows are objects for a moment; a packed table of more would be claimed, not written. */
const MAX_ROWS = 5_000_000

/** Names of arrays that are read. */
export const TABLE_COLUMNS: ReadonlySet<string> = new Set([
  'cu_seqlens',
  'cu_seqlens_prompt',
  'prompt_ids',
  'values_per_critic',
  ...FLAT,
  ...PER_ROW,
])

type Columns = ReadonlyMap<string, NpyArray>

/** The arrays of a file. */
export interface Table {
  readonly columns: Columns
  /** Why an array that Segue knows could not be read. */
  readonly unread: ReadonlyMap<string, Fault>
  /** Names of arrays that Segue does not use. */
  readonly unknown: readonly string[]
}

/** Feeds a table's rows to the sink, or refuses the file where its arrays do not fit together. */
export async function readTable(table: Table, source: Source, sink: Sink): Promise<void> {
  const { columns, unread, unknown } = table
  const faults: Fault[] = []
  for (const name of TABLE_KEYS) {
    if (columns.has(name)) continue
    const held = [...columns.keys(), ...unknown].slice(0, 20).map(clip).join(', ')
    const message = `\`${name}\` is missing; the file holds ${held || 'no arrays'}.`
    faults.push(unread.get(name) ?? { code: 'missing-column', field: name, message })
  }
  const offsets = faults.length === 0 ? offsetsOf(columns, 'cu_seqlens', faults) : undefined
  if (!offsets) {
    for (const fault of faults) sink.refuse(fault)
    return
  }
  const rows = offsets.length - 1
  const prompt = promptOffsets(columns, rows, faults)
  const flat = flatColumns(columns, offsets[rows], faults)
  const critics = criticsOf(columns.get('values_per_critic'), offsets[rows], faults)
  const perRow = perRowColumns(columns, rows, faults)
  if (faults.length > 0) {
    for (const fault of faults) sink.refuse(fault)
    return
  }
  for (const name of unknown) sink.unknownColumn(name)
  for (const fault of unread.values()) sink.reject(undefined, fault)
  const headOf = (r: number): Record<string, unknown> => {
    const head: Record<string, unknown> = {}
    if (prompt) head.prompt_length = prompt[r + 1] - prompt[r]
    for (const [name, data] of perRow) head[name] = cell(name, data[r])
    return head
  }
  if (!critics) {
    const piece = await tablePiece({ flat, offsets, headOf, pause: source.pause })
    if (piece) {
      sink.piece(piece, 0)
      return
    }
  }
  const rowColumns = Array.from(flat, ([name, data]) => [name, plain(data)] as const)
  for (let r = 0; r < rows; r++) {
    const object = headOf(r)
    const [from, to] = [offsets[r], offsets[r + 1]]
    for (const [name, data] of rowColumns) {
      const part = cut(data, from, to)
      if (!(FLOATS.has(name) && isAbsent(part))) object[name] = part
    }
    const parts = critics?.map((critic) => cut(critic, from, to)).filter((part) => !isAbsent(part))
    if (parts && parts.length > 0) object.values_per_critic = parts
    takeRow(object, r + 1, sink)
    await source.pause()
  }
}

function takeRow(object: JsonObject, line: number, sink: Sink): void {
  const result = canonicalRow(object, { text: '' })
  if ('fault' in result) sink.reject(result.rollout, { ...result.fault, line }, result.step)
  else {
    for (const name of result.unknown) sink.unknownColumn(name)
    noteMarks(object, sink)
    sink.row(result.row, { line, step: result.step })
  }
}

/** Of a float column: a whole row of NaN, or one without positions, stands for a row without it, as batch.ts has it. */
const isAbsent = (part: unknown): boolean => (part as Float64Array).every((x) => Number.isNaN(x))

function cut(data: NpyData, from: number, to: number): unknown {
  return Array.isArray(data)
    ? data.slice(from, to)
    : (data as Exclude<NpyData, readonly string[]>).subarray(from, to)
}

/** A per-row entry; NaN and the empty string are absent. */
function cell(name: string, x: number | bigint | string): unknown {
  if (x === '' || Number.isNaN(x)) return undefined
  if (typeof x === 'bigint') return NUMERIC.has(name) ? Number(x) : String(x)
  if (typeof x === 'string' && JSON_TEXT.has(name)) {
    const { value, problem } = parseTolerantly(x, () => false)
    return problem ? x : value
  }
  return x
}

function offsetsOf(columns: Columns, name: string, faults: Fault[]): Float64Array | undefined {
  const data = columns.get(name)?.data
  const bad = (message: string) => {
    faults.push({ code: 'bad-offsets', field: name, message })
    return undefined
  }
  if (!data || Array.isArray(data) || data.length < 2) {
    return bad(`\`${name}\` must hold integers, one more than there are rows, and at least two.`)
  }
  if (data.length > MAX_ROWS + 1) {
    return bad(`\`${name}\` names ${data.length - 1} rows; at most ${MAX_ROWS} are read.`)
  }
  const offsets = Float64Array.from(data as ArrayLike<number | bigint>, Number)
  if (offsets[0] !== 0) return bad(`\`${name}\` starts at ${offsets[0]} instead of 0.`)
  for (let r = 1; r < offsets.length; r++) {
    if (!Number.isSafeInteger(offsets[r]) || offsets[r] < offsets[r - 1]) {
      return bad(`\`${name}\`[${r}] is ${data[r]} after ${data[r - 1]}; offsets must not fall.`)
    }
  }
  return offsets
}

function promptOffsets(columns: Columns, rows: number, faults: Fault[]): Float64Array | undefined {
  const name = 'cu_seqlens_prompt'
  const ids = columns.get('prompt_ids')
  if (!columns.has(name)) {
    if (!ids) return undefined
    const message = `\`prompt_ids\` needs \`${name}\` (length ${rows + 1}).`
    faults.push({ code: 'missing-column', field: name, message })
    return undefined
  }
  const offsets = offsetsOf(columns, name, faults)
  if (!offsets) return undefined
  const last = offsets[offsets.length - 1]
  if (offsets.length !== rows + 1 || (ids && ids.data.length !== last)) {
    const message =
      `\`${name}\` has ${offsets.length} entries up to ${last}; ${rows + 1} are needed, up to the ` +
      `${ids ? `${ids.data.length} ` : ''}prompt tokens.`
    faults.push({ code: 'bad-offsets', field: name, message })
    return undefined
  }
  return offsets
}

function flatColumns(columns: Columns, length: number, faults: Fault[]): Map<string, NpyData> {
  const flat = new Map<string, NpyData>()
  for (const name of FLAT) {
    const array = columns.get(name)
    if (!array) continue
    if (array.data.length !== length) {
      faults.push(badLength(name, array, `cu_seqlens ends at ${length}`))
    } else if (Array.isArray(array.data) !== (name === 'response_tokens')) {
      const message = `\`${name}\` is of dtype ${array.descr}, which does not fit this column.`
      faults.push({ code: 'bad-type', field: name, message })
    } else flat.set(name, array.data)
  }
  return flat
}

function criticsOf(
  array: NpyArray | undefined,
  length: number,
  faults: Fault[],
): readonly NpyData[] | undefined {
  if (!array) return undefined
  const [critics, width] = array.shape
  if (array.shape.length !== 2 || width !== length || Array.isArray(array.data)) {
    faults.push(badLength('values_per_critic', array, `[critics, ${length}] is needed`))
    return undefined
  }
  const data = plain(array.data)
  return Array.from({ length: critics }, (_, k) => cut(data, k * width, (k + 1) * width) as NpyData)
}

function perRowColumns(columns: Columns, rows: number, faults: Fault[]): Map<string, NpyData> {
  const perRow = new Map<string, NpyData>()
  for (const name of PER_ROW) {
    const array = columns.get(name)
    if (!array) continue
    if (array.data.length !== rows) faults.push(badLength(name, array, `there are ${rows} rows`))
    else perRow.set(name, array.data)
  }
  return perRow
}

const badLength = (name: string, array: NpyArray, wanted: string): Fault => ({
  code: 'bad-length',
  field: name,
  message: `\`${name}\` has shape [${array.shape}] but ${wanted}.`,
})

/** 64-bit integers as doubles; what that rounds is far outside the range the builder accepts. */
function plain(data: NpyData): NpyData {
  return data instanceof BigInt64Array || data instanceof BigUint64Array
    ? Float64Array.from(data as Iterable<bigint>, Number)
    : data
}
