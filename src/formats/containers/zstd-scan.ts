/**
 * Walks through zstd frames (RFC 8878, 3.1) without unpacking them: what a frame asks for in memory is
 * checked before a decoder sees it, and whether the last frame is complete.
 */

/** `zstd --ultra -22` and `--long` ask for this much; nothing asks for more unless told to. */
const LARGEST_WINDOW = 2 ** 27
const MAGIC = 0xfd2fb528
const LONGEST_HEADER = 18

export class ZstdScan {
  /** What the latest frame asks for. */
  window = 0
  /** Bytes that are passed over before the next field. */
  #skip = 0
  /** What has come of the next field. */
  #field: number[] = []
  #next: 'frame' | 'block' = 'frame'
  #checksum = false
  #frames = 0

  /** Whether the bytes so far end with a frame. */
  get complete(): boolean {
    return (
      this.#next === 'frame' && this.#skip === 0 && this.#field.length === 0 && this.#frames > 0
    )
  }

  /** Takes the next bytes; a sentence about what is wrong with them, undefined = nothing. */
  push(bytes: Uint8Array): string | undefined {
    let at = 0
    while (at < bytes.length) {
      if (this.#skip > 0) {
        const passed = Math.min(this.#skip, bytes.length - at)
        this.#skip -= passed
        at += passed
        continue
      }
      this.#field.push(bytes[at++])
      const problem = this.#next === 'frame' ? this.#frame() : this.#block()
      if (problem) return problem
    }
    return undefined
  }

  #frame(): string | undefined {
    const f = this.#field
    if (f.length < 5) return undefined
    const magic = (f[0] | (f[1] << 8) | (f[2] << 16) | (f[3] << 24)) >>> 0
    if (magic >>> 4 === 0x184d2a5) {
      if (f.length < 8) return undefined
      this.#skip = (f[4] | (f[5] << 8) | (f[6] << 16) | (f[7] << 24)) >>> 0
      this.#field = []
      this.#frames++
      return undefined
    }
    if (magic !== MAGIC) return 'bytes that are no zstd frame stand in it (file damaged?)'
    const flags = f[4]
    const single = (flags & 0x20) !== 0
    const dictionary = [0, 1, 2, 4][flags & 3]
    const size = [single ? 1 : 0, 2, 4, 8][flags >> 6]
    const length = 5 + (single ? 0 : 1) + dictionary + size
    if (f.length < Math.min(length, LONGEST_HEADER)) return undefined
    if (dictionary > 0) return 'packed with a zstd dictionary; pack it without one.'
    this.window = single ? little(f, length - size, size) : windowOf(f[5])
    if (this.window > LARGEST_WINDOW) {
      return (
        `its zstd frame needs a window of ${this.window} bytes; at most ${LARGEST_WINDOW} are given. ` +
        'Unpack it (zstd -d) and open the result.'
      )
    }
    this.#checksum = (flags & 4) !== 0
    this.#next = 'block'
    this.#field = []
    return undefined
  }

  #block(): string | undefined {
    const f = this.#field
    if (f.length < 3) return undefined
    const header = f[0] | (f[1] << 8) | (f[2] << 16)
    const last = (header & 1) === 1
    const type = (header >> 1) & 3
    if (type === 3) return 'a zstd block of unknown type stands in it (file damaged?)'
    this.#skip = (type === 1 ? 1 : header >> 3) + (last && this.#checksum ? 4 : 0)
    this.#field = []
    if (!last) return undefined
    this.#next = 'frame'
    this.#frames++
    return undefined
  }
}

function little(bytes: readonly number[], at: number, length: number): number {
  let value = 0
  for (let k = length - 1; k >= 0; k--) value = value * 256 + bytes[at + k]
  return value
}

/** Window descriptor (3.1.1.1.2). */
function windowOf(byte: number): number {
  const base = 2 ** (10 + (byte >> 3))
  return base + (base / 8) * (byte & 7)
}
