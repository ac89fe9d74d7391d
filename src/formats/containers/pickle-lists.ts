/**
 * Lists of numbers as typed arrays. A dump holds millions of numbers in lists, which as objects of this
 * language take several times the room.
 */
import type { Numbers } from '../../trace/rows.ts'
import { NumberBlocks } from './number-blocks.ts'

/** Shorter lists stay lists. */
const SHORT = 64

export class NumberLists {
  readonly blocks = new NumberBlocks()

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
    return this.blocks.copy(kind, list as readonly number[])
  }
}
