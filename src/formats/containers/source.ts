/** Opening a file: its first bytes, its chunks with progress and abort, gzip taken off. */

import type { Head, Source } from '../types.ts'
import type { JsonProblem } from './json.ts'
import { type JsonRecord, layoutOf, splitterOf, type TextLayout } from './records.ts'
import { zipNames } from './zip.ts'

/** Small enough that parsing one chunk (about 10 ms) never delays Cancel. */
const CHUNK = 2 ** 20
const HEAD_RECORDS = 20
const HEAD_BYTES = 2 ** 22
/** How long to keep looking for the end of a first record. */
const FIRST_RECORD_BYTES = 2 ** 28
const PAUSE_EVERY_MS = 50
/** A gzip that unpacks to more than this is refused: it would not fit into memory anyway. */
const UNPACKED_LIMIT = 2 ** 32

export class UnreadableFile extends Error {
  readonly guess: string
  readonly code: string
  constructor(guess: string, code: string, message: string) {
    super(message)
    this.guess = guess
    this.code = code
  }
}

export interface OpenedSource extends Source {
  /** First problem among the records of the head. */
  readonly problem: (JsonProblem & { readonly line: number }) | undefined
  readonly text: TextLayout | undefined
}

export interface ReadControl {
  /** Bytes of this file that are done, of `size`. */
  readonly onBytes: (done: number) => void
  readonly signal: AbortSignal | undefined
}

/** Opens a file. Throws UnreadableFile for a broken gzip or zip. */
export async function openSource(
  name: string,
  data: Blob,
  control: ReadControl,
): Promise<OpenedSource> {
  const start = await firstBytes(data, 65536)
  if (start[0] === 0x1f && start[1] === 0x8b) {
    const unpacked = await gunzip(data, control)
    const scale = data.size / Math.max(1, unpacked.size)
    const onBytes = (done: number) => control.onBytes(Math.round(done * scale))
    return openPlain(name, unpacked, { ...control, onBytes })
  }
  return openPlain(name, data, control)
}

async function openPlain(name: string, data: Blob, control: ReadControl): Promise<OpenedSource> {
  const start = await firstBytes(data, 65536)
  const size = data.size
  let whole: Promise<Uint8Array> | undefined
  const bytes = () => {
    whole ??= wholeFile(data, control)
    return whole
  }
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] < 9) {
    const names = zipNames(await bytes())
    const head: Head = { kind: 'zip', names }
    return { name, size, head, problem: undefined, text: undefined, bytes, eachRecord: refuseText }
  }
  if (isBinary(start)) {
    const head: Head = { kind: 'binary', bytes: start, size }
    return { name, size, head, problem: undefined, text: undefined, bytes, eachRecord: refuseText }
  }
  const bom = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 3 : 0
  const layout = layoutOf(start.subarray(bom))
  const body = bom ? data.slice(bom) : data
  const { records, problem } = await readHead(body, layout)
  const eachRecord = async (visit: (record: JsonRecord) => void) => {
    const splitter = splitterOf(layout, visit)
    for await (const chunk of chunks(body, control)) splitter.push(chunk)
    splitter.end()
    control.onBytes(size)
  }
  return {
    name,
    size,
    head: { kind: 'text', layout, records },
    problem,
    text: layout,
    bytes,
    eachRecord,
  }
}

const refuseText = () => Promise.reject(new Error('eachRecord was called on a binary file'))

async function firstBytes(data: Blob, count: number): Promise<Uint8Array> {
  return new Uint8Array(await data.slice(0, count).arrayBuffer())
}

/** Text never holds NUL bytes; safetensors starts with an eight-byte length that does. */
function isBinary(start: Uint8Array): boolean {
  const magic = String.fromCharCode(...start.subarray(0, 4))
  if (magic === 'PAR1' || magic === '\x28\xb5\x2f\xfd' || magic === '\x93NUM') return true
  return start.subarray(0, 4096).includes(0) || start[0] === 0x80
}

async function readHead(data: Blob, layout: TextLayout) {
  const records: unknown[] = []
  let problem: (JsonProblem & { line: number }) | undefined
  const splitter = splitterOf(layout, (record) => {
    if (records.length >= HEAD_RECORDS) return
    if (record.problem) problem ??= { ...record.problem, line: record.line }
    else records.push(record.value)
  })
  let at = 0
  while (at < data.size && records.length < HEAD_RECORDS) {
    if (at >= HEAD_BYTES && (records.length > 0 || problem)) break
    if (at >= FIRST_RECORD_BYTES) break
    // The first look is small: most files show what they are in 64 kB.
    const step = at === 0 ? 65536 : CHUNK
    splitter.push(new Uint8Array(await data.slice(at, at + step).arrayBuffer()))
    at += step
  }
  if (at >= data.size) splitter.end()
  return { records, problem }
}

/** The file piece by piece; reports bytes, lets the event loop run, throws `signal.reason` on abort. */
async function* chunks(data: Blob, { onBytes, signal }: ReadControl): AsyncGenerator<Uint8Array> {
  let pause = performance.now() + PAUSE_EVERY_MS
  for (let at = 0; at < data.size; at += CHUNK) {
    signal?.throwIfAborted()
    yield new Uint8Array(await data.slice(at, at + CHUNK).arrayBuffer())
    onBytes(Math.min(data.size, at + CHUNK))
    if (performance.now() < pause) continue
    await new Promise((resolve) => setTimeout(resolve))
    pause = performance.now() + PAUSE_EVERY_MS
  }
  signal?.throwIfAborted()
}

async function wholeFile(data: Blob, control: ReadControl): Promise<Uint8Array> {
  const whole = new Uint8Array(data.size)
  let at = 0
  for await (const chunk of chunks(data, control)) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

async function gunzip(data: Blob, { signal }: ReadControl): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  try {
    const stream = data.stream().pipeThrough(new DecompressionStream('gzip'))
    const reader = stream.getReader()
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      if (signal?.aborted) {
        await reader.cancel()
        break
      }
      parts.push(value as Uint8Array<ArrayBuffer>)
      size += value?.length ?? 0
      if (size > UNPACKED_LIMIT) {
        await reader.cancel()
        throw new UnreadableFile('gzip', 'too-large', 'unpacks to more than 4 GiB; split the file.')
      }
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const message = `broken gzip data after ${size} unpacked bytes (file truncated?)`
    throw new UnreadableFile('gzip', 'bad-gzip', message)
  }
  signal?.throwIfAborted()
  return new Blob(parts)
}
