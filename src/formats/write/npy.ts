/** NumPy .npy arrays, format 1.0, as numpy.save writes them. */
import { CannotWrite } from './written-row.ts'

/** numpy aligns the data so. */
const ALIGNMENT = 64
const HEAD = 10

const DESCR = {
  Uint8Array: '|u1',
  Int32Array: '<i4',
  Float32Array: '<f4',
  Float64Array: '<f8',
  BigInt64Array: '<i8',
} as const
type Numbers = Uint8Array | Int32Array | Float32Array | Float64Array | BigInt64Array

export function npyOf(data: Numbers, shape: readonly number[] = [data.length]): Uint8Array {
  const name = data.constructor.name as keyof typeof DESCR
  return npyBytes(DESCR[name], shape, data)
}

/** Fixed-width UCS-4, `<U…`. One long text makes all of them that wide. */
const MOST_TEXT_BYTES = 2 ** 30

/** Throws CannotWrite where the array would be too large, or would not read back as it was. */
export function npyOfTexts(name: string, count: number, texts: () => Iterable<string>): Uint8Array {
  let width = 1
  for (const text of texts()) {
    if (text.endsWith('\0')) {
      throw new CannotWrite(
        `A text in \`${name}\` ends in NUL, which numpy drops; choose JSON Lines or parquet.`,
      )
    }
    width = Math.max(width, lengthOf(text))
  }
  if (count * width * 4 > MOST_TEXT_BYTES) {
    throw new CannotWrite(
      `\`${name}\` has ${count} texts of up to ${width} characters, which numpy arrays hold at that width ` +
        'each; choose JSON Lines or parquet.',
    )
  }
  const codes = new Uint32Array(count * width)
  let at = 0
  for (const text of texts()) {
    let k = at
    for (const character of text) codes[k++] = character.codePointAt(0) ?? 0
    at += width
  }
  return npyBytes(`<U${width}`, [count], codes)
}

/** Characters, not UTF-16 units. */
function lengthOf(text: string): number {
  let n = 0
  for (const _ of text) n++
  return n
}

function npyBytes(descr: string, shape: readonly number[], data: ArrayBufferView): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`
  const dictionary = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${tuple}, }`
  const length = Math.ceil((HEAD + dictionary.length + 1) / ALIGNMENT) * ALIGNMENT - HEAD
  const header = `${dictionary.padEnd(length - 1)}\n`
  const bytes = new Uint8Array(HEAD + length + data.byteLength)
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, length & 255, length >> 8])
  bytes.set(new TextEncoder().encode(header), HEAD)
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), HEAD + length)
  return bytes
}
