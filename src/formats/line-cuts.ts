/** A text of lines, cut into pieces of a few megabytes that threads can parse. */
import { type Memory, NEW_MEMORY } from '../trace/memory.ts'
import { FIRST_CHUNK, pieces, type ReadControl, readInto } from './containers/bytes.ts'
import type { LineBytes, LineParsers, LinePiece, LineRange } from './types.ts'

/** A line of so many pieces is read where the file is read: no thread gains from it. */
const LONGEST = 16
const NEWLINE = 0x0a

/** `rest`: from here on the text has lines too long to be cut. */
export type Cut =
  | { readonly kind: 'piece'; readonly piece: LinePiece; readonly done: number | undefined }
  | { readonly kind: 'rest'; readonly chunks: AsyncIterable<Uint8Array> }

/** `done`: bytes of the file up to the piece's end, where `control` is not told by the text itself. */
export async function* cutsOf(
  { plain, pieces: chunks }: LineBytes,
  control: ReadControl,
  { size: threads, pieceSize: size, inRow }: LineParsers,
): AsyncGenerator<Cut> {
  if (!plain) yield* cutChunks(chunks(control), size)
  else {
    for (const range of rangesOf(plain, size, threads, inRow)) {
      yield { kind: 'piece', piece: range, done: range.to }
    }
  }
}

/** Cut anywhere: whoever reads a range finds its lines. Stretches become shorter where the text ends. */
function* rangesOf(text: Blob, size: number, threads: number, inRow: number): Generator<LineRange> {
  const longest = LONGEST * size
  let stretch = 0
  for (let from = 0; from < text.size; from += size) {
    if (from >= stretch) {
      const fair = Math.ceil((text.size - from) / size / threads)
      stretch = Math.min(text.size, from + size * Math.min(inRow, fair))
    }
    yield { text, from, to: Math.min(text.size, from + size), stretch, longest }
  }
}

/**
 * The lines that start in the range; undefined where the last of them is longer than the range allows.
 *
 * @param bytes from the byte before the range on
 * @param memory for what a long line needs besides
 */
export async function linesIn(
  { text, from, to, longest }: LineRange,
  bytes: Uint8Array<ArrayBuffer>,
  memory = NEW_MEMORY,
): Promise<readonly Uint8Array<ArrayBuffer>[] | undefined> {
  const first = Math.max(0, from - 1)
  const start = from === 0 ? 0 : bytes.subarray(0, to - 1 - first).indexOf(NEWLINE) + 1
  if (from > 0 && start === 0) return []
  const end = bytes.indexOf(NEWLINE, to - 1 - first) + 1
  if (end > 0) return [bytes.subarray(start, end)]
  const parts = [bytes.subarray(start)]
  for (
    let at = first + bytes.length, step = 2 * FIRST_CHUNK;
    at < text.size;
    at += step, step *= 2
  ) {
    if (at - first - start > longest) return undefined
    const more = await bytesOf(text.slice(at, at + step), memory)
    const end = more.indexOf(NEWLINE) + 1
    parts.push(end > 0 ? more.subarray(0, end) : more)
    if (end > 0) break
  }
  return parts
}

/** What stands from the first line of the range on, to the end of the text. */
export async function* chunksFrom(
  { text, from }: LineRange,
  control: ReadControl,
): AsyncGenerator<Uint8Array> {
  let start = from
  if (from > 0) {
    const before = pieces(text.slice(from - 1))
    for await (const chunk of before) {
      const end = chunk.indexOf(NEWLINE)
      start += end < 0 ? chunk.length : end
      if (end >= 0) break
    }
  }
  const onBytes = (done: number) => control.onBytes(start + done)
  yield* pieces(text.slice(start), { ...control, onBytes })
}

const bytesOf = async (text: Blob, memory: Memory): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await readInto(text, memory.take(text.size)), 0, text.size)

async function* cutChunks(chunks: AsyncGenerator<Uint8Array>, size: number): AsyncGenerator<Cut> {
  let parts: Uint8Array[] = []
  let held = 0
  const cut = (): Cut => {
    const piece = join(parts, held)
    parts = []
    held = 0
    return { kind: 'piece', piece, done: undefined }
  }
  try {
    for await (const chunk of chunks) {
      const end = held + chunk.length < size ? 0 : chunk.lastIndexOf(NEWLINE) + 1
      if (end > 0) {
        parts.push(chunk.subarray(0, end))
        held += end
        yield cut()
      }
      parts.push(chunk.subarray(end))
      held += chunk.length - end
      if (held > LONGEST * size) {
        yield { kind: 'rest', chunks: following(parts, chunks) }
        return
      }
    }
  } catch (error) {
    // What was unpacked before the damage is read as it is without threads: up to the last line end.
    const whole = join(parts, held)
    const end = whole.lastIndexOf(NEWLINE) + 1
    if (end > 0) yield { kind: 'piece', piece: whole.slice(0, end), done: undefined }
    throw error
  }
  if (held > 0) yield cut()
}

async function* following(
  parts: readonly Uint8Array[],
  chunks: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* parts
  yield* chunks
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
