/** The bytes of a file, piece by piece or as a whole, with progress and abort. */

/** Small enough that parsing one piece (about 10 ms) never delays Cancel. */
const CHUNK = 2 ** 20
/** The first piece is smaller: most files show what they are in it. */
export const FIRST_CHUNK = 2 ** 16
/** Binary data is copied, not parsed, so its pieces may be larger. */
const COPY = 2 ** 24
const PAUSE_EVERY_MS = 50
/** Chromium forgets about one stream of a blob in a thousand while all cores are busy: nothing comes any more. */
const STALLED_MS = 2000
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

/**
 * All bytes of a blob. With `control` it reports, lets the event loop run, and throws `signal.reason` on
 * abort.
 */
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
 * platform has byte streams. The buffer that was given is empty afterwards; the one returned has its memory,
 * or as much new memory where the stream stalled.
 *
 * @param patience how long a stream may give nothing (ms)
 */
export async function readInto(
  data: Blob,
  buffer: ArrayBuffer,
  signal?: AbortSignal,
  patience = STALLED_MS,
): Promise<ArrayBuffer> {
  const reader = byteReader(data)
  if (!reader) return copyInto(data, buffer, signal)
  const { byteLength } = buffer
  let filled = buffer
  try {
    for (let at = 0; at < data.size; ) {
      signal?.throwIfAborted()
      const view = new Uint8Array(filled, at, Math.min(COPY, data.size - at))
      const read = await soonOf(reader, view, patience)
      if (!read) return await copyInto(data, new ArrayBuffer(byteLength), signal)
      const { value, done } = read
      if (value) filled = value.buffer as ArrayBuffer
      if (done || !value)
        throw new DOMException('The file is shorter than it was.', 'NotReadableError')
      at += value.length
    }
  } finally {
    // Not awaited: a stream that stalled may not end either.
    reader.cancel().catch(() => {})
  }
  return filled
}

/** The next bytes; undefined: none came in time. */
async function soonOf(
  reader: ReadableStreamBYOBReader,
  view: Uint8Array<ArrayBuffer>,
  patience: number,
): Promise<ReadableStreamReadResult<Uint8Array<ArrayBuffer>> | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patience)
  })
  try {
    return await Promise.race([reader.read(view), late])
  } finally {
    clearTimeout(timer)
  }
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
