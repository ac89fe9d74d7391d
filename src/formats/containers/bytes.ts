/** The bytes of a file, piece by piece or as a whole, with progress, abort and gzip taken off. */

/** Small enough that parsing one piece (about 10 ms) never delays Cancel. */
const CHUNK = 2 ** 20
/** The first piece is smaller: most files show what they are in it. */
export const FIRST_CHUNK = 2 ** 16
/** Binary data is copied, not parsed, so its pieces may be larger. */
const COPY = 2 ** 24
const PAUSE_EVERY_MS = 50
/** Text that unpacks to more than this would not fit into memory as a trace either. */
const TEXT_LIMIT = 2 ** 32
/** Binary containers are unpacked as a whole before they can be read. */
export const UNPACKED_LIMIT = 2 ** 31
/**
 * Deflate reaches 1032 : 1 on constant bytes. Dumps of texts stay below 10 : 1, lists of masks and zeros
 * reach 100 : 1, but not over this many bytes.
 */
const BOMB = { bytes: 2 ** 28, ratio: 100 }

export class UnreadableFile extends Error {
  readonly guess: string
  readonly code: string
  constructor(guess: string, code: string, message: string) {
    super(message)
    this.guess = guess
    this.code = code
  }
}

export interface ReadControl {
  /** Bytes of this file that are done, of its size. */
  readonly onBytes: (done: number) => void
  readonly signal: AbortSignal | undefined
}

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

/** Throws UnreadableFile for a gzip that does not unpack. */
export async function bytesOf(data: Blob, control: ReadControl): Promise<Bytes> {
  const start = await firstBytes(data)
  if (start[0] !== 0x1f || start[1] !== 0x8b) {
    const blob = () => Promise.resolve(data)
    return { start, pieces: (c) => pieces(data, c), plain: data, blob }
  }
  const unpacked = (c?: ReadControl) => gunzip(data, TEXT_LIMIT, c)
  let whole: Promise<Blob> | undefined
  const blob = () => {
    whole ??= collect(gunzip(data, UNPACKED_LIMIT, control))
    return whole
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of unpacked()) {
    parts.push(piece)
    size += piece.length
    if (size >= FIRST_CHUNK) break
  }
  const head = await firstBytes(new Blob(parts))
  return { start: head, pieces: unpacked, plain: undefined, blob }
}

async function firstBytes(data: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await data.slice(0, FIRST_CHUNK).arrayBuffer())
}

/** Lets the event loop run when 50 ms have passed since it last could; throws on abort. */
export function pacer(signal: AbortSignal | undefined): () => Promise<void> | undefined {
  let next = performance.now() + PAUSE_EVERY_MS
  return () => {
    signal?.throwIfAborted()
    if (performance.now() < next) return undefined
    return new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      signal?.throwIfAborted()
      next = performance.now() + PAUSE_EVERY_MS
    })
  }
}

export async function* pieces(data: Blob, control?: ReadControl): AsyncGenerator<Uint8Array> {
  const pause = pacer(control?.signal)
  const read = (from: number, to: number) => data.slice(from, to).arrayBuffer()
  let next = read(0, FIRST_CHUNK)
  for (let at = 0, end = FIRST_CHUNK; at < data.size; at = end, end = at + CHUNK) {
    const buffer = await next
    // Read ahead while this piece is parsed; a failure shows when its turn comes.
    next = end < data.size ? read(end, end + CHUNK) : next
    next.catch(() => {})
    yield new Uint8Array(buffer)
    control?.onBytes(Math.min(data.size, end))
    await pause()
  }
}

async function* gunzip(
  data: Blob,
  limit: number,
  control?: ReadControl,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
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
      const message = `broken gzip data after ${given} unpacked bytes (file truncated?)`
      throw new UnreadableFile('gzip', 'bad-gzip', message)
    }
  }
  try {
    for (let { value, done } = await next(); !done; { value, done } = await next()) {
      if (!value) continue
      given += value.length
      const sentence = tooMuch(given, taken, limit)
      if (sentence) throw new UnreadableFile('gzip', 'too-large', sentence)
      yield value
      control?.onBytes(taken)
      await pause()
    }
  } finally {
    // Fails when the stream already has; then there is nothing left to stop.
    await reader.cancel().catch(() => {})
  }
}

function tooMuch(unpacked: number, packed: number, limit: number): string | undefined {
  if (unpacked > limit) return `unpacks to more than ${limit / 2 ** 30} GiB; split the file.`
  if (unpacked < BOMB.bytes || unpacked < BOMB.ratio * packed) return undefined
  return (
    `${packed} bytes unpack to more than ${unpacked}, which looks like a gzip bomb; ` +
    'if it is a trace, unpack it and open the result.'
  )
}

async function collect(parts: AsyncGenerator<Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const kept: Uint8Array<ArrayBuffer>[] = []
  for await (const part of parts) kept.push(part)
  return new Blob(kept)
}

/** A range of a blob as one array. */
export async function rangeOf(
  data: Blob,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const part = data.slice(from, to)
  if (to - from <= CHUNK) return new Uint8Array(await part.arrayBuffer())
  return new Uint8Array(await readInto(part, new ArrayBuffer(to - from), signal))
}

/**
 * Fills the beginning of `buffer` with a blob that fits into it: no copy is made on the way where the
 * platform has byte streams. The buffer that was given is empty afterwards; the one returned has its memory.
 */
export async function readInto(
  data: Blob,
  buffer: ArrayBuffer,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  const reader = byteReader(data)
  if (!reader) return copyInto(data, buffer, signal)
  let filled = buffer
  try {
    for (let at = 0; at < data.size; ) {
      signal?.throwIfAborted()
      const view = new Uint8Array(filled, at, Math.min(COPY, data.size - at))
      const { value, done } = await reader.read(view)
      if (value) filled = value.buffer as ArrayBuffer
      if (done || !value)
        throw new DOMException('The file is shorter than it was.', 'NotReadableError')
      at += value.length
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  return filled
}

/** undefined: the platform's blobs have no byte streams. */
function byteReader(data: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return data.stream().getReader({ mode: 'byob' })
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

async function copyInto(
  data: Blob,
  buffer: ArrayBuffer,
  signal: AbortSignal | undefined,
): Promise<ArrayBuffer> {
  const whole = new Uint8Array(buffer)
  for (let at = 0; at < data.size; at += COPY) {
    signal?.throwIfAborted()
    whole.set(new Uint8Array(await data.slice(at, at + COPY).arrayBuffer()), at)
  }
  return buffer
}

/** What browsers throw for a file that was deleted or changed, or that is a folder. */
export const isVanished = (error: unknown): boolean =>
  error instanceof DOMException && /NotReadable|NotFound/.test(error.name)
