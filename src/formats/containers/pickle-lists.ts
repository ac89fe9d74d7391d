/**
 * Lists of numbers as typed arrays. A dump holds millions of numbers in lists, which as objects of this
 * language take several times the room.
 */
import type { Numbers } from '../../trace/rows.ts'

/** Shorter lists stay lists. */
const SHORT = 64
/** Blocks double up to this; ones of the last size go back to the system as they are let go. */
const BLOCK_BYTES = { first: 2 ** 16, last: 2 ** 26 }

/** A buffer that several arrays share, and how many of them are in use. */
interface Block {
  readonly buffer: ArrayBuffer
  used: number
  arrays: number
  open: boolean
}

export class NumberLists {
  readonly #blocks = new WeakMap<ArrayBufferLike, Block>()
  #block: Block | undefined
  #bytes = BLOCK_BYTES.first

  /** The same numbers in the smallest array that holds them exactly; undefined for any other value. */
  compact(value: unknown): Numbers | undefined {
    if (!Array.isArray(value) || value.length < SHORT) return undefined
    const list: readonly unknown[] = value
    let bits = 0
    let whole = true
    for (const x of list) {
      if (typeof x !== 'number') return undefined
      // -0 is no integer of Python's.
      if ((x | 0) !== x || Object.is(x, -0)) whole = false
      else bits |= x
    }
    const kind = !whole ? Float64Array : bits >= 0 && bits < 256 ? Uint8Array : Int32Array
    const bytes = list.length * kind.BYTES_PER_ELEMENT
    const { buffer, used } = this.#blockFor(bytes)
    const numbers = new kind(buffer, used, list.length)
    numbers.set(list as readonly number[])
    return numbers
  }

  /** The array is used in one more place. */
  retain(numbers: ArrayBufferView): void {
    const block = this.#blocks.get(numbers.buffer)
    if (block) block.arrays++
  }

  /** The array is not used any more; with the last one of a block its memory is given back at once. */
  release(numbers: ArrayBufferView): void {
    const block = this.#blocks.get(numbers.buffer)
    if (!block) return
    block.arrays--
    free(block)
  }

  /** The block of the next array; its `used` is where the array begins. */
  #blockFor(bytes: number): Pick<Block, 'buffer' | 'used'> {
    let block = this.#block
    if (!block || block.used + bytes > block.buffer.byteLength) {
      const buffer = new ArrayBuffer(Math.max(bytes, this.#bytes))
      this.#bytes = Math.min(2 * this.#bytes, BLOCK_BYTES.last)
      if (block) {
        block.open = false
        free(block)
      }
      block = { buffer, used: 0, arrays: 0, open: true }
      this.#block = block
      this.#blocks.set(buffer, block)
    }
    const { buffer, used } = block
    block.used += Math.ceil(bytes / 8) * 8
    block.arrays++
    return { buffer, used }
  }
}

function free({ arrays, open, buffer }: Block): void {
  if (arrays === 0 && !open) giveBack(buffer)
}

/**
 * Empties a buffer. Without this, memory stays until garbage is collected, which nothing hurries that allocates
 * no objects.
 */
export function giveBack(buffer: ArrayBufferLike): void {
  // Not on every platform: Node 20 and older browsers wait for their garbage collection.
  const { transfer }: { transfer?: (length: number) => unknown } = buffer as never
  transfer?.call(buffer, 0)
}
