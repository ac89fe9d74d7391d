import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { readTrace } from '../../src/formats/read.ts'
import type { LoadedTrace } from '../../src/formats/types.ts'
import type { Batch, FLOAT_COLUMNS } from '../../src/trace/batch.ts'
import type { SplitText } from '../../src/trace/rows.ts'
import { pieceOf } from '../../src/trace/utf8.ts'

/** Formats of agent harnesses and of what traces them: records of nested JSON. */
export const HARNESS_FOLDERS = [
  'claude-code',
  'codex',
  'atif',
  'openhands-v0',
  'openhands-v1',
  'swe-agent',
  'mini-swe-agent',
  'inspect-ai',
  'gemini-cli',
  'langsmith',
  'langfuse',
  'otel-genai',
  'sharegpt',
  'openai-chat',
] as const

export const FORMAT_FOLDERS = [
  'canonical-jsonl',
  'canonical-npz',
  'canonical-safetensors',
  'canonical-parquet',
  'verl-jsonl',
  ...HARNESS_FOLDERS,
  'slime-pt',
  'nemo-rl',
  'roll',
  'areal',
  'skyrl',
  'trl-parquet',
  'rllm',
  'tinker',
  'prime-rl',
  'verifiers',
  'miles-parquet',
  'miles-jsonl',
  'miles-safetensors',
  'torch-batch',
] as const

const folder = (format: string) => join(import.meta.dirname, format, 'files')

/** Trace files of one format's folder. */
export const filesOf = (format: string): string[] =>
  readdirSync(folder(format)).filter((name) => !name.endsWith('.md'))

/** Sets of files of one format that belong together, each a folder. */
export function setsOf(format: string): string[] {
  const sets = join(import.meta.dirname, format, 'sets')
  return existsSync(sets) ? readdirSync(sets) : []
}

/** The files of a set as one load, named relative to its folder; `rename` changes their last names. */
export function inputsOf(format: string, set: string, rename = (name: string, _: number) => name) {
  const root = join(import.meta.dirname, format, 'sets', set)
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((f) =>
    f.isFile(),
  )
  return files
    .map((file) => join(relative(root, file.parentPath), file.name))
    .sort()
    .map((name, i) => ({
      name: join(dirname(name), rename(basename(name), i)),
      data: blob(new Uint8Array(readFileSync(join(root, name)))),
    }))
}

export const bytesOf = (format: string, name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(folder(format), name)))

export const blob = (content: string | Uint8Array<ArrayBuffer>): Blob => new Blob([content])

export const read = (content: string | Uint8Array<ArrayBuffer>, name = 'trace') =>
  readTrace([{ name, data: blob(content) }], () => {})

/** The trace of a text or file that must be readable. */
export async function load(
  content: string | Uint8Array<ArrayBuffer>,
  name = 'trace',
): Promise<LoadedTrace> {
  const result = await read(content, name)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** All sentences about inputs that could not be read. */
export async function refusal(content: string | Uint8Array<ArrayBuffer>, name = 'trace') {
  const result = await read(content, name)
  if (result.ok) throw new Error('the file was read')
  const diagnostics = result.error.refusals.flatMap((r) => r.diagnostics)
  return {
    guess: result.error.refusals[0].guess,
    text: diagnostics.map((d) => d.message).join('\n'),
    diagnostics,
  }
}

/** JSON Lines of canonical or other rows. */
export const lines = (...rows: readonly unknown[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n')

/** Response text of a segment, its observations in brackets. */
export function marked(batch: Batch, s: number): string {
  const { spans, text } = batch
  let out = ''
  for (let k = spans.firstOfSegment[s]; k < spans.firstOfSegment[s + 1]; k++) {
    let piece = ''
    for (let p = spans.start[k]; p < spans.start[k + 1]; p++) if (text) piece += pieceOf(text, p)
    out += spans.kind[k] === 0 ? piece : `[${piece}]`
  }
  return out
}

/** Label and text of every prompt part of a segment. */
export function promptOf(batch: Batch, s: number): [string | undefined, string][] {
  const { firstOfSegment, label, text } = batch.prompt
  const parts: [string | undefined, string][] = []
  for (let p = firstOfSegment[s]; p < firstOfSegment[s + 1]; p++) {
    parts.push([batch.strings[label[p]], text ? pieceOf(text, p) : ''])
  }
  return parts
}

/** The batch without what depends on where its rows stood. */
export function comparable(batch: Batch) {
  const { row: _, ...segment } = batch.segment
  return { ...batch, segment }
}

export const column = (batch: Batch, name: (typeof FLOAT_COLUMNS)[number]): number[] =>
  Array.from(batch.columns[name] ?? [])

/** A version 1.0 npy file; its data begin at a multiple of `align`, with numpy of 64. */
export function npy(descr: string, shape: string, data: ArrayBufferView, align = 1): Uint8Array {
  const dictionary = `{'descr': '${descr}', 'fortran_order': False, 'shape': ${shape}, }`
  const room = Math.ceil((10 + dictionary.length + 1) / align) * align - 10
  const header = `${dictionary.padEnd(room - 1)}\n`
  const head = new Uint8Array(10 + header.length)
  head.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8])
  head.set(new TextEncoder().encode(header), 10)
  const bytes = new Uint8Array(head.length + data.byteLength)
  bytes.set(head)
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), head.length)
  return bytes
}

/** The pieces of a text that was split. */
export const piecesOf = ({ text, end }: SplitText): string[] =>
  Array.from(end, (to, k) => text.slice(k === 0 ? 0 : end[k - 1], to))
