/**
 * torch.save files: a zip of one pickle and raw storages, or, before PyTorch 1.6, pickles and storages one after
 * another (PyTorch `torch/serialization.py`).
 */
import type { Numbers } from '../../trace/rows.ts'
import { type ReadControl, UnreadableFile } from './bytes.ts'
import { giverBack } from './give-back.ts'
import { bfloat16ToFloat32, halfToFloat } from './half.ts'
import { lowHalves } from './int64.ts'
import { NumberBlocks } from './number-blocks.ts'
import { Global, PickleError, type Unpickled, unpickleBlob } from './pickle.ts'
import { NumpyArray, StorageRef, TensorRef } from './pickle-globals.ts'
import {
  checkMembers,
  memberBlob,
  memberReader,
  pickleOf,
  unzipMember,
  type ZipMember,
} from './zip.ts'

export interface TorchFile {
  /** What was saved; see `unpickle` for the types. */
  readonly root: unknown
  /**
   * The numbers of a list, tensor or numpy array, flat in C order; a sentence where it holds none that
   * can be read, undefined where the value is none of these. float32, float16 and bfloat16 stay float32.
   */
  readonly numbers: (value: unknown) => Promise<Numbers | string | undefined>
  /** To be told of numbers that are not used any more. */
  readonly release: (numbers: Numbers) => void
}

/** Bytes per number. */
export const ITEM: Readonly<Record<string, number>> = {
  Float: 4,
  Double: 8,
  Half: 2,
  BFloat16: 2,
  Long: 8,
  Int: 4,
  Short: 2,
  Char: 1,
  Byte: 1,
  Bool: 1,
}
/** Read storages are kept while they are asked for: samples of a dump share few of them. */
const KEPT = 4

/** Unpickles the archive; storages are read when they are asked for. Throws UnreadableFile or ZipError. */
export async function openTorch(
  data: Blob,
  members: readonly ZipMember[],
  control: ReadControl,
): Promise<TorchFile> {
  const { signal } = control
  const pickle = pickleOf(members)
  if (!pickle) throw fail('it has no data.pkl')
  const stem = pickle.name.slice(0, -'data.pkl'.length)
  const byName = new Map(members.map((member) => [member.name, member]))
  const order = byName.get(`${stem}byteorder`)
  const own = members.filter(({ name }) => name.startsWith(stem))
  checkMembers(own)
  if (order) {
    const text = new TextDecoder('utf-8').decode(await unzipMember(data, order, signal))
    if (text.trim() !== 'little') throw fail('its numbers are big-endian')
  }
  const bytes = await memberBlob(data, pickle, signal)
  const onBytes = (done: number) => control.onBytes(pickle.offset + done)
  const saved = await pickleIn(unpickleBlob(bytes, 0, storageOf, { onBytes, signal }))
  const read = memberReader(data, signal)
  return torchFile(saved, (key) => {
    const member = byName.get(`${stem}data/${key}`)
    return member && read(member)
  })
}

type Storage = Promise<Uint8Array<ArrayBuffer>>

/** `stored` reads a storage, undefined where the file has none of this key. */
export function torchFile(
  { value: root, release }: Pick<Unpickled, 'value' | 'release'>,
  stored: (key: string) => Storage | undefined,
): TorchFile {
  const storages = new Map<string, Storage>()
  const giveBack = giverBack()
  const letGo = (key: string) => {
    // Whoever asked for it before has copied its numbers by then.
    storages
      .get(key)
      ?.then(({ buffer }) => giveBack(buffer))
      .catch(() => {})
    storages.delete(key)
  }
  const copies = new NumberBlocks(giveBack)
  const storage = ({ key }: StorageRef) => {
    const known = storages.get(key)
    if (known) return known
    if (storages.size >= KEPT) letGo([...storages.keys()][0])
    const read = stored(key)
    if (!read) throw fail(`storage ${key.slice(0, 20)} is missing`)
    storages.set(key, read)
    return read
  }
  return {
    root,
    release(numbers) {
      if (!ArrayBuffer.isView(numbers)) return
      // Each knows its own.
      copies.release(numbers)
      release(numbers)
    },
    async numbers(value) {
      if (Array.isArray(value) || ArrayBuffer.isView(value)) return value as Numbers
      if (value instanceof NumpyArray) return numpyNumbers(value)
      if (value instanceof TensorRef) {
        return tensorNumbers(value, await storage(value.storage), copies)
      }
      return undefined
    },
  }
}

export const fail = (message: string, code = 'bad-torch') =>
  new UnreadableFile(
    'slime-pt',
    code,
    `a torch.save archive (.pt) that cannot be opened: ${message}.`,
  )

/** A pickle of the file. Rejects with UnreadableFile. */
export async function pickleIn<T>(unpickled: Promise<T>): Promise<T> {
  try {
    return await unpickled
  } catch (error) {
    if (!(error instanceof PickleError)) throw error
    const refused = error.message.startsWith('it names')
    throw fail(`${error.message}`, refused ? 'refused-pickle' : 'bad-pickle')
  }
}

/** `('storage', class, key, device, length)`. */
export function storageOf(id: unknown): StorageRef {
  const [kind, type, key, , length] = Array.isArray(id) ? id : []
  const name = type instanceof Global ? /^torch\.(\w+)Storage$/.exec(type.name)?.[1] : undefined
  const item = name === undefined ? undefined : ITEM[name]
  const sound = Number.isSafeInteger(length) && (length as number) >= 0
  if (kind !== 'storage' || name === undefined || item === undefined || !sound) {
    throw new PickleError('it refers to a storage of a kind that is not read')
  }
  if (typeof key !== 'string') throw new PickleError('it refers to a storage without a name')
  return new StorageRef(key, name, length as number)
}

function numpyNumbers({ array, why }: NumpyArray): Numbers | string {
  if (!array) return why
  const { data } = array
  if (Array.isArray(data)) return 'a numpy array of texts'
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) {
    return Float64Array.from(data as Iterable<bigint>, Number)
  }
  if (data instanceof Float32Array || data instanceof Float64Array) return data
  return Float64Array.from(data as ArrayLike<number>)
}

function tensorNumbers(
  tensor: TensorRef,
  raw: Uint8Array<ArrayBuffer>,
  copies: NumberBlocks,
): Numbers | string {
  const { type, length } = tensor.storage
  if (raw.length < length * ITEM[type]) {
    return `a tensor whose storage has ${raw.length} bytes of ${length * ITEM[type]}`
  }
  const { buffer } = raw
  switch (type) {
    case 'Float':
      return copies.copy(Float32Array, elements(new Float32Array(buffer, 0, length), tensor))
    case 'Half': {
      const bits = elements(new Uint16Array(buffer, 0, length), tensor)
      return copies.copy(Float32Array, Float32Array.from(bits, halfToFloat))
    }
    case 'BFloat16': {
      const bits = elements(new Uint16Array(buffer, 0, length), tensor)
      return copies.copy(Float32Array, bfloat16ToFloat32(bits))
    }
    case 'Double':
      return copies.copy(Float64Array, elements(new Float64Array(buffer, 0, length), tensor))
    case 'Long': {
      const wide = elements(new BigInt64Array(buffer, 0, length), tensor)
      const narrow = lowHalves(wide)
      if (narrow) return copies.copy(Int32Array, narrow)
      return copies.copy(Float64Array, Float64Array.from(wide, Number))
    }
    case 'Int':
      return copies.copy(Int32Array, elements(new Int32Array(buffer, 0, length), tensor))
    case 'Short':
      return copies.copy(Int32Array, elements(new Int16Array(buffer, 0, length), tensor))
    case 'Char':
      return copies.copy(Int32Array, elements(new Int8Array(buffer, 0, length), tensor))
    default:
      return copies.copy(Uint8Array, elements(raw.subarray(0, length), tensor))
  }
}

type Elements =
  | Uint8Array<ArrayBuffer>
  | Int8Array<ArrayBuffer>
  | Int16Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

/** The tensor's elements in C order: where they lie like that in the storage, a view of it. */
function elements<T extends Elements>(stored: T, { size, stride, offset }: TensorRef): T {
  const count = size.reduce((product, n) => product * n, 1)
  if (isContiguous(size, stride)) return stored.subarray(offset, offset + count) as T
  const at = places(size, stride, offset)
  const copy = new (stored.constructor as new (length: number) => T)(count)
  for (let k = 0; k < count; k++) copy[k] = stored[at[k]]
  return copy
}

function isContiguous(size: readonly number[], stride: readonly number[]): boolean {
  let wanted = 1
  for (let axis = size.length - 1; axis >= 0; axis--) {
    if (size[axis] !== 1 && stride[axis] !== wanted) return false
    wanted *= size[axis]
  }
  return true
}

/** Index in the storage of every element, in C order. */
function places(
  size: readonly number[],
  stride: readonly number[],
  offset: number,
): Uint32Array<ArrayBuffer> {
  const count = size.reduce((product, n) => product * n, 1)
  const at = new Uint32Array(count)
  const index = size.map(() => 0)
  let place = offset
  for (let k = 0; k < count; k++) {
    at[k] = place
    for (let axis = size.length - 1; axis >= 0; axis--) {
      place += stride[axis]
      if (++index[axis] < size[axis]) break
      place -= stride[axis] * size[axis]
      index[axis] = 0
    }
  }
  return at
}
