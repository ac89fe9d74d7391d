/** Where columns get their memory from. */

export interface Memory {
  /** At least so many bytes; what stands in them is anything. */
  take(bytes: number): ArrayBuffer
}

export const NEW_MEMORY: Memory = { take: (bytes) => new ArrayBuffer(bytes) }

/** Smaller ones cost nothing new. */
const WORTH_KEEPING = 65_536

/**
 * Memory that comes back: the system hands new memory out page by page as it is first written, which takes as
 * long as parsing what is written there.
 */
export function createReturnedMemory(): Memory & {
  give(buffers: readonly ArrayBuffer[]): void
} {
  let kept: readonly ArrayBuffer[] = []
  return {
    take: (bytes) => {
      if (bytes < WORTH_KEEPING) return new ArrayBuffer(bytes)
      const found = kept.find(({ byteLength }) => byteLength >= bytes)
      kept = kept.filter((buffer) => buffer !== found)
      return found ?? new ArrayBuffer(bytes)
    },
    give: (buffers) => {
      const worth = buffers.filter(({ byteLength }) => byteLength >= WORTH_KEEPING)
      kept = [...kept, ...worth].sort((x, y) => x.byteLength - y.byteLength)
    },
  }
}
