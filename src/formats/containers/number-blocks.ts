/** Arrays of numbers, side by side in few large buffers, whose memory is given back as soon as nobody uses it. */
import { type GiveBack, giverBack } from './give-back.ts'

/** Blocks double up to this; ones of the last size go back to the system as they are let go. */
const BLOCK_BYTES = { first: 2 ** 16, last: 2 ** 26 }

/** A buffer that several arrays share, and how many of them are in use. */
interface Block {
  readonly buffer: ArrayBuffer
  used: number
  arrays: number
  open: boolean
}

type NumberArray = Uint8Array | Int32Array | Float32Array | Float64Array

interface ArrayKind {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBuffer, offset: number, length: number): NumberArray
}

export class NumberBlocks {
  readonly #blocks = new WeakMap<ArrayBufferLike, Block>()
  readonly #giveBack: GiveBack
  #block: Block | undefined
  #bytes = BLOCK_BYTES.first

  constructor(giveBack = giverBack()) {
    this.#giveBack = giveBack
  }

  /** A copy of the numbers, in use in one place. */
  copy(kind: ArrayKind, numbers: ArrayLike<number>): NumberArray {
    const { buffer, used } = this.#blockFor(numbers.length * kind.BYTES_PER_ELEMENT)
    const copy = new kind(buffer, used, numbers.length)
    copy.set(numbers)
    return copy
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
    this.#free(block)
  }

  /** No more arrays come for now: the last block goes with its last array, too. */
  close(): void {
    const block = this.#block
    if (!block) return
    this.#block = undefined
    block.open = false
    this.#free(block)
  }

  #free({ arrays, open, buffer }: Block): void {
    if (arrays === 0 && !open) this.#giveBack(buffer)
  }

  /** The block of the next array; its `used` is where the array begins. */
  #blockFor(bytes: number): Pick<Block, 'buffer' | 'used'> {
    let block = this.#block
    if (!block || block.used + bytes > block.buffer.byteLength) {
      const buffer = new ArrayBuffer(Math.max(bytes, this.#bytes))
      this.#bytes = Math.min(2 * this.#bytes, BLOCK_BYTES.last)
      if (block) {
        block.open = false
        this.#free(block)
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
