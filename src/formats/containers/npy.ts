/** NumPy .npy arrays (format 1.0 to 3.0): header, dtypes, both byte orders, Fortran order. */
import { halfToFloat } from './half.ts'

export class NpyError extends Error {}

export interface NpyHeader {
  /** As written, e.g. `<f4`, `|O`; `structured` for record dtypes. */
  readonly descr: string
  readonly fortran: boolean
  readonly shape: readonly number[]
  readonly dataStart: number
}

export type NpyData =
  | Uint8Array
  | Int8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
  | BigInt64Array
  | BigUint64Array
  | readonly string[]

export interface NpyArray {
  readonly descr: string
  readonly shape: readonly number[]
  /** In C order. */
  readonly data: NpyData
}

/** Reads magic, version and header. Throws NpyError. */
export function readNpyHeader(bytes: Uint8Array): NpyHeader {
  const magic = String.fromCharCode(...bytes.subarray(0, 6))
  if (magic !== '\x93NUMPY' || bytes.length < 12) throw new NpyError('no npy header.')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const wide = bytes[6] >= 2
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true)
  const start = wide ? 12 : 10
  if (start + length > bytes.length) throw new NpyError('the header is cut off.')
  const text = new TextDecoder('utf-8').decode(bytes.subarray(start, start + length))
  const order = /['"]fortran_order['"]\s*:\s*(True|False)/.exec(text)?.[1]
  const shape = /['"]shape['"]\s*:\s*\(([\d\s,L]*)\)/.exec(text)?.[1]
  const descr = /['"]descr['"]\s*:\s*(?:['"]([^'"]*)['"]|(\[|\())/.exec(text)
  if (order === undefined || shape === undefined || !descr) {
    throw new NpyError(`the header is not the expected dictionary: ${text.slice(0, 80).trim()}`)
  }
  const dimensions = shape.match(/\d+/g) ?? []
  return {
    descr: descr[1] ?? 'structured',
    fortran: order === 'True',
    shape: dimensions.map(Number),
    dataStart: start + length,
  }
}

/** Reads a whole array; its data may be a view into `bytes`, which is swapped in place. Throws NpyError, in particular for dtypes that need Python. */
export function readNpy(bytes: Uint8Array<ArrayBuffer>): NpyArray {
  const { dataStart, ...header } = readNpyHeader(bytes)
  return npyArray(bytes.subarray(dataStart), header)
}

/**
 * An array out of its bytes (which may go on behind it); its data may be a view into them. Throws
 * NpyError, in particular for dtypes that need Python.
 */
export function npyArray(
  bytes: Uint8Array<ArrayBuffer>,
  { descr, fortran, shape }: Omit<NpyHeader, 'dataStart'>,
): NpyArray {
  const dtype = /^([<>|=])?([a-zA-Z])(\d*)$/.exec(descr)
  if (descr.endsWith('O')) {
    throw new NpyError(`dtype ${descr} holds pickled Python objects, which this app does not open.`)
  }
  if (!dtype)
    throw new NpyError(`dtype ${descr} is not supported; use numbers, bool or <U strings.`)
  const [, order, kind, digits] = dtype
  const itemSize = Number(digits || '1') * (kind === 'U' ? 4 : 1)
  const count = shape.reduce((product, n) => product * n, 1)
  const size = count * itemSize
  // Entries of zero bytes (<U0) could claim any count.
  const claims = itemSize === 0 ? count : size
  if (!Number.isSafeInteger(claims) || claims > bytes.length + 1024) {
    throw new NpyError(`shape (${shape}) of ${descr} is larger than the file.`)
  }
  if (size > bytes.length) {
    const held = bytes.length
    throw new NpyError(`shape (${shape}) of ${descr} needs ${size} bytes but ${held} are there.`)
  }
  // numpy pads the header so that the data is aligned; a copy where another writer does not.
  const aligned = bytes.byteOffset % 8 === 0
  const raw = aligned ? bytes.subarray(0, size) : bytes.slice(0, size)
  if (order === '>' && (kind === 'U' || itemSize > 1)) swap(raw, kind === 'U' ? 4 : itemSize)
  const data = decode(raw, kind, itemSize, count, descr)
  return { descr, shape, data: fortran && shape.length > 1 ? toCOrder(data, shape) : data }
}

function swap(raw: Uint8Array, width: number): void {
  for (let at = 0; at + width <= raw.length; at += width) raw.subarray(at, at + width).reverse()
}

function decode(
  raw: Uint8Array<ArrayBuffer>,
  kind: string,
  itemSize: number,
  count: number,
  descr: string,
): NpyData {
  const { buffer, byteOffset: at } = raw
  if (kind === 'U') return unicode(new Uint32Array(buffer, at, raw.length / 4), itemSize / 4, count)
  if (kind === 'S' || kind === 'a') return byteStrings(raw, itemSize, count)
  switch (`${kind}${itemSize}`) {
    case 'b1':
    case 'u1':
      return raw
    case 'i1':
      return new Int8Array(buffer, at, count)
    case 'i2':
      return new Int16Array(buffer, at, count)
    case 'u2':
      return new Uint16Array(buffer, at, count)
    case 'i4':
      return new Int32Array(buffer, at, count)
    case 'u4':
      return new Uint32Array(buffer, at, count)
    case 'i8':
      return new BigInt64Array(buffer, at, count)
    case 'u8':
      return new BigUint64Array(buffer, at, count)
    case 'f2':
      return Float32Array.from(new Uint16Array(buffer, at, count), halfToFloat)
    case 'f4':
      return new Float32Array(buffer, at, count)
    case 'f8':
      return new Float64Array(buffer, at, count)
    default:
      throw new NpyError(`dtype ${descr} is not supported; use numbers, bool or <U strings.`)
  }
}

/** UCS-4, padded with zeros at the end. */
function unicode(codes: Uint32Array, width: number, count: number): string[] {
  return Array.from({ length: count }, (_, k) => {
    let end = (k + 1) * width
    while (end > k * width && codes[end - 1] === 0) end--
    let text = ''
    for (let i = k * width; i < end; i++) {
      text += codes[i] <= 0x10ffff ? String.fromCodePoint(codes[i]) : '\ufffd'
    }
    return text
  })
}

function byteStrings(raw: Uint8Array, width: number, count: number): string[] {
  const decoder = new TextDecoder('utf-8')
  return Array.from({ length: count }, (_, k) => {
    let end = (k + 1) * width
    while (end > k * width && raw[end - 1] === 0) end--
    return decoder.decode(raw.subarray(k * width, end))
  })
}

/** First index fastest → last index fastest. */
function toCOrder(data: NpyData, shape: readonly number[]): NpyData {
  const strides: number[] = []
  let stride = 1
  for (const n of shape) {
    strides.push(stride)
    stride *= n
  }
  const index = shape.map(() => 0)
  const from = Array.from({ length: stride }, () => {
    const at = index.reduce((sum, i, axis) => sum + i * strides[axis], 0)
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      if (++index[axis] < shape[axis]) break
      index[axis] = 0
    }
    return at
  })
  if (Array.isArray(data)) return from.map((at) => data[at] as string)
  const typed = data as Exclude<NpyData, readonly string[]>
  const result = typed.slice()
  for (let i = 0; i < from.length; i++) result[i] = typed[from[i]]
  return result
}
