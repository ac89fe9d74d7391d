/** The functions that a pickle may name, each as what it means and never as what it runs. */
import { type NpyArray, NpyError, npyArray } from './npy.ts'

export class PickleError extends Error {
  /** The refused function or class, where that is why. */
  readonly refused: string | undefined
  constructor(message: string, refused?: string) {
    super(message)
    this.refused = refused
  }
}

/** Part of a torch tensor's data outside the pickle. */
export class StorageRef {
  readonly key: string
  /** `Float`, `BFloat16`, `Long`, … */
  readonly type: string
  readonly length: number
  constructor(key: string, type: string, length: number) {
    this.key = key
    this.type = type
    this.length = length
  }
}

/** A view on a storage; sizes and strides count elements. */
export class TensorRef {
  readonly storage: StorageRef
  readonly offset: number
  readonly size: readonly number[]
  readonly stride: readonly number[]
  constructor(
    storage: StorageRef,
    offset: number,
    size: readonly number[],
    stride: readonly number[],
  ) {
    this.storage = storage
    this.offset = offset
    this.size = size
    this.stride = stride
  }
}

/** A numpy array; undefined data: of a dtype that is not read (`why`). */
export class NumpyArray {
  array: NpyArray | undefined
  why = 'a numpy array without data'
}

class Dtype {
  descr: string
  constructor(descr: string) {
    this.descr = descr
  }
}

const STORAGES = [
  ...['Float', 'Double', 'Half', 'BFloat16', 'Long', 'Int', 'Short', 'Char', 'Byte', 'Bool'],
]
/** dtype objects stand in metadata; only their names are kept. */
const TORCH_NAMES = /^torch\.(float\d*|bfloat16|double|half|u?int\d+|long|bool|strided)$/
const TENSOR = 'torch._utils._rebuild_tensor_v2'
const PARAMETER = 'torch._utils._rebuild_parameter'

type Call = (args: readonly unknown[]) => unknown

const list: Call = ([items]) => (Array.isArray(items) ? items.slice() : [])
const numpyReconstruct: Call = () => new NumpyArray()
const numpyScalar: Call = ([dtype, raw]) => {
  const array = arrayOf(dtype, [], raw, false)
  const value = array.array && Array.from(array.array.data as ArrayLike<unknown>)[0]
  if (value === undefined) throw new PickleError(`it holds ${array.why}`)
  return typeof value === 'bigint' ? Number(value) : value
}
const numpyBuffer: Call = ([raw, dtype, shape, order]) => arrayOf(dtype, shape, raw, order === 'F')

const CALLS: ReadonlyMap<string, Call> = new Map<string, Call>([
  ['collections.OrderedDict', ([pairs]) => dictOf(pairs)],
  ['builtins.set', list],
  ['builtins.frozenset', list],
  ['builtins.list', list],
  ['builtins.tuple', list],
  ['builtins.bytearray', ([raw]) => raw ?? new Uint8Array()],
  ['__builtin__.set', list],
  ['__builtin__.bytearray', ([raw]) => raw ?? new Uint8Array()],
  ['_codecs.encode', ([text]) => latin1(text)],
  [TENSOR, tensorOf],
  [PARAMETER, ([tensor]) => tensor],
  ['torch.Size', list],
  ['torch.device', ([name]) => keyText(name)],
  ['numpy.dtype', ([name]) => new Dtype(keyText(name))],
  // Plain records of miles (radixark/miles @31f1ca96, miles/utils/types.py): which adapter a sample is bound to.
  ['miles.utils.types.AdapterRef', () => dictOf(undefined)],
  ['miles.utils.types.RewardSpec', () => dictOf(undefined)],
  ...['numpy.core', 'numpy._core'].flatMap((module): [string, Call][] => [
    [`${module}.multiarray._reconstruct`, numpyReconstruct],
    [`${module}.multiarray.scalar`, numpyScalar],
    [`${module}.numeric._frombuffer`, numpyBuffer],
  ]),
])
/** Named as arguments only. */
const VALUES: ReadonlySet<string> = new Set([
  'numpy.ndarray',
  ...STORAGES.map((name) => `torch.${name}Storage`),
])

export const isAllowed = (name: string): boolean =>
  CALLS.has(name) || VALUES.has(name) || TORCH_NAMES.test(name)

/** What a call of an allowed function makes. Throws PickleError. */
export function callGlobal(name: string, args: readonly unknown[]): unknown {
  const call = CALLS.get(name)
  if (!call) throw new PickleError(`it calls ${name}, which is no function`)
  return call(args)
}

/** Sets the state of a value that was just made; only numpy's own know any. */
export function buildState(value: unknown, state: unknown): unknown {
  const parts = Array.isArray(state) ? state : []
  if (value instanceof NumpyArray) {
    const [, shape, dtype, fortran, raw] = parts
    return Object.assign(value, arrayOf(dtype, shape, raw, fortran === true))
  }
  if (value instanceof Dtype) {
    const [, order] = parts
    if (order === '<' || order === '>') value.descr = order + value.descr.replace(/^[<>|=]/, '')
    return value
  }
  // An OrderedDict or a record may carry attributes, which nothing here uses.
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null) {
    return value
  }
  throw new PickleError('it sets the state of what has none')
}

function dictOf(pairs: unknown): Record<string, unknown> {
  const dict = Object.create(null) as Record<string, unknown>
  if (!Array.isArray(pairs)) return dict
  for (const pair of pairs) if (Array.isArray(pair)) dict[keyText(pair[0])] = pair[1]
  return dict
}

/** Protocol 2 has no bytes: it writes them as text of the same code points. */
function latin1(text: unknown): Uint8Array<ArrayBuffer> {
  if (typeof text !== 'string') throw new PickleError('it encodes what is no text')
  return Uint8Array.from(text, (c) => c.charCodeAt(0) & 255)
}

function tensorOf([storage, offset, size, stride]: readonly unknown[]): TensorRef {
  if (!(storage instanceof StorageRef) || !isCounts(size) || !isCounts(stride)) {
    throw new PickleError('it makes a tensor without storage, size or stride')
  }
  if (!isCount(offset) || size.length !== stride.length) {
    throw new PickleError('it makes a tensor whose size and stride do not fit together')
  }
  const last = size.reduce((sum, n, k) => sum + (n - 1) * stride[k], offset)
  const count = size.reduce((product, n) => product * n, 1)
  if (count > 0 && last >= storage.length) {
    throw new PickleError(`it makes a tensor of ${count} numbers out of ${storage.length}`)
  }
  // Broadcast views (stride 0) may claim any count.
  if (count > Math.max(2 ** 20, 64 * storage.length)) {
    throw new PickleError(`it makes a tensor of ${count} numbers out of ${storage.length}`)
  }
  return new TensorRef(storage, offset, size, stride)
}

/** A dict's key as text. Keys of other types than text and numbers are only shown. */
export function keyText(key: unknown): string {
  if (Array.isArray(key)) return `(${key.slice(0, 8).map(simple).join(', ')})`
  return simple(key)
}

const simple = (x: unknown): string =>
  typeof x === 'object' && x !== null ? '…' : String(x as string | number)

const isCount = (x: unknown): x is number => Number.isSafeInteger(x) && (x as number) >= 0
const isCounts = (x: unknown): x is number[] => Array.isArray(x) && x.every(isCount)

function arrayOf(dtype: unknown, shape: unknown, raw: unknown, fortran: boolean): NumpyArray {
  const result = new NumpyArray()
  if (!(dtype instanceof Dtype)) throw new PickleError('it makes a numpy array without a dtype')
  const { descr } = dtype
  if (descr.endsWith('O')) {
    result.why = `a numpy array of dtype object, which holds pickled Python objects`
    return result
  }
  if (!(raw instanceof Uint8Array) || !isCounts(shape)) {
    throw new PickleError('it makes a numpy array without data')
  }
  try {
    result.array = npyArray(new Uint8Array(raw), { descr, shape, fortran })
  } catch (error) {
    if (!(error instanceof NpyError)) throw error
    result.why = `a numpy array: ${error.message}`
  }
  return result
}
