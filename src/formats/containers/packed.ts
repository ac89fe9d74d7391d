/** gzip and zstd, taken off by their magic bytes, piece by piece and within limits. */
import {
  FIRST_CHUNK,
  isVanished,
  pacer,
  pieces,
  type ReadControl,
  rangeOf,
  UnreadableFile,
} from './bytes.ts'
import { ZstdScan } from './zstd-scan.ts'

/** Text that unpacks to more than this would not fit into memory as a trace either. */
const TEXT_LIMIT = 2 ** 32
/** Binary containers are unpacked as a whole before they can be read. */
export const UNPACKED_LIMIT = 2 ** 31
/**
 * Deflate reaches 1032 : 1 on constant bytes, zstd 32,768 : 1. Dumps of texts stay below 10 : 1, lists of
 * masks and zeros reach 100 : 1, but not over this many bytes.
 */
const BOMB = { bytes: 2 ** 28, ratio: 100 }
/**
 * A zstd block of 4 bytes may unpack to 128 kB, and the decoder moves its whole window for each: so few
 * bytes at a time that even hostile ones take about a second.
 */
const zstdStep = (window: number) => (window > 2 ** 23 ? 2 ** 8 : 2 ** 11)

/** Bytes as they are after unpacking. */
export interface Bytes {
  /** Up to FIRST_CHUNK bytes. */
  readonly start: Uint8Array
  /**
   * All bytes from the beginning; may be called again, and left early. With `control` it reports,
   * lets the event loop run, and throws `signal.reason` on abort.
   */
  readonly pieces: (control?: ReadControl) => AsyncGenerator<Uint8Array>
  /** The blob itself, where nothing has to be unpacked. */
  readonly plain: Blob | undefined
  /** For random access. A packed file is unpacked for it, up to UNPACKED_LIMIT. */
  readonly blob: () => Promise<Blob>
}

type Pieces = AsyncGenerator<Uint8Array<ArrayBuffer>>
type Unpacker = (data: Blob, limit: number, control?: ReadControl) => Pieces

/** The unpacker for a file that starts so, undefined for a plain one. */
function unpackerOf(start: Uint8Array): Unpacker | undefined {
  if (start[0] === 0x1f && start[1] === 0x8b) return gunzip
  return isZstd(start) ? unzstd : undefined
}

/** A frame, or a skippable frame, which may stand before the first one. */
const isZstd = (start: Uint8Array): boolean => {
  const [a, b, c, d] = start
  if (b === 0xb5 && c === 0x2f && d === 0xfd) return a === 0x28
  return a >= 0x50 && a <= 0x5f && b === 0x2a && c === 0x4d && d === 0x18
}

/** Throws UnreadableFile for a packed file that does not unpack. */
export async function bytesOf(data: Blob, control: ReadControl): Promise<Bytes> {
  const start = await firstBytes(data)
  const unpack = unpackerOf(start)
  if (!unpack) {
    const blob = () => Promise.resolve(data)
    return { start, pieces: (c) => pieces(data, c), plain: data, blob }
  }
  let whole: Promise<Blob> | undefined
  const blob = () => {
    whole ??= collect(unpack(data, UNPACKED_LIMIT, control))
    return whole
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of unpack(data, TEXT_LIMIT)) {
    parts.push(piece)
    size += piece.length
    if (size >= FIRST_CHUNK) break
  }
  const head = await firstBytes(new Blob(parts))
  return { start: head, pieces: (c) => unpack(data, TEXT_LIMIT, c), plain: undefined, blob }
}

async function firstBytes(data: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await data.slice(0, FIRST_CHUNK).arrayBuffer())
}

async function* gunzip(data: Blob, limit: number, control?: ReadControl): Pieces {
  let taken = 0
  let given = 0
  const pause = pacer(control?.signal)
  // By hand, because a blob's own stream may run megabytes ahead of what was unpacked of it.
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(out) {
        if (taken >= data.size) return out.close()
        const bytes = await rangeOf(data, taken, Math.min(data.size, taken + FIRST_CHUNK))
        taken += bytes.length
        out.enqueue(bytes)
      },
    },
    { highWaterMark: 0 },
  )
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader()
  const next = async () => {
    try {
      return (await reader.read()) as ReadableStreamReadResult<Uint8Array<ArrayBuffer>>
    } catch (error) {
      if (isVanished(error)) throw error
      throw brokenAfter('gzip', given)
    }
  }
  // Left early, the stream is dropped, not cancelled: it only works when it is asked, and Node throws
  // outside of every promise if it still has data when it is cancelled.
  for (let { value, done } = await next(); !done; { value, done } = await next()) {
    if (!value) continue
    given += value.length
    checkAmount('gzip', given, taken, limit)
    yield value
    control?.onBytes(taken)
    await pause()
  }
}

/** Unpacks zstd frames one after another (RFC 8878). */
export async function* unzstd(data: Blob, limit: number, control?: ReadControl): Pieces {
  const { Decompress } = await import('fzstd')
  const pause = pacer(control?.signal)
  let given = 0
  let out: Uint8Array<ArrayBuffer>[] = []
  const scan = new ZstdScan()
  const stream = new Decompress((piece) => {
    if (piece.length === 0) return
    given += piece.length
    // The decoder reuses what it hands out.
    out.push(piece.slice())
  })
  for (let at = 0; at < data.size; at += FIRST_CHUNK) {
    const bytes = await rangeOf(data, at, Math.min(data.size, at + FIRST_CHUNK))
    for (let from = 0, to = 0; from < bytes.length; from = to) {
      to = Math.min(bytes.length, from + zstdStep(scan.window))
      const step = bytes.subarray(from, to)
      const last = at + to === data.size
      const problem = scan.push(step)
      if (problem) throw new UnreadableFile('zstd', 'bad-zstd', problem)
      try {
        stream.push(step.slice(), last)
      } catch {
        throw brokenAfter('zstd', given)
      }
      checkAmount('zstd', given, at + to, limit)
      for (const piece of out) yield piece
      out = []
      await pause()
    }
    control?.onBytes(Math.min(data.size, at + bytes.length))
  }
  if (!scan.complete) throw brokenAfter('zstd', given)
}

const brokenAfter = (kind: string, given: number) =>
  new UnreadableFile(
    kind,
    `bad-${kind}`,
    `broken ${kind} data after ${given} unpacked bytes (file truncated?)`,
  )

/** Throws UnreadableFile where more was unpacked than is taken. */
function checkAmount(kind: string, unpacked: number, packed: number, limit: number): void {
  if (unpacked > limit) {
    const sentence = `unpacks to more than ${limit / 2 ** 30} GiB; split the file.`
    throw new UnreadableFile(kind, 'too-large', sentence)
  }
  if (unpacked < BOMB.bytes || unpacked < BOMB.ratio * packed) return
  const sentence =
    `${packed} bytes unpack to more than ${unpacked}, which looks like a ${kind} bomb; ` +
    'if it is a trace, unpack it and open the result.'
  throw new UnreadableFile(kind, 'too-large', sentence)
}

async function collect(parts: Pieces): Promise<Blob> {
  const kept: Uint8Array<ArrayBuffer>[] = []
  for await (const part of parts) kept.push(part)
  return new Blob(kept)
}
