/**
 * Python pickles, protocols 2 to 5, without Python: a stack machine that builds plain values. A pickle
 * names the functions to call; only those of a short list exist here, and none of them runs code of the
 * file. Opcodes: CPython `Lib/pickletools.py`.
 */
import { FIRST_CHUNK, pacer, type ReadControl, rangeOf } from './bytes.ts'
import { buildState, callGlobal, isAllowed, keyText, PickleError } from './pickle-globals.ts'
import { NumberLists } from './pickle-lists.ts'

export { PickleError } from './pickle-globals.ts'

/** A function or class that the pickle names. */
export class Global {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Nested marks; a trace needs fewer than 20. */
const MAX_MARKS = 200
/** Of a pickle that is read part by part. */
const PART = 2 ** 22
const LONGEST_NAME = 2 ** 16

/**
 * The value of a pickle. dict → object without prototype (keys as text), list, tuple and set → array,
 * None → null, int → number, or its digits as text above 2^53, bytes → Uint8Array; tensors and numpy
 * arrays as `pickle-globals.ts` has them; long lists of numbers in lists and dicts → typed arrays. `persistent` makes what the pickle refers to outside itself.
 * Throws PickleError, which names a refused global.
 */
export function unpickle(bytes: Uint8Array, persistent: (id: unknown) => unknown): unknown {
  const machine = new Machine(bytes.length, persistent)
  machine.feed(bytes)
  return machine.value
}

export interface Unpickled {
  readonly value: unknown
  /** Where in the file the pickle ends. */
  readonly end: number
  /** To be told of arrays of `value` that are not used any more. */
  readonly release: (numbers: ArrayBufferView) => void
}

/**
 * As `unpickle`, for the pickle that begins at `from`, of which only a part is in memory at a time. Throws
 * `control.signal.reason`, too.
 */
export async function unpickleBlob(
  data: Blob,
  from: number,
  persistent: (id: unknown) => unknown,
  control: ReadControl,
): Promise<Unpickled> {
  const machine = new Machine(data.size - from, persistent)
  const pause = pacer(control.signal)
  let size = FIRST_CHUNK
  for (let at = from; ; ) {
    const to = Math.min(at + size, data.size)
    const done = machine.feed(await rangeOf(data, at, to, control.signal))
    at = to
    if (done) {
      // Not the machine, whose memo would stay with it.
      const { value, lists } = machine
      lists.blocks.close()
      return { value, end: at - machine.left, release: (numbers) => lists.blocks.release(numbers) }
    }
    control.onBytes(at)
    await pause()
    // For a value longer than the part, more each time.
    size = machine.left > 0 ? Math.max(PART, 2 * machine.left) : PART
  }
}

/** The first function or class that the beginning of a pickle names and that is not loaded here. */
export function refusedGlobal(beginning: Uint8Array): string | undefined {
  try {
    unpickle(beginning, () => undefined)
  } catch (error) {
    if (error instanceof PickleError) return error.refused
    // It goes on behind what was given.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

type Dict = Record<string, unknown>
const emptyDict = (): Dict => Object.create(null) as Dict

/** What was given ends inside of an opcode; more is to come. */
class NeedsMore extends Error {}

class Machine {
  readonly #persistent: (id: unknown) => unknown
  readonly #memo = new Map<number, unknown>()
  /** Where in the memo a list is. */
  readonly #memoOf = new Map<unknown, number>()
  readonly lists = new NumberLists()
  readonly #marks: number[] = []
  readonly #utf8 = new TextDecoder('utf-8')
  #bytes: Uint8Array = new Uint8Array()
  #view = new DataView(this.#bytes.buffer)
  /** Bytes that were not given yet. */
  #toCome: number
  #stack: unknown[] = []
  #at = 0
  /** What the pickle holds, once it has ended. */
  value: unknown

  /** @param size bytes up to the end of the file, at the most */
  constructor(size: number, persistent: (id: unknown) => unknown) {
    this.#toCome = size
    this.#persistent = persistent
  }

  /** Bytes that were given and not used. */
  get left(): number {
    return this.#bytes.length - this.#at
  }

  /** Goes on with the next bytes; whether the pickle has ended. */
  feed(bytes: Uint8Array): boolean {
    const { left } = this
    const joined = left === 0 ? bytes : new Uint8Array(left + bytes.length)
    if (left > 0) {
      joined.set(this.#bytes.subarray(this.#at))
      joined.set(bytes, left)
    }
    this.#bytes = joined
    this.#view = new DataView(joined.buffer, joined.byteOffset, joined.byteLength)
    this.#toCome -= bytes.length
    this.#at = 0
    let at = 0
    try {
      for (;;) {
        at = this.#at
        const op = this.#u8()
        // STOP
        if (op === 0x2e) {
          this.value = this.#pop()
          return true
        }
        const step = STEPS.get(op)
        if (!step) throw new PickleError(`opcode ${op} is of no protocol from 2 to 5`)
        step(this)
      }
    } catch (error) {
      if (!(error instanceof NeedsMore)) throw error
      // Opcodes read all their bytes before they change anything, so this one begins anew.
      this.#at = at
      return false
    }
  }

  push(value: unknown): void {
    this.#stack.push(value)
  }

  pop = (): unknown => this.#pop()

  #pop(): unknown {
    if (this.#stack.length === 0) throw new PickleError('it takes a value that is not there')
    return this.#stack.pop()
  }

  top(): unknown {
    if (this.#stack.length === 0) throw new PickleError('it takes a value that is not there')
    return this.#stack[this.#stack.length - 1]
  }

  mark(): void {
    if (this.#marks.length >= MAX_MARKS) {
      throw new PickleError(`it is nested deeper than ${MAX_MARKS} levels`)
    }
    this.#marks.push(this.#stack.length)
  }

  /** Everything since the last mark. */
  sinceMark(): unknown[] {
    const from = this.#marks.pop()
    if (from === undefined || from > this.#stack.length) {
      throw new PickleError('it ends a list that it never began')
    }
    return this.#stack.splice(from)
  }

  tuple(length: number): void {
    if (this.#stack.length < length) throw new PickleError('it takes a value that is not there')
    this.push(this.#stack.splice(this.#stack.length - length))
  }

  memoize(index = this.#memo.size): void {
    const value = this.top()
    this.#memo.set(index, value)
    if (Array.isArray(value)) this.#memoOf.set(value, index)
  }

  recall(index: number): void {
    if (!this.#memo.has(index))
      throw new PickleError(`it recalls value ${index}, which it never kept`)
    const value = this.#memo.get(index)
    if (ArrayBuffer.isView(value)) this.lists.blocks.retain(value)
    this.push(value)
  }

  append(items: readonly unknown[]): void {
    const list = this.top()
    if (!Array.isArray(list)) throw new PickleError('it appends to what is no list')
    for (const item of items) list.push(this.#compact(item))
  }

  setItems(items: readonly unknown[]): void {
    const dict = this.top()
    if (!isDict(dict)) throw new PickleError('it sets items of what is no dict')
    for (let k = 0; k + 1 < items.length; k += 2)
      dict[keyText(items[k])] = this.#compact(items[k + 1])
  }

  /** A list is full by the time that something else holds it. */
  #compact(value: unknown): unknown {
    const numbers = this.lists.compact(value)
    if (!numbers) return value
    const index = this.#memoOf.get(value)
    this.#memoOf.delete(value)
    if (index !== undefined) this.#memo.set(index, numbers)
    return numbers
  }

  global(module: unknown, name: unknown): void {
    const full = `${keyText(module)}.${keyText(name)}`
    if (!isAllowed(full)) {
      throw new PickleError(
        `it names ${full.slice(0, 80)}, which this app does not load (a pickle may run code; only ` +
          'tensors, numpy arrays and plain Python values are read)',
        full.slice(0, 80),
      )
    }
    this.push(new Global(full))
  }

  reduce(): void {
    const args = this.#pop()
    const callee = this.#pop()
    if (!(callee instanceof Global) || !Array.isArray(args)) {
      throw new PickleError('it calls what is no function')
    }
    this.push(callGlobal(callee.name, args))
  }

  build(): void {
    const state = this.#pop()
    this.push(buildState(this.#pop(), state))
  }

  persistentId(): void {
    this.push(this.#persistent(this.#pop()))
  }

  #take(length: number): number {
    const at = this.#at
    if (length >= 0 && at + length <= this.#bytes.length) {
      this.#at += length
      return at
    }
    if (length >= 0 && at + length <= this.#bytes.length + this.#toCome) throw new NeedsMore()
    throw new PickleError('it ends in the middle of a value (file truncated?)')
  }

  #u8 = (): number => this.#bytes[this.#take(1)]
  u8 = (): number => this.#u8()
  u16 = (): number => this.#view.getUint16(this.#take(2), true)
  i32 = (): number => this.#view.getInt32(this.#take(4), true)
  u32 = (): number => this.#view.getUint32(this.#take(4), true)
  u64 = (): number => Number(this.#view.getBigUint64(this.#take(8), true))
  /** BINFLOAT is the one big-endian number of a pickle. */
  f64 = (): number => this.#view.getFloat64(this.#take(8), false)

  text(length: number): string {
    const at = this.#take(length)
    return this.#utf8.decode(this.#bytes.subarray(at, at + length))
  }

  raw(length: number): Uint8Array<ArrayBuffer> {
    const at = this.#take(length)
    return this.#bytes.slice(at, at + length)
  }

  /** Two's complement, little endian, of any length. */
  long(length: number): number | string {
    const at = this.#take(length)
    if (length > 256) throw new PickleError(`it holds an integer of ${length} bytes`)
    let value = 0n
    for (let k = length - 1; k >= 0; k--) value = (value << 8n) | BigInt(this.#bytes[at + k])
    if (length > 0 && this.#bytes[at + length - 1] >= 128) value -= 1n << BigInt(8 * length)
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }

  /** Text up to a line end. */
  line(): string {
    const end = this.#bytes.indexOf(0x0a, this.#at)
    if (end < 0) {
      if (this.#toCome > 0 && this.left < LONGEST_NAME) throw new NeedsMore()
      throw new PickleError('it ends in the middle of a name (file truncated?)')
    }
    const text = this.text(end - this.#at)
    this.#at++
    return text
  }
}

const isDict = (x: unknown): x is Dict =>
  typeof x === 'object' && x !== null && Object.getPrototypeOf(x) === null

type Step = (m: Machine) => void

const STEPS: ReadonlyMap<number, Step> = new Map<number, Step>([
  // PROTO, FRAME: nothing but a version and a length.
  [0x80, (m) => void m.u8()],
  [0x95, (m) => void m.u64()],
  // MARK, POP, POP_MARK, DUP
  [0x28, (m) => m.mark()],
  [0x30, (m) => void m.pop()],
  [0x31, (m) => void m.sinceMark()],
  [0x32, (m) => m.push(m.top())],
  // NONE, NEWTRUE, NEWFALSE
  [0x4e, (m) => m.push(null)],
  [0x88, (m) => m.push(true)],
  [0x89, (m) => m.push(false)],
  // BININT, BININT1, BININT2, LONG1, LONG4, BINFLOAT
  [0x4a, (m) => m.push(m.i32())],
  [0x4b, (m) => m.push(m.u8())],
  [0x4d, (m) => m.push(m.u16())],
  [0x8a, (m) => m.push(m.long(m.u8()))],
  [0x8b, (m) => m.push(m.long(m.i32()))],
  [0x47, (m) => m.push(m.f64())],
  // SHORT_BINUNICODE, BINUNICODE, BINUNICODE8
  [0x8c, (m) => m.push(m.text(m.u8()))],
  [0x58, (m) => m.push(m.text(m.u32()))],
  [0x8d, (m) => m.push(m.text(m.u64()))],
  // SHORT_BINBYTES, BINBYTES, BINBYTES8, BYTEARRAY8; SHORT_BINSTRING, BINSTRING of Python 2
  [0x43, (m) => m.push(m.raw(m.u8()))],
  [0x42, (m) => m.push(m.raw(m.u32()))],
  [0x8e, (m) => m.push(m.raw(m.u64()))],
  [0x96, (m) => m.push(m.raw(m.u64()))],
  [0x55, (m) => m.push(m.text(m.u8()))],
  [0x54, (m) => m.push(m.text(m.i32()))],
  // EMPTY_LIST, EMPTY_TUPLE, EMPTY_DICT, EMPTY_SET
  [0x5d, (m) => m.push([])],
  [0x29, (m) => m.push([])],
  [0x7d, (m) => m.push(emptyDict())],
  [0x8f, (m) => m.push([])],
  // TUPLE, TUPLE1, TUPLE2, TUPLE3, FROZENSET
  [0x74, (m) => m.push(m.sinceMark())],
  [0x85, (m) => m.tuple(1)],
  [0x86, (m) => m.tuple(2)],
  [0x87, (m) => m.tuple(3)],
  [0x91, (m) => m.push(m.sinceMark())],
  // APPEND, APPENDS, ADDITEMS
  [0x61, (m) => m.append([m.pop()])],
  [0x65, (m) => m.append(m.sinceMark())],
  [0x90, (m) => m.append(m.sinceMark())],
  // SETITEM, SETITEMS
  [
    0x73,
    (m) => {
      const value = m.pop()
      m.setItems([m.pop(), value])
    },
  ],
  [0x75, (m) => m.setItems(m.sinceMark())],
  // BINPUT, LONG_BINPUT, MEMOIZE, BINGET, LONG_BINGET
  [0x71, (m) => m.memoize(m.u8())],
  [0x72, (m) => m.memoize(m.u32())],
  [0x94, (m) => m.memoize()],
  [0x68, (m) => m.recall(m.u8())],
  [0x6a, (m) => m.recall(m.u32())],
  // GLOBAL, STACK_GLOBAL, REDUCE, NEWOBJ, BUILD, BINPERSID
  [0x63, (m) => m.global(m.line(), m.line())],
  [
    0x93,
    (m) => {
      const name = m.pop()
      m.global(m.pop(), name)
    },
  ],
  [0x52, (m) => m.reduce()],
  [0x81, (m) => m.reduce()],
  [0x62, (m) => m.build()],
  [0x51, (m) => m.persistentId()],
])
