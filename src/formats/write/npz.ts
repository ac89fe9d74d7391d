/** Canonical columns as flat arrays with `cu_seqlens`, as numpy.savez writes them (docs/formats.md). */
import { type Zippable, zipSync } from 'fflate'
import { type Batch, FLOAT_COLUMNS } from '../../trace/batch.ts'
import { pieceOf } from '../../trace/utf8.ts'
import { jsonText } from './json-text.ts'
import { npyOf, npyOfTexts } from './npy.ts'
import { CannotWrite, rowsToWrite, type Steps, type WrittenRow } from './written-row.ts'

const TEXTS = ['rollout_id', 'group_id', 'ended', 'boundary'] as const
const JSON_TEXTS = ['turns', 'flags', 'prompt_parts'] as const
const NUMBERS = ['reward', 'bootstrap_value', 'step'] as const
const MARKS = ['approximate_tokens', 'mask_derived'] as const
/** Fixed date, the earliest a zip can hold: equal traces give equal files. */
const DATE = '1980-01-01T00:00:00'

/** Throws CannotWrite. */
export function writeNpz(batch: Batch, steps?: Steps): Blob {
  const rows = [...rowsToWrite(batch, steps)].map(withoutLists)
  const files: Zippable = {}
  const put = (name: string, bytes: Uint8Array, level: 0 | 6) => {
    files[`${name}.npy`] = [bytes, { level, mtime: DATE }]
  }
  put('cu_seqlens', npyOf(BigInt64Array.from(batch.segment.start, BigInt)), 6)
  put('response_mask', npyOf(batch.mask), 6)
  for (const name of FLOAT_COLUMNS) {
    const column = batch.columns[name]
    // The mean is not written beside what it is the mean of.
    if (column && !(name === 'values' && batch.valuesPerCritic)) put(name, npyOf(column), 0)
  }
  putCritics(batch, put)
  if (batch.tokenIds) put('response_ids', npyOf(batch.tokenIds), 6)
  if (batch.versions) put('policy_versions', npyOf(batch.versions), 6)
  const { text } = batch
  if (text) {
    const n = batch.positionCount
    const pieces = function* () {
      for (let p = 0; p < n; p++) yield pieceOf(text, p)
    }
    put('response_tokens', npyOfTexts('response_tokens', n, pieces), 6)
  }
  for (const [name, bytes] of perRow(rows)) put(name, bytes, 6)
  return new Blob([zipSync(files) as Uint8Array<ArrayBuffer>], { type: 'application/zip' })
}

/** All critics of all rows as one array; rows without a critic are NaN in it. */
function putCritics(
  { valuesPerCritic, columns, segment, segmentCount, positionCount }: Batch,
  put: (name: string, bytes: Uint8Array, level: 0) => void,
): void {
  if (!valuesPerCritic || valuesPerCritic.length === 0) return
  const short = valuesPerCritic.every((critic) => critic instanceof Float32Array)
  const all = new (short ? Float32Array : Float64Array)(valuesPerCritic.length * positionCount)
  for (const [k, critic] of valuesPerCritic.entries()) all.set(critic, k * positionCount)
  put('values_per_critic', npyOf(all, [valuesPerCritic.length, positionCount]), 0)
  const { values } = columns
  if (!values) return
  // Rows that have values but no critics keep them; the others would say the same twice.
  const alone = Float64Array.from(values)
  for (let s = 0; s < segmentCount; s++) {
    const [from, to] = [segment.start[s], segment.start[s + 1]]
    const critics = valuesPerCritic.some((critic) => !Number.isNaN(critic[from]))
    if (critics) alone.fill(Number.NaN, from, to)
  }
  if (!alone.every(Number.isNaN)) put('values', npyOf(alone), 0)
}

type PerRow = Omit<WrittenRow, 'response_mask'>

/** Lists are written as whole columns; here they would hold the rows' objects in memory. */
const withoutLists = ({ response_mask: _, response_tokens: _t, ...row }: WrittenRow): PerRow => row

function perRow(rows: readonly PerRow[]): readonly (readonly [string, Uint8Array])[] {
  const n = rows.length
  const written: (readonly [string, Uint8Array])[] = []
  const texts = (name: string, of: (row: PerRow) => string | undefined) => {
    if (rows.some((row) => of(row) !== undefined)) {
      written.push([name, npyOfTexts(name, n, () => rows.map((row) => of(row) ?? ''))])
    }
  }
  for (const name of TEXTS) {
    if (rows.some((row) => row[name] === '')) {
      throw new CannotWrite(
        `An empty \`${name}\` means none in an npz; choose JSON Lines or parquet.`,
      )
    }
    texts(name, (row) => row[name])
  }
  for (const name of JSON_TEXTS) texts(name, (row) => row[name] && jsonText(row[name]))
  for (const name of NUMBERS) {
    if (rows.every((row) => row[name] === undefined)) continue
    written.push([name, npyOf(Float64Array.from(rows, (row) => row[name] ?? Number.NaN))])
  }
  for (const name of MARKS) {
    if (rows.some((row) => row[name])) {
      written.push([name, npyOf(Uint8Array.from(rows, (row) => (row[name] ? 1 : 0)))])
    }
  }
  written.push(['segment_index', npyOf(Int32Array.from(rows, (row) => row.segment_index ?? 0))])
  if (rows.some((row) => row.prompt_length !== undefined)) {
    const ends = new BigInt64Array(n + 1)
    for (const [r, row] of rows.entries()) {
      ends[r + 1] = ends[r] + BigInt(row.prompt_parts ? 0 : (row.prompt_length ?? 0))
    }
    written.push(['cu_seqlens_prompt', npyOf(ends)])
  }
  return written
}
