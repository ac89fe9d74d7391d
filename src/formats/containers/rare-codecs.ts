/** Unpackers of parquet pages that few writers use; loaded with the first file that needs one. */
import { decompressBrotli, decompressLz4, decompressLz4Raw } from 'hyparquet-compressors'

export const RARE = {
  BROTLI: decompressBrotli,
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
} as const
