/** The bytes of a file, piece by piece or as a whole, with progress and abort. */
import { type ByteStream, byteStream, sliceStream } from './byte-stream.ts'

/** Small enough that parsing one piece (about 10 ms) never delays Cancel. */
const CHUNK = 2 ** 20
/** The first piece is smaller: most files show what they are in it. */
export const FIRST_CHUNK = 2 ** 16
/** Binary data is copied, not parsed, so its pieces may be larger. */
const COPY = 2 ** 22
/** Longer ranges come by a stream, which costs about as much as reading 1 MB. */
const STREAMED = 2 ** 21
const PAUSE_EVERY_MS = 50
/** As many as a trainer has columns. */
const WINDOWS = 12
const WINDOW = 2 ** 20
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

export const streamOf = (data: Blob) =>
  data.size > STREAMED ? byteStream(data) : sliceStream(data)

/**
 * All bytes of a blob; a piece holds its own until the next one is asked for. With `control` it reports, lets
 * the event loop run, and throws `signal.reason` on abort.
 */
export async function* pieces(data: Blob, control?: ReadControl): AsyncGenerator<Uint8Array> {
  const pause = pacer(control?.signal)
  const stream = streamOf(data)
  let buffer = new ArrayBuffer(Math.min(CHUNK, data.size))
  try {
    for (let at = 0; at < data.size; ) {
      const most = Math.min(at < FIRST_CHUNK ? FIRST_CHUNK - at : CHUNK, data.size - at)
      const piece = await stream.read(new Uint8Array(buffer, 0, most))
      buffer = piece.buffer
      at += piece.length
      yield piece
      control?.onBytes(at)
      await pause()
    }
  } finally {
    stream.close()
  }
}

/** A range of a blob as one array; `onBytes` gets how much of it is there. */
export async function rangeOf(
  data: Blob,
  from: number,
  to: number,
  signal?: AbortSignal,
  onBytes?: (done: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  if (to - from <= STREAMED) return new Uint8Array(await data.slice(from, to).arrayBuffer())
  const part = data.slice(from, to)
  return new Uint8Array(await readInto(part, new ArrayBuffer(to - from), signal, onBytes))
}

/**
 * As `rangeOf`, for many small ranges that mostly follow one another, in several places of the blob at a time:
 * few reads serve all of them.
 */
export function windowsOf(
  data: Blob,
): (from: number, to: number, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>> {
  const windows: { readonly start: number; readonly bytes: Uint8Array<ArrayBuffer> }[] = []
  return async (from, to, signal) => {
    if (to - from > WINDOW) return rangeOf(data, from, to, signal)
    let at = windows.findIndex((w) => from >= w.start && to <= w.start + w.bytes.length)
    if (at < 0) {
      const bytes = await rangeOf(data, from, Math.min(data.size, from + WINDOW), signal)
      if (windows.length === WINDOWS) windows.shift()
      at = windows.push({ start: from, bytes }) - 1
    }
    // The one that was used last stands last.
    const [window] = windows.splice(at, 1)
    windows.push(window)
    return window.bytes.slice(from - window.start, to - window.start)
  }
}

/** Fills the beginning of a buffer with a blob that fits into it, and returns the buffer, which moved. */
export async function readInto(
  data: Blob,
  buffer: ArrayBuffer,
  signal?: AbortSignal,
  onBytes?: (done: number) => void,
): Promise<ArrayBuffer> {
  const stream = streamOf(data)
  try {
    return await streamInto(stream, buffer, 0, data.size, signal, onBytes)
  } finally {
    stream.close()
  }
}

/** Fills [from, to) of a buffer with what a stream gives next, and returns the buffer, which moved. */
export async function streamInto(
  stream: ByteStream,
  buffer: ArrayBuffer,
  from: number,
  to: number,
  signal?: AbortSignal,
  onBytes?: (done: number) => void,
): Promise<ArrayBuffer> {
  let whole = buffer
  for (let at = from; at < to; ) {
    signal?.throwIfAborted()
    const part = await stream.read(new Uint8Array(whole, at, Math.min(COPY, to - at)))
    whole = part.buffer
    at += part.length
    onBytes?.(at)
  }
  return whole
}

/** What browsers throw for a file that was deleted or changed, or that is a folder. */
export const isVanished = (error: unknown): boolean =>
  error instanceof DOMException && /NotReadable|NotFound/.test(error.name)
