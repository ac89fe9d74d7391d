/** Zip archives: member names without unpacking, then members one by one. */
import { unzipSync } from 'fflate'

/** Members may not unpack to more than this together: a larger npz would not fit into memory. */
const UNPACKED_LIMIT = 2 ** 32

export class ZipError extends Error {}

/** Names in the central directory; throws ZipError where there is none. */
export function zipNames(bytes: Uint8Array): string[] {
  const names: string[] = []
  read(bytes, (name) => {
    names.push(name)
    return false
  })
  return names
}

/** Unpacks the members that `wanted` names; throws ZipError naming what is wrong. */
export function unzip(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
): Record<string, Uint8Array> {
  let total = 0
  return read(bytes, (name, size, method) => {
    if (!wanted(name)) return false
    if (method !== 0 && method !== 8) {
      throw new ZipError(`member ${name} uses compression method ${method}; use stored or deflate.`)
    }
    total += size
    if (total > UNPACKED_LIMIT) throw new ZipError('unpacks to more than 4 GiB; split the file.')
    return true
  })
}

function read(
  bytes: Uint8Array,
  filter: (name: string, size: number, method: number) => boolean,
): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, {
      filter: (file) => filter(file.name, file.originalSize, file.compression),
    })
  } catch (error) {
    if (error instanceof ZipError) throw error
    const detail = error instanceof Error ? error.message : String(error)
    throw new ZipError(`broken zip archive (${detail}; file truncated?)`)
  }
}
