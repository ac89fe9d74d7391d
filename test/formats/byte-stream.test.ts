/** How the bytes of a file come: what `read` fills, and what it says of a file that is not there any more. */
import { describe, expect, it } from 'vitest'
import {
  type ByteStream,
  byteStream,
  sliceStream,
} from '../../src/formats/containers/byte-stream.ts'
import { pieces, readInto } from '../../src/formats/containers/bytes.ts'

const SIZE = 3_000_001
const bytes = Uint8Array.from({ length: SIZE }, (_, i) => (i * 31 + (i >> 8)) & 255)
const data = () => new Blob([bytes])
/** Vitest compares millions of elements in seconds, Buffer in a millisecond. */
const isAt = (part: Uint8Array, at: number): boolean =>
  Buffer.compare(part, bytes.subarray(at, at + part.length)) === 0

async function readAll(stream: ByteStream, room: number): Promise<number[]> {
  const lengths: number[] = []
  let buffer = new ArrayBuffer(room)
  for (let at = 0; at < SIZE; ) {
    const part = await stream.read(new Uint8Array(buffer, 0, Math.min(room, SIZE - at)))
    expect(isAt(part, at)).toBe(true)
    buffer = part.buffer
    expect(buffer.byteLength).toBe(room)
    at += part.length
    lengths.push(part.length)
  }
  stream.close()
  return lengths
}

describe('a byte stream', () => {
  it.each([
    ['of the blob', byteStream],
    ['by slices', sliceStream],
  ])('%s fills the memory that it is given, again and again', async (_, open) => {
    const lengths = await readAll(open(data()), 100_000)
    expect(lengths.length).toBeGreaterThanOrEqual(31)
  })

  it('reads a blob that has no byte stream', async () => {
    const blob = data()
    blob.stream = () => new ReadableStream()
    await readAll(byteStream(blob), 1_000_000)
  })

  it.each([
    [
      'was changed',
      (out: ReadableByteStreamController) => out.error(new TypeError('network error')),
    ],
    ['became shorter', (out: ReadableByteStreamController) => out.close()],
  ])('calls a file unreadable that %s', async (_, end) => {
    const blob = data()
    let pulled = 0
    const pull = (out: ReadableByteStreamController) => {
      if (pulled++ === 0) return out.enqueue(bytes.slice(0, 10))
      end(out)
      out.byobRequest?.respond(0)
    }
    blob.stream = () => new ReadableStream({ type: 'bytes', pull })
    const stream = byteStream(blob)
    expect(await stream.read(new Uint8Array(10))).toHaveLength(10)
    await expect(stream.read(new Uint8Array(10))).rejects.toMatchObject({
      name: 'NotReadableError',
    })
    stream.close()
  })
})

describe('a file that was overwritten while its stream was open', () => {
  /** The stream goes on with the new bytes; only a new request looks at the date. */
  const overwritten = () => {
    const blob = data()
    const slice = blob.slice.bind(blob)
    blob.slice = (from, to) => {
      const part = slice(from, to)
      part.arrayBuffer = () => Promise.reject(new DOMException('It changed.', 'NotReadableError'))
      return part
    }
    return blob
  }

  it('is no whole of old and new bytes', async () => {
    const reading = readInto(overwritten(), new ArrayBuffer(SIZE))
    await expect(reading).rejects.toMatchObject({ name: 'NotReadableError' })
    const all = async () => {
      for await (const _ of pieces(overwritten())) {
        // Until the last.
      }
    }
    await expect(all()).rejects.toMatchObject({ name: 'NotReadableError' })
  })
})

describe('the bytes of a file', () => {
  it('come in pieces, the first one small, and are counted', async () => {
    const done: number[] = []
    const control = { signal: undefined, onBytes: (n: number) => void done.push(n) }
    let at = 0
    for await (const piece of pieces(data(), control)) {
      if (at === 0) expect(piece.length).toBeLessThanOrEqual(65_536)
      expect(isAt(piece, at)).toBe(true)
      at += piece.length
    }
    expect(at).toBe(SIZE)
    expect(done.at(-1)).toBe(SIZE)
  })

  it('are put at the beginning of a larger buffer', async () => {
    const read = await readInto(data(), new ArrayBuffer(SIZE + 5))
    expect(read.byteLength).toBe(SIZE + 5)
    expect(isAt(new Uint8Array(read, 0, SIZE), 0)).toBe(true)
  })

  it('stop at Cancel', async () => {
    const stopped = new AbortController()
    const long = new Blob([bytes, bytes])
    const room = new ArrayBuffer(long.size)
    const reading = readInto(long, room, stopped.signal, () => stopped.abort())
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
  })
})
