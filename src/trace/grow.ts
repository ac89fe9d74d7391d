/** Typed columns that grow by doubling, so that 30 M positions cost no object per row or position. */
import type { FloatColumn } from './batch.ts'
import { type Memory, NEW_MEMORY } from './memory.ts'
import type { Numbers } from './rows.ts'

/** Room over length up to which a finished column is not copied. */
const SPARE = 1.25

type NumberArray = Uint8Array | Uint32Array | Int32Array | Float32Array | Float64Array

/** A typed array with a length of its own; `data` may be longer than `length`. */
export class Grow<T extends NumberArray> {
  data: T
  length = 0
  /** Length that the column will probably have in the end; 0: nobody knows. */
  expected = 0
  readonly #make: (length: number) => T

  constructor(make: (length: number) => T) {
    this.#make = make
    this.data = make(64)
  }

  /** Makes room for `length` entries in all. */
  reserve(length: number): void {
    if (length <= this.data.length) return
    const grown = this.#room(length)
    grown.set(this.data.subarray(0, this.length))
    this.data = grown
  }

  /** Room that is never written costs nothing: the system gives memory at the first touch. */
  #room(length: number): T {
    const doubled = Math.max(length, this.data.length * 2)
    if (this.expected <= length) return this.#make(doubled)
    try {
      return this.#make(Math.max(this.expected, Math.ceil(length * 1.125)))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      // The guess was too large for this browser; what is needed may not be.
      this.expected = 0
      return this.#make(doubled)
    }
  }

  /** Adds [from, to) of `source`. A whole array that comes first becomes the column itself. */
  append(source: T, from: number, to: number): void {
    if (this.length === 0 && from === 0 && to === source.length && to > this.data.length) {
      this.data = source
    } else {
      this.reserve(this.length + to - from)
      this.data.set(source.subarray(from, to), this.length)
    }
    this.length += to - from
  }

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(this.length + 1)
    this.data[this.length++] = value
  }

  /** Extends to `length` with `value`; does nothing if it is that long already. */
  pad(length: number, value: number): void {
    if (length <= this.length) return
    this.reserve(length)
    this.data.fill(value, this.length, length)
    this.length = length
  }

  /** Forgets everything from `length` on. */
  truncate(length: number): void {
    if (length < this.length) this.length = length
  }

  /** The entries as a view, however much spare room there is. */
  view(): T {
    return this.data.subarray(0, this.length) as T
  }

  /** The entries without much spare room. The column must not be used afterwards. */
  take(): T {
    const { data, length } = this
    return (data.length > length * SPARE ? data.slice(0, length) : data.subarray(0, length)) as T
  }
}

export const growU8 = (memory = NEW_MEMORY) =>
  new Grow<Uint8Array>((n) => new Uint8Array(memory.take(n)))
export const growU32 = () => new Grow<Uint32Array>((n) => new Uint32Array(n))
export const growI32 = (memory = NEW_MEMORY) =>
  new Grow<Int32Array>((n) => {
    const buffer = memory.take(4 * n)
    return new Int32Array(buffer, 0, buffer.byteLength >> 2)
  })
export const growF64 = (memory = NEW_MEMORY) =>
  new Grow<Float64Array>((n) => {
    const buffer = memory.take(8 * n)
    return new Float64Array(buffer, 0, buffer.byteLength >> 3)
  })
const growF32 = (memory: Memory) =>
  new Grow<Float32Array>((n) => {
    const buffer = memory.take(4 * n)
    return new Float32Array(buffer, 0, buffer.byteLength >> 2)
  })

/**
 * A per-position float column: float32 as long as every row is float32, float64 from the first other
 * row on (float32 widens exactly). Positions of rows that lack the column are NaN.
 */
export class GrowFloat {
  #column: Grow<Float32Array> | Grow<Float64Array>
  #wide: boolean
  readonly #memory: Memory

  constructor(first: Numbers, expected = 0, memory = NEW_MEMORY) {
    this.#memory = memory
    this.#wide = !(first instanceof Float32Array)
    this.#column = this.#wide ? growF64(memory) : growF32(memory)
    this.#column.expected = expected
  }

  expect(length: number): void {
    this.#column.expected = length
  }

  /** As `write`, for [from, to) of numbers that were checked already. */
  append(at: number, source: FloatColumn, from: number, to: number): void {
    if (!this.#wide && !(source instanceof Float32Array)) this.#widen()
    this.#column.pad(at, Number.NaN)
    const column = this.#column
    if (source.constructor === column.data.constructor) column.append(source as never, from, to)
    else {
      column.reserve(at + to - from)
      column.data.set(source.subarray(from, to), at)
      column.length = at + to - from
    }
  }

  /**
   * Writes `source` at position `at`; returns the index of the first non-finite entry, or -1. `checked`: a
   * typed array is known to have none.
   */
  write(at: number, source: Numbers, checked: boolean): number {
    if (!this.#wide && !(source instanceof Float32Array)) this.#widen()
    const column = this.#column
    column.pad(at, Number.NaN)
    column.reserve(at + source.length)
    column.length = at + source.length
    return copyFinite(source, column.data, at, checked)
  }

  truncate(length: number): void {
    this.#column.truncate(length)
  }

  /** Where its numbers stand now. */
  get buffer(): ArrayBufferLike {
    return this.#column.data.buffer
  }

  /** A view of what was written so far. */
  written(): FloatColumn {
    return this.#column.view()
  }

  take(length: number): FloatColumn {
    this.#column.pad(length, Number.NaN)
    return this.#column.take()
  }

  #widen(): void {
    const wide = growF64(this.#memory)
    wide.expected = this.#column.expected
    wide.reserve(this.#column.length)
    wide.data.set(this.#column.data.subarray(0, this.#column.length))
    wide.length = this.#column.length
    this.#column = wide
    this.#wide = true
  }
}

function copyFinite(source: Numbers, into: FloatColumn, at: number, checked: boolean): number {
  // One kind of array per loop: loops that meet several are about three times as slow in V8.
  if (isList(source)) return copyList(source, into as Float64Array, at)
  into.set(source, at)
  if (checked) return -1
  return into instanceof Float64Array
    ? firstEndless64(into, at, source.length)
    : firstEndless32(into, at, source.length)
}

const isList = (source: Numbers): source is readonly number[] => Array.isArray(source)

/** JSON lists come in unchecked; they always go to float64. */
function copyList(source: readonly number[], into: Float64Array, at: number): number {
  for (let i = 0; i < source.length; i++) {
    const x = source[i]
    // False for everything that is no number, too.
    if (!Number.isFinite(x)) return i
    into[at + i] = x
  }
  return -1
}

function firstEndless64(column: Float64Array, at: number, length: number): number {
  for (let i = 0; i < length; i++) if (!Number.isFinite(column[at + i])) return i
  return -1
}

function firstEndless32(column: Float32Array, at: number, length: number): number {
  for (let i = 0; i < length; i++) if (!Number.isFinite(column[at + i])) return i
  return -1
}

/**
 * Writes zeros and ones to `into` from `at` on; returns the index of the first other entry, or -1. `checked`: a
 * typed array is known to have none.
 */
export function copyBits(
  source: Numbers,
  into: Grow<Uint8Array>,
  at: number,
  checked: boolean,
): number {
  into.reserve(at + source.length)
  into.length = at + source.length
  const data = into.data
  if (isList(source)) return copyBitList(source, data, at)
  if (checked) {
    data.set(source, at)
    return -1
  }
  for (let i = 0; i < source.length; i++) {
    const x = source[i]
    if (x !== 0 && x !== 1) return i
    data[at + i] = x
  }
  return -1
}

function copyBitList(source: readonly number[], data: Uint8Array, at: number): number {
  for (let i = 0; i < source.length; i++) {
    const x = source[i]
    if (x !== 0 && x !== 1) return i
    data[at + i] = x
  }
  return -1
}

/** As `copyBits`, for int32 numbers. */
export function copyIntegers(
  source: Numbers,
  into: Grow<Int32Array>,
  at: number,
  checked: boolean,
): number {
  into.reserve(at + source.length)
  into.length = at + source.length
  const data = into.data
  if (checked && !isList(source)) {
    data.set(source, at)
    return -1
  }
  for (let i = 0; i < source.length; i++) {
    const x = source[i]
    // Conversion to int32 changes whatever is none, also lists, texts and NaN.
    if ((x | 0) !== x) return i
    data[at + i] = x
  }
  return -1
}
