/** safetensors: u64 header length, JSON header, bytes. Offsets are checked before anything is read. */
import type { Fault } from '../../trace/diagnostic-list.ts'
import { rangeOf } from './bytes.ts'
import { bfloat16ToFloat32, halfToFloat } from './half.ts'
import { parseTolerantly } from './json.ts'
import type { NpyData } from './npy.ts'

/** The reference implementation's cap; a trace's header has a few kilobytes. */
const HEADER_LIMIT = 100_000_000

const ITEM_SIZE: Readonly<Record<string, number>> = {
  BOOL: 1,
  U8: 1,
  I8: 1,
  F8_E4M3: 1,
  F8_E5M2: 1,
  U16: 2,
  I16: 2,
  F16: 2,
  BF16: 2,
  U32: 4,
  I32: 4,
  F32: 4,
  U64: 8,
  I64: 8,
  F64: 8,
}

export interface TensorEntry {
  readonly name: string
  readonly dtype: string
  readonly shape: readonly number[]
  /** Offsets in the file. */
  readonly begin: number
  readonly end: number
}

export interface SafetensorsHeader {
  readonly tensors: readonly TensorEntry[]
  readonly metadata: Readonly<Record<string, string>>
}

/** Header length of what may be a safetensors file, undefined if it cannot be one. */
export function headerLength(start: Uint8Array): number | undefined {
  if (start.length < 9 || start[8] !== 0x7b) return undefined
  const length = new DataView(start.buffer, start.byteOffset).getBigUint64(0, true)
  return length <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(length) : undefined
}

/** Every fault of the header; a file with any is not read. */
export async function readHeader(
  file: Blob,
): Promise<{ readonly header: SafetensorsHeader } | { readonly faults: readonly Fault[] }> {
  const bad = (message: string, field?: string): Fault => ({
    code: 'bad-safetensors',
    ...(field && { field }),
    message,
  })
  const length = headerLength(await rangeOf(file, 0, 16))
  if (length === undefined) return { faults: [bad('no safetensors header.')] }
  if (length > HEADER_LIMIT) {
    return { faults: [bad(`the header claims ${length} bytes; at most ${HEADER_LIMIT} are read.`)] }
  }
  if (8 + length > file.size) {
    const message = `the header claims ${length} bytes but the file has ${file.size} (truncated?)`
    return { faults: [bad(message)] }
  }
  const text = new TextDecoder('utf-8').decode(await rangeOf(file, 8, 8 + length))
  const { value, problem } = parseTolerantly(text.trimEnd(), () => false)
  if (problem) return { faults: [bad(`header: ${problem.message}`)] }
  const start = 8 + length
  const room = file.size - start
  const faults: Fault[] = []
  const tensors: TensorEntry[] = []
  const metadata: Record<string, string> = Object.create(null)
  for (const [name, entry] of Object.entries(value as Record<string, unknown>)) {
    if (name === '__metadata__') {
      for (const [key, item] of Object.entries(Object(entry))) {
        if (typeof item === 'string') metadata[key] = item
      }
      continue
    }
    const { dtype, shape, data_offsets: offsets } = Object(entry)
    if (
      typeof dtype !== 'string' ||
      !isCounts(shape) ||
      !isCounts(offsets) ||
      offsets.length !== 2
    ) {
      faults.push(bad(`tensor ${name} lacks a proper dtype, shape or data_offsets.`, name))
      continue
    }
    const fault = offsetFault(name, dtype, shape, offsets, room)
    if (fault) faults.push(bad(fault, name))
    else tensors.push({ name, dtype, shape, begin: start + offsets[0], end: start + offsets[1] })
  }
  const sorted = tensors.toSorted((a, b) => a.begin - b.begin || a.end - b.end)
  for (let i = 1; i < sorted.length; i++) {
    const [a, b] = [sorted[i - 1], sorted[i]]
    if (b.begin >= a.end) continue
    const range = (t: TensorEntry) => `${t.name} [${t.begin - start}, ${t.end - start}]`
    faults.push(bad(`tensors overlap: ${range(a)} and ${range(b)}.`, b.name))
  }
  return faults.length > 0 ? { faults } : { header: { tensors, metadata } }
}

const isCounts = (x: unknown): x is number[] =>
  Array.isArray(x) && x.every((n) => Number.isSafeInteger(n) && n >= 0)

function offsetFault(
  name: string,
  dtype: string,
  shape: readonly number[],
  [begin, end]: readonly number[],
  room: number,
): string | undefined {
  const item = ITEM_SIZE[dtype]
  if (begin > end) return `tensor ${name} has begin ${begin} > end ${end} in data_offsets.`
  if (end > room) return `tensor ${name} ends at ${end} but the data section has ${room} bytes.`
  // An unknown dtype may be of any size; only its place can be checked.
  if (item === undefined) return undefined
  const size = shape.reduce((product, n) => product * n, item)
  if (size === end - begin) return undefined
  return (
    `tensor ${name} has shape [${shape}] ${dtype} = ${size} bytes but data_offsets ` +
    `[${begin}, ${end}] = ${end - begin}.`
  )
}

/** The numbers of a tensor, undefined for dtypes that are not read (float8, complex, …). */
export function tensorData(raw: Uint8Array<ArrayBuffer>, dtype: string): NpyData | undefined {
  const { buffer } = raw
  switch (dtype) {
    case 'BOOL':
    case 'U8':
      return raw
    case 'I8':
      return new Int8Array(buffer)
    case 'U16':
      return new Uint16Array(buffer)
    case 'I16':
      return new Int16Array(buffer)
    case 'F16':
      return Float32Array.from(new Uint16Array(buffer), halfToFloat)
    case 'BF16':
      return bfloat16ToFloat32(new Uint16Array(buffer))
    case 'U32':
      return new Uint32Array(buffer)
    case 'I32':
      return new Int32Array(buffer)
    case 'F32':
      return new Float32Array(buffer)
    case 'U64':
      return new BigUint64Array(buffer)
    case 'I64':
      return new BigInt64Array(buffer)
    case 'F64':
      return new Float64Array(buffer)
    default:
      return undefined
  }
}
