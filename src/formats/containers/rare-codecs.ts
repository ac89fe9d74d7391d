/** Unpackers of parquet pages that few writers use; loaded with the first file that needs one. */
import { decompressBrotli, decompressLz4, decompressLz4Raw } from 'hyparquet-compressors'
import type { Unpack } from './parquet-pages.ts'

export const RARE: Readonly<Record<'BROTLI' | 'LZ4' | 'LZ4_RAW', Unpack>> = {
  BROTLI: decompressBrotli,
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
}
