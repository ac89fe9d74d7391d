/**
 * Walks over one Thrift struct (compact protocol) without building it: a list's length is a claim of the
 * file, and the library makes room for it before it reads the first element.
 */

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12,
]
/** Parquet's own structures are about ten deep. */
const DEEPEST = 64

/** Whether every list and every text of the struct fits into the bytes that are there. */
export function fitsInBytes(bytes: Uint8Array): boolean {
  let at = 0
  const left = () => bytes.length - at

  const varint = (): number => {
    let value = 0
    for (let scale = 1; at < bytes.length; scale *= 128) {
      const byte = bytes[at++]
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    return Number.POSITIVE_INFINITY
  }
  const skip = (n: number): boolean => {
    at += n
    return at <= bytes.length
  }
  const element = (type: number, inList: boolean, depth: number): boolean => {
    if (depth > DEEPEST) return false
    switch (type) {
      case TRUE:
      case FALSE:
        return inList ? skip(1) : true
      case BYTE:
        return skip(1)
      case I16:
      case I32:
      case I64:
        return varint() < Number.POSITIVE_INFINITY
      case DOUBLE:
        return skip(8)
      case BINARY:
        return skip(varint())
      case LIST:
        return list(depth)
      case STRUCT:
        return struct(depth + 1)
      default:
        return false
    }
  }
  const list = (depth: number): boolean => {
    const head = bytes[at++]
    const size = head >> 4 === 15 ? varint() : head >> 4
    // An element has a byte at least.
    if (!(size <= left())) return false
    for (let i = 0; i < size; i++) if (!element(head & 15, true, depth + 1)) return false
    return true
  }
  const struct = (depth: number): boolean => {
    while (at < bytes.length) {
      const head = bytes[at++]
      if ((head & 15) === STOP) return true
      if (head >> 4 === 0) varint()
      if (!element(head & 15, false, depth)) return false
    }
    return false
  }
  return struct(0)
}
