/** A WASM memory whose stretches are handed out and taken back: it can grow, and never shrinks. */

const PAGE = 65_536
const LINE = 64

/**
 * Bytes between stretches, besides what a cache line needs: columns of 2^n bytes would otherwise share their
 * low address bits, and each would push the others out of the cache.
 */
const STAGGER = 1088

export interface Region {
  readonly at: number
  readonly bytes: number
}

export class Regions {
  readonly memory: WebAssembly.Memory
  #end: number
  /** By address; neighbours are one. */
  #free: readonly Region[] = []

  /**
   * @param reserved bytes at the start that are never handed out
   * @param room bytes to have at once
   * @throws RangeError if the browser has no such memory to give
   */
  constructor(reserved: number, room: number) {
    this.#end = rounded(reserved)
    this.memory = new WebAssembly.Memory({ initial: Math.ceil((this.#end + rounded(room)) / PAGE) })
  }

  /**
   * What stood there before may still. Growing takes the memory's views away.
   * @throws RangeError as above
   */
  take(bytes: number): Region {
    const wanted = rounded(bytes)
    const found = this.#free.find((region) => region.bytes >= wanted)
    if (found) {
      const rest = { at: found.at + wanted, bytes: found.bytes - wanted }
      this.#free = this.#free.flatMap((region) =>
        region !== found ? [region] : rest.bytes > 0 ? [rest] : [],
      )
      return { at: found.at, bytes: wanted }
    }
    const at = this.#end
    const missing = Math.ceil((at + wanted - this.memory.buffer.byteLength) / PAGE)
    if (missing > 0) this.memory.grow(missing)
    this.#end = at + wanted
    return { at, bytes: wanted }
  }

  give(regions: readonly Region[]): void {
    const joined: { at: number; bytes: number }[] = []
    for (const region of [...this.#free, ...regions].sort((x, y) => x.at - y.at)) {
      const last = joined.at(-1)
      if (last && last.at + last.bytes === region.at) last.bytes += region.bytes
      else joined.push({ ...region })
    }
    this.#free = joined
  }
}

const rounded = (bytes: number): number => Math.ceil(bytes / LINE) * LINE + STAGGER
