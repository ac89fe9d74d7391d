/** Parquet tables row by row (hyparquet), with every size in the file checked before it is believed. */

import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet'
import {
  getMaxDefinitionLevel,
  getMaxRepetitionLevel,
  getSchemaPath,
} from 'hyparquet/src/schema.js'
import { isVanished, rangeOf, UnreadableFile } from './bytes.ts'
import { CODECS, pagesFault, type Unpack, unpackers } from './parquet-pages.ts'
import { fitsInBytes } from './thrift-check.ts'

/** Rows are objects for a moment; more of them would be claimed, not written. */
const MAX_ROWS = 5_000_000
const FOOTER_LIMIT = 2 ** 26
export type ParquetRow = Readonly<Record<string, unknown>>

export interface ParquetTable {
  /** Top-level columns in file order. */
  readonly columns: readonly string[]
  readonly rowCount: number
  /**
   * Visits the rows with only the named columns. Lists of numbers are typed arrays (float32 stays so),
   * null is undefined, integers above 2^53 are strings of their digits. `line` is 1-based. Throws
   * UnreadableFile where a page is broken or of a kind that is not read.
   */
  readonly eachRow: (
    columns: readonly string[],
    visit: (row: ParquetRow, line: number) => void,
    onBytes?: (done: number) => void,
  ) => Promise<void>
}

const fail = (code: string, message: string) => new UnreadableFile('parquet', code, message)

/** Reads the footer. Throws UnreadableFile. */
export async function openParquet(data: Blob): Promise<ParquetTable> {
  const tail = await rangeOf(data, Math.max(0, data.size - 8), data.size)
  const magic = String.fromCharCode(...tail.subarray(4))
  if (magic !== 'PAR1' || data.size < 12) {
    throw fail(
      'truncated',
      'parquet footer (PAR1) missing: file is truncated or incomplete ' +
        `(${data.size} bytes); copy it again.`,
    )
  }
  const length = new DataView(tail.buffer).getUint32(0, true)
  if (length > Math.min(FOOTER_LIMIT, data.size - 12)) {
    throw fail('bad-parquet', `the parquet footer claims ${length} bytes; copy the file again.`)
  }
  if (!fitsInBytes(await rangeOf(data, data.size - 8 - length, data.size - 8))) {
    throw fail('bad-parquet', 'its footer claims more than it holds; copy the file again.')
  }
  const file = rangesOf(data)
  const metadata = await guarded('its footer', file, () =>
    parquetMetadataAsync(file, { geoparquet: false }),
  )
  const rowCount = Number(metadata.num_rows)
  const inGroups = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0)
  if (!(rowCount >= 0 && rowCount <= MAX_ROWS) || inGroups !== rowCount) {
    throw fail(
      'bad-parquet',
      `the parquet footer claims ${rowCount} rows, ${inGroups} in its groups; at most ${MAX_ROWS} are read.`,
    )
  }
  const tree = await guarded('its schema', file, async () => parquetSchema(metadata))
  const columns = tree.children.map(({ element }) => element.name)
  // The footer is untyped: a damaged one may leave names out.
  if (columns.some((name) => typeof name !== 'string')) {
    throw fail(
      'bad-parquet',
      'the parquet footer has a column without a name; copy the file again.',
    )
  }
  const types = new Map(tree.children.map((c) => [c.element.name, leafType(c)]))
  return {
    columns,
    rowCount,
    async eachRow(wanted, visit, onBytes) {
      const known = wanted.filter((name) => columns.includes(name))
      const compressors = await unpackers(codecsOf(metadata))
      let rowStart = 0
      for (const group of metadata.row_groups) {
        await guarded('its columns', file, () =>
          checkGroup(data, metadata, { group, columns: known, compressors }),
        )
        const rowEnd = rowStart + Number(group.num_rows)
        const rows = await guarded(`rows ${rowStart + 1} to ${rowEnd}`, file, () =>
          parquetReadObjects({
            file,
            metadata,
            columns: known,
            rowStart,
            rowEnd,
            compressors,
            parsers: PARSERS,
          }),
        )
        for (const [k, row] of rows.entries()) visit(plainRow(row, types), rowStart + k + 1)
        rowStart = rowEnd
        onBytes?.(Math.round((data.size * rowStart) / rowCount))
      }
    },
  }
}

/** A token may be a byte order mark, which a decoder by default drops. */
const PARSERS = {
  stringFromBytes: (bytes: Uint8Array) =>
    bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
}

/** A file as the library reads it, and why a range of it could not be read. */
interface Ranges extends AsyncBuffer {
  readonly failure: () => unknown
}

/**
 * No range ever rejects: the library asks for many ahead, and leaves those that it does not come to, whose
 * rejections nobody would handle. One that cannot be read is empty, and `guarded` says why.
 */
function rangesOf(data: Blob): Ranges {
  let failure: unknown
  const read = async (start: number, end: number) => {
    // Offsets are claims of the file; Node ends the process for some that no file can have.
    if (!(start >= 0 && start <= end && end <= data.size)) {
      throw fail(
        'bad-parquet',
        `it refers to bytes ${start} to ${end}, outside the file; copy it again.`,
      )
    }
    return data.slice(start, end).arrayBuffer()
  }
  return {
    byteLength: data.size,
    failure: () => failure,
    slice: (start, end = data.size) =>
      read(start, end).catch((error: unknown) => {
        failure ??= error
        return new ArrayBuffer(0)
      }),
  }
}

/** The library throws many kinds of errors on broken files; all of them are the file's fault. */
async function guarded<T>(what: string, file: Ranges, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    if (file.failure() !== undefined) throw file.failure()
    return result
  } catch (thrown) {
    const error = file.failure() ?? thrown
    if (error instanceof UnreadableFile || isVanished(error)) throw error
    const detail = error instanceof Error ? error.message.slice(0, 120) : String(error)
    throw fail('bad-parquet', `${what} cannot be read (${detail}); copy the file again.`)
  }
}

const codecsOf = ({ row_groups }: FileMetaData): readonly string[] =>
  row_groups.flatMap(({ columns }) => columns.flatMap(({ meta_data }) => meta_data?.codec ?? []))

interface Checked {
  readonly group: FileMetaData['row_groups'][number]
  readonly columns: readonly string[]
  readonly compressors: Readonly<Record<string, Unpack>>
}

/** Throws UnreadableFile where a column of the group is larger than it can be, or not packed as we read. */
async function checkGroup(
  data: Blob,
  { schema }: FileMetaData,
  { group, columns, compressors }: Checked,
): Promise<void> {
  for (const { meta_data: meta } of group.columns) {
    if (!meta || !columns.includes(meta.path_in_schema[0])) continue
    const name = meta.path_in_schema[0]
    if (!CODECS.has(meta.codec)) {
      throw fail(
        'unsupported-codec',
        `column ${name} is packed with ${meta.codec}; write it with zstd.`,
      )
    }
    const dictionary = Number(meta.dictionary_page_offset ?? 0n)
    const start = dictionary > 0 ? dictionary : Number(meta.data_page_offset)
    const end = start + Number(meta.total_compressed_size)
    if (!(start >= 4 && end >= start && end <= data.size)) {
      throw fail('bad-parquet', `column ${name} lies outside the file; copy it again.`)
    }
    const path = getSchemaPath(schema, meta.path_in_schema)
    const fault = pagesFault(await rangeOf(data, start, end), {
      unpack: compressors[meta.codec],
      boolean: meta.type === 'BOOLEAN',
      maxRepetition: getMaxRepetitionLevel(path),
      maxDefinition: getMaxDefinitionLevel(path),
      rows: Number(group.num_rows),
      fileSize: data.size,
    })
    if (fault) throw fail('bad-parquet', `column ${name}: ${fault}; copy the file again.`)
  }
}

type Tree = ReturnType<typeof parquetSchema>

/** The physical type of a column with one leaf. */
function leafType(tree: Tree): string | undefined {
  if (tree.children.length === 0) return tree.element.type
  return tree.children.length === 1 ? leafType(tree.children[0]) : undefined
}

function plainRow(row: ParquetRow, types: ReadonlyMap<string, string | undefined>): ParquetRow {
  const plain: Record<string, unknown> = {}
  for (const name of Object.keys(row)) {
    const value = plainValue(row[name], types.get(name))
    if (value !== undefined) plain[name] = value
  }
  return plain
}

function plainValue(value: unknown, type: string | undefined): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (Array.isArray(value)) return plainList(value, type)
  if (typeof value !== 'object' || ArrayBuffer.isView(value) || value instanceof Date) return value
  const entries = Object.entries(value).map(([key, x]) => [key, plainValue(x, undefined)])
  return Object.fromEntries(entries.filter(([, x]) => x !== undefined))
}

function plainList(list: readonly unknown[], type: string | undefined): unknown {
  const kind = typeof list[0]
  const numbers = kind === 'number' || kind === 'bigint' || kind === 'boolean'
  // A missing entry stays one, so that whoever reads the list can name it.
  if (!numbers || list.some((x) => typeof x !== kind)) return list.map((x) => plainValue(x, type))
  if (type === 'FLOAT') return Float32Array.from(list as number[])
  if (kind === 'number' && type === 'INT32') return Int32Array.from(list as number[])
  return Float64Array.from(list as number[], Number)
}
