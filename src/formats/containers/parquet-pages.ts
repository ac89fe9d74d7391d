/**
 * Checks the pages of a parquet column before the library decodes them: sizes, counts and run lengths
 * are claims of the file, and a few bytes may claim billions of values.
 */
import { gunzipSync } from 'fflate'
import { decompress } from 'fzstd'
import { snappyUncompress } from 'hyparquet'
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import type { RARE } from './rare-codecs.ts'
import { fitsInBytes } from './thrift-check.ts'

const PAGE_LIMIT = 2 ** 28
/** Values of one column of one row group. Runs of one value pack well, so that no ratio can bound them. */
const VALUES_LIMIT = 2 ** 26
/** Values per byte of the file above which a small file is no trace but a bomb. */
const BOMB = { values: 2 ** 20, ratio: 2000 }
/** A page of more bytes than these packs no better than so; writers make pages of about a megabyte. */
const PACKED = { bytes: 2 ** 24, ratio: 400 }
/** Bit-packed runs are padded to whole groups of eight; writers reserve up to 63 groups. */
const PADDING = 504

const DATA = 0
const DATA_V2 = 3
const DICTIONARY_ENCODINGS: readonly unknown[] = [2, 8]
const RLE = 3

export interface ColumnShape {
  /** undefined: pages are not packed. */
  readonly unpack: Unpack | undefined
  readonly boolean: boolean
  readonly maxRepetition: number
  readonly maxDefinition: number
  /** Rows of the row group. */
  readonly rows: number
  readonly fileSize: number
}

const exactly = (size: number, page: Uint8Array) => {
  if (page.length !== size) throw new Error(`a page unpacks to ${page.length} of ${size} bytes`)
  return page
}

/** `size`: length of the page, unpacked. Throws on broken data. */
export type Unpack = (page: Uint8Array, size: number) => Uint8Array

const COMMON: Readonly<Record<'SNAPPY' | 'ZSTD' | 'GZIP', Unpack>> = {
  SNAPPY: (page: Uint8Array, size: number) => {
    const out = new Uint8Array(size)
    snappyUncompress(page, out)
    return out
  },
  ZSTD: (page: Uint8Array, size: number) => exactly(size, decompress(page, new Uint8Array(size))),
  GZIP: (page: Uint8Array, size: number) =>
    exactly(size, gunzipSync(page, { out: new Uint8Array(size) })),
}
const RARE_CODECS: readonly string[] = ['BROTLI', 'LZ4', 'LZ4_RAW'] satisfies (keyof typeof RARE)[]

export const CODECS: ReadonlySet<string> = new Set([
  'UNCOMPRESSED',
  ...Object.keys(COMMON),
  ...RARE_CODECS,
])

/** Unpackers by codec, as the library takes them, for a file with these. */
export async function unpackers(
  codecs: readonly string[],
): Promise<Readonly<Record<string, Unpack>>> {
  if (!codecs.some((codec) => RARE_CODECS.includes(codec))) return COMMON
  const { RARE } = await import('./rare-codecs.ts')
  return { ...COMMON, ...RARE }
}

/** What is wrong with the pages of one column chunk, undefined where nothing is. */
export function pagesFault(chunk: Uint8Array, shape: ColumnShape): string | undefined {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  const reader = { view, offset: 0 }
  let values = 0
  while (reader.offset < view.byteLength - 1) {
    const at = reader.offset
    if (!fitsInBytes(chunk.subarray(at))) return `no page header at byte ${at} of it`
    let page: Page
    try {
      page = pageOf(deserializeTCompactProtocol(reader))
    } catch {
      return `no page header at byte ${at} of it`
    }
    const { packed, size, entries } = page
    if (!(packed >= 0 && reader.offset + packed <= view.byteLength)) return 'a page is cut off'
    if (!(size >= 0 && size <= PAGE_LIMIT)) return `a page claims ${size} bytes`
    if (size > PACKED.bytes && size > PACKED.ratio * packed) {
      return `a page claims ${size} bytes, too many for the ${packed} that are there`
    }
    if (!(entries >= 0)) return `a page claims ${entries} values`
    const bytes = chunk.subarray(reader.offset, reader.offset + packed)
    reader.offset += packed
    const data = page.kind === DATA || page.kind === DATA_V2
    values += data ? entries : 0
    const most = Math.max(entries, values)
    if (most > VALUES_LIMIT || (most > BOMB.values && most > BOMB.ratio * shape.fileSize)) {
      return `it claims ${most} values in one row group, too many for a file of this size`
    }
    const fault = data ? runsFault(bytes, page, shape) : undefined
    if (fault) return fault
  }
  return values < shape.rows ? `${values} values for ${shape.rows} rows` : undefined
}

interface Page {
  readonly kind: unknown
  readonly packed: number
  readonly size: number
  readonly entries: number
  readonly encoding: unknown
  /** Version 2: bytes of the levels that stand unpacked in front. */
  readonly repetitionBytes: number
  readonly definitionBytes: number
  readonly plain: boolean
}

/** Fields of PageHeader and of the header by kind (parquet.thrift). */
function pageOf(header: Readonly<Record<string, unknown>>): Page {
  const two = header.field_8 !== undefined
  const own: Readonly<Record<string, unknown>> = Object(
    header.field_8 ?? header.field_5 ?? header.field_7,
  )
  return {
    kind: header.field_1,
    size: Number(header.field_2),
    packed: Number(header.field_3),
    entries: Number(own.field_1),
    encoding: two ? own.field_4 : own.field_2,
    repetitionBytes: two ? Number(own.field_6 ?? 0) : 0,
    definitionBytes: two ? Number(own.field_5 ?? 0) : 0,
    plain: two && own.field_7 === false,
  }
}

function runsFault(bytes: Uint8Array, page: Page, shape: ColumnShape): string | undefined {
  const { repetitionBytes, definitionBytes } = page
  const levels = repetitionBytes + definitionBytes
  if (!(repetitionBytes >= 0 && definitionBytes >= 0 && levels <= bytes.length)) {
    return 'a page whose levels lie outside it'
  }
  const packed = bytes.subarray(levels)
  const size = page.size - levels
  let data = packed
  if (shape.unpack && !page.plain && size > 0) {
    try {
      data = shape.unpack(packed, size)
    } catch {
      return 'a page does not unpack'
    }
  }
  const lists: [number, number][] = [
    [shape.maxRepetition, repetitionBytes],
    [shape.maxDefinition, definitionBytes],
  ]
  const one = page.kind === DATA
  let cursor = new Runs(one ? data : bytes)
  for (const [max, length] of lists) {
    if (max === 0) continue
    if (!cursor.read(32 - Math.clz32(max), page.entries, one ? undefined : length)) {
      return 'a page with impossible runs of levels'
    }
  }
  if (!one) cursor = new Runs(data)
  if (DICTIONARY_ENCODINGS.includes(page.encoding)) {
    const width = cursor.byte()
    if (width === 0) return undefined
    if (width > 32 || !cursor.read(width, page.entries, cursor.left)) {
      return 'a page with impossible runs of values'
    }
  } else if (page.encoding === RLE && shape.boolean && !cursor.read(1, page.entries, undefined)) {
    return 'a page with impossible runs of values'
  }
  return undefined
}

/** Walks over run lengths (RLE / bit-packing hybrid) without expanding them. */
class Runs {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  byte(): number {
    return this.#bytes[this.#at++] ?? 0
  }

  /** Passes over one stream of `length` bytes (undefined: the length stands in front); false = impossible. */
  read(width: number, count: number, length: number | undefined): boolean {
    let size = length
    if (size === undefined) {
      size = this.byte() + this.byte() * 2 ** 8 + this.byte() * 2 ** 16 + this.byte() * 2 ** 24
    }
    if (size > this.left) return false
    const end = this.#at + size
    const values = Math.ceil(width / 8)
    // Fewer values than entries may stand here, where some are null: the end of the stream ends it, too.
    for (let seen = 0; seen < count && this.#at < end; ) {
      const header = this.#varint(end)
      const length = Math.floor(header / 2)
      const packed = header % 2 === 1
      const run = packed ? length * 8 : length
      if (run > count - seen + (packed ? PADDING : 0)) return false
      seen += run
      this.#at += packed ? length * width : values
    }
    this.#at = end
    return true
  }

  #varint(end: number): number {
    let value = 0
    for (let scale = 1; this.#at < end; scale *= 128) {
      const byte = this.byte()
      value += (byte & 127) * scale
      if (byte < 128) break
    }
    return value
  }
}
