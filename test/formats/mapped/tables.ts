/** The same rows in every container a table may come in. */
import { zipSync } from 'fflate'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { lines, npy } from '../helpers.ts'

export interface Row {
  readonly traj: string
  readonly part: number
  readonly is_model: readonly (number | boolean)[]
  readonly v: readonly number[]
  readonly score: number
  readonly note: string
}

const NAMES = ['traj', 'part', 'is_model', 'v', 'score', 'note'] as const

const csv = (rows: readonly Row[]): string =>
  [NAMES, ...rows.map((row) => NAMES.map((name) => cell(row[name])))]
    .map((cells) => cells.join(','))
    .join('\r\n')

const cell = (x: unknown): string => (typeof x === 'object' ? `"${JSON.stringify(x)}"` : String(x))

const list = (name: string, type: 'INT32' | 'DOUBLE') =>
  [
    { name, converted_type: 'LIST', repetition_type: 'OPTIONAL', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    { name: 'element', type, repetition_type: 'OPTIONAL' },
  ] as const
const text = (name: string) =>
  ({ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }) as const
const number = (name: string) => ({ name, type: 'DOUBLE', repetition_type: 'OPTIONAL' }) as const

function parquet(rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  const columnData = NAMES.map((name) => ({
    name,
    data: rows.map((row) => {
      const value = row[name]
      return typeof value === 'object' ? value.map(Number) : value
    }),
  }))
  const schema = [
    { name: 'root', num_children: NAMES.length },
    text('traj'),
    number('part'),
    ...list('is_model', 'INT32'),
    ...list('v', 'DOUBLE'),
    number('score'),
    text('note'),
  ]
  return new Uint8Array(parquetWriteBuffer({ columnData, schema }))
}

function npz(rows: readonly Row[]): Uint8Array<ArrayBuffer> {
  const flat = (name: 'is_model' | 'v') => rows.flatMap((row) => row[name].map(Number))
  const texts = (name: 'traj' | 'note') => {
    const codes = Uint32Array.from(rows, (row) => row[name].charCodeAt(0))
    return npy('<U1', `(${rows.length},)`, codes)
  }
  const one = (data: Float64Array | BigInt64Array) =>
    npy(data instanceof Float64Array ? '<f8' : '<i8', `(${data.length},)`, data)
  const ends = rows.map((_, r) => rows.slice(0, r + 1).reduce((n, { v }) => n + v.length, 0))
  return new Uint8Array(
    zipSync({
      'traj.npy': texts('traj'),
      'part.npy': one(BigInt64Array.from(rows, ({ part }) => BigInt(part))),
      'is_model.npy': one(BigInt64Array.from(flat('is_model'), BigInt)),
      'v.npy': one(Float64Array.from(flat('v'))),
      'score.npy': one(Float64Array.from(rows, ({ score }) => score)),
      'note.npy': texts('note'),
      'offsets.npy': one(BigInt64Array.from([0, ...ends], BigInt)),
    }),
  )
}

export const tablesOf = (
  rows: readonly Row[],
): ReadonlyMap<string, string | Uint8Array<ArrayBuffer>> =>
  new Map<string, string | Uint8Array<ArrayBuffer>>([
    ['JSON', lines(...rows)],
    ['CSV', csv(rows)],
    ['parquet', parquet(rows)],
    ['npz', npz(rows)],
  ])
