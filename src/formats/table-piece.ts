/**
 * A table whose numbers are all as they should be, as one piece: its columns become those of the trace,
 * without a copy where dtype and order allow. For any other table there is no piece: row by row it is
 * found out which rows to leave out, and what to say.
 */
import { FLOAT_COLUMNS, type FloatColumn, type FloatColumnName } from '../trace/batch.ts'
import type { MaskSource } from '../trace/estimates.ts'
import { PieceWriter } from '../trace/piece.ts'
import { noteMarks } from './canonical-marks.ts'
import { canonicalRow } from './canonical-row.ts'
import { lowHalves } from './containers/int64.ts'
import type { NpyData } from './containers/npy.ts'
import type { ReadPiece } from './types.ts'

interface FlatTable {
  /** Per-position columns by name; response_mask is one. */
  readonly flat: ReadonlyMap<string, NpyData>
  /** Position offsets of the rows. */
  readonly offsets: Float64Array
  /** What row r holds besides. */
  readonly headOf: (r: number) => Record<string, unknown>
  readonly pause: () => Promise<void> | undefined
}

type Numbers = Exclude<NpyData, readonly string[]>

export async function tablePiece(table: FlatTable): Promise<ReadPiece | undefined> {
  const { flat, offsets, headOf, pause } = table
  if (flat.has('response_tokens')) return undefined
  const mask = bitsOf(flat.get('response_mask') as Numbers)
  const versions = flat.get('policy_versions')
  const ids = flat.get('response_ids')
  const [versionColumn, idColumn] = [versions, ids].map((x) => x && integersOf(x as Numbers))
  if (!mask || (versions && !versionColumn) || (ids && !idColumn)) return undefined
  const floats: (readonly [FloatColumnName, FloatColumn])[] = []
  for (const name of FLOAT_COLUMNS) {
    const data = flat.get(name)
    if (!data) continue
    const column = floatsOf(data as Numbers)
    if (!areFinite(column, offsets)) return undefined
    floats.push([name, column])
    await pause()
  }
  const rewards = floats.find(([name]) => name === 'rewards')?.[1]
  const writer = new PieceWriter()
  const unknown = new Set<string>()
  const steps = new Map<string, number>()
  const stepless = new Set<string>()
  const marks = { approximate: false }
  const masks = new Set<MaskSource>()
  const marked = {
    approximate: () => {
      marks.approximate = true
    },
    maskDerived: (from: MaskSource) => void masks.add(from),
  }
  for (let r = 0; r + 1 < offsets.length; r++) {
    const [from, to] = [offsets[r], offsets[r + 1]]
    const head = headOf(r)
    head.response_mask = mask.subarray(from, to)
    if (rewards && to > from && !Number.isNaN(rewards[from])) head.rewards = []
    const result = canonicalRow(head, { text: '' })
    if ('fault' in result || writer.add(result.row, r + 1, true)) return undefined
    for (const name of result.unknown) unknown.add(name)
    const { step, row } = result
    const known = steps.get(row.rollout_id)
    if (step === undefined) {
      if (known === undefined) stepless.add(row.rollout_id)
    } else {
      if (known === undefined ? stepless.has(row.rollout_id) : known !== step) return undefined
      steps.set(row.rollout_id, step)
    }
    noteMarks(head, marked)
    await pause()
  }
  const rows = writer.take()
  const none = new Int32Array(0)
  const columns = { mask, floats, versions: versionColumn ?? none, tokenIds: idColumn ?? none }
  const stored = { ...rows.stored, ...columns }
  const lines = offsets.length - 1
  const said = { unknown: [...unknown], ...marks, maskDerived: [...masks] }
  const stepOf = rows.rolloutIds.map((id) => steps.get(id))
  return { rows: { ...rows, stored }, notes: [], ...said, steps: stepOf, lines }
}

/** undefined: some entry is neither 0 nor 1. */
function bitsOf(data: Numbers): Uint8Array | undefined {
  if (data instanceof Uint8Array) return largest(data) > 1 ? undefined : data
  const whole = integersOf(data)
  if (!whole) return undefined
  const bits = new Uint8Array(whole.length)
  for (let i = 0; i < whole.length; i++) {
    if (whole[i] !== 0 && whole[i] !== 1) return undefined
    bits[i] = whole[i]
  }
  return bits
}

function largest(bytes: Uint8Array): number {
  let all = 0
  for (let i = 0; i < bytes.length; i++) all |= bytes[i]
  return all
}

/** undefined: some entry is no 32-bit integer. */
function integersOf(data: Numbers): Int32Array | undefined {
  if (data instanceof Int32Array) return data
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return lowHalves(data)
  const result = new Int32Array(data.length)
  for (let i = 0; i < data.length; i++) {
    const x = data[i]
    if ((x | 0) !== x) return undefined
    result[i] = x
  }
  return result
}

function floatsOf(data: Numbers): FloatColumn {
  if (data instanceof Float32Array || data instanceof Float64Array) return data
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
    const result = new Float64Array(data.length)
    for (let i = 0; i < result.length; i++) result[i] = Number(data[i])
    return result
  }
  return Float64Array.from(data)
}

/** Whether every row is finite, or NaN throughout, which stands for a row without the column. */
function areFinite(column: FloatColumn, offsets: Float64Array): boolean {
  return column instanceof Float32Array
    ? areFinite32(column, offsets)
    : areFinite64(column, offsets)
}

// One kind of array per loop: loops that meet several are about three times as slow in V8.
function areFinite32(column: Float32Array, offsets: Float64Array): boolean {
  for (let r = 0; r + 1 < offsets.length; r++) {
    const absent = Number.isNaN(column[offsets[r]])
    for (let i = offsets[r]; i < offsets[r + 1]; i++) {
      const x = column[i]
      if (absent ? !Number.isNaN(x) : !Number.isFinite(x)) return false
    }
  }
  return true
}

function areFinite64(column: Float64Array, offsets: Float64Array): boolean {
  for (let r = 0; r + 1 < offsets.length; r++) {
    const absent = Number.isNaN(column[offsets[r]])
    for (let i = offsets[r]; i < offsets[r + 1]; i++) {
      const x = column[i]
      if (absent ? !Number.isNaN(x) : !Number.isFinite(x)) return false
    }
  }
  return true
}
