/** A text of lines, cut at line ends into pieces of a few megabytes that threads can parse. */
import { FIRST_CHUNK, pieces, type ReadControl } from './containers/bytes.ts'
import type { LineBytes, LinePiece } from './types.ts'

/** A line of so many pieces is read where the file is read: no thread gains from it. */
const LONGEST = 16
const NEWLINE = 0x0a

/** `rest`: from here on the text has lines too long to be cut. */
export type Cut =
  | { readonly kind: 'piece'; readonly piece: LinePiece; readonly done: number | undefined }
  | { readonly kind: 'rest'; readonly chunks: AsyncIterable<Uint8Array> }

/** `done`: bytes of the file up to the piece's end, where `control` is not told by the text itself. */
export function cutsOf(
  { plain, pieces: chunks }: LineBytes,
  control: ReadControl,
  size: number,
): AsyncGenerator<Cut> {
  return plain ? cutBlob(plain, control, size) : cutChunks(chunks(control), size)
}

async function* cutBlob(text: Blob, control: ReadControl, size: number): AsyncGenerator<Cut> {
  for (let from = 0; from < text.size; ) {
    const to = await lineEnd(text, from + size, from + LONGEST * size)
    if (to === undefined) {
      const start = from
      const onBytes = (done: number) => control.onBytes(start + done)
      yield { kind: 'rest', chunks: pieces(text.slice(start), { ...control, onBytes }) }
      return
    }
    yield { kind: 'piece', piece: text.slice(from, to), done: to }
    from = to
  }
}

/** The first place from `from` on that follows a line end, or the text's end; undefined: beyond `limit`. */
async function lineEnd(text: Blob, from: number, limit: number): Promise<number | undefined> {
  for (let at = from - 1, step = FIRST_CHUNK; at < text.size; at += step, step *= 2) {
    if (at >= limit) return undefined
    const window = new Uint8Array(await text.slice(at, at + step).arrayBuffer())
    const end = window.indexOf(NEWLINE)
    if (end >= 0) return at + end + 1
  }
  return text.size
}

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
