/** Opening a file: what container it is, its first records, its records one by one. */

import type { Head, Source, SourceControl } from '../types.ts'
import { pacer, type ReadControl } from './bytes.ts'
import type { JsonProblem } from './json.ts'
import { bytesOf } from './packed.ts'
import { layoutOf, splitterOf, type TextLayout } from './records.ts'
import { pickleOf, zipDirectory } from './zip.ts'

/** First byte of a pickle. */
const PICKLE = 0x80
/** PAR1 */
const PARQUET = [0x50, 0x41, 0x52, 0x31]
const HEAD_RECORDS = 20
const HEAD_BYTES = 2 ** 22

export interface OpenedSource extends Source {
  /** First problem among the records of the head. */
  readonly problem: (JsonProblem & { readonly line: number }) | undefined
  readonly text: TextLayout | undefined
}

/** Opens a file. Throws UnreadableFile or ZipError for a broken container. */
export async function openSource(
  name: string,
  data: Blob,
  control: SourceControl,
): Promise<OpenedSource> {
  const bytes = await bytesOf(data, control)
  const { start, blob } = bytes
  const common = { name, size: data.size, blob, control, pause: pacer(control.signal) }
  const binary = (head: Head): OpenedSource => ({
    ...common,
    head,
    problem: undefined,
    unparsed: [],
    text: undefined,
    eachRecord: () => Promise.reject(new Error('eachRecord was called on a binary file')),
  })
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] < 9) {
    const archive = await blob()
    const members = await zipDirectory(archive)
    if (!pickleOf(members)) return binary({ kind: 'zip', members })
    const { openTorch } = await import('./torch.ts')
    return binary({ kind: 'torch', file: await openTorch(archive, members, control) })
  }
  if (PARQUET.every((byte, k) => start[k] === byte)) {
    const { openParquet } = await import('./parquet.ts')
    return binary({ kind: 'parquet', table: await openParquet(await blob()) })
  }
  if (start[0] === PICKLE) {
    const { isLegacyTorch, openLegacyTorch } = await import('./torch-legacy.ts')
    if (isLegacyTorch(start)) {
      return binary({ kind: 'torch', file: await openLegacyTorch(await blob(), control) })
    }
  }
  if (isBinary(start)) return binary({ kind: 'binary', bytes: start, size: data.size })
  const bom = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 3 : 0
  const layout = layoutOf(start.subarray(bom))
  const { records, problem, unparsed } = await readHead(withoutBom(bytes.pieces(), bom), layout)
  const eachRecord: Source['eachRecord'] = async (visit, numeric) => {
    const splitter = splitterOf(layout, visit, numeric)
    for await (const piece of withoutBom(bytes.pieces(control), bom)) splitter.push(piece)
    splitter.end()
    control.onBytes(data.size)
  }
  const head: Head = { kind: 'text', layout, records }
  const lines = {
    plain: bytes.plain?.slice(bom),
    pieces: (c: ReadControl) => withoutBom(bytes.pieces(c), bom),
  }
  return {
    ...common,
    head,
    problem,
    unparsed,
    text: layout,
    eachRecord,
    ...(layout === 'lines' && { lines }),
  }
}

/** Text never holds NUL bytes; safetensors starts with an eight-byte length that does. */
function isBinary(start: Uint8Array): boolean {
  if (start[0] === 0x93 && start[1] === 0x4e && start[2] === 0x55) return true
  return start.subarray(0, 4096).includes(0) || start[0] === PICKLE
}

async function* withoutBom(
  pieces: AsyncGenerator<Uint8Array>,
  bom: number,
): AsyncGenerator<Uint8Array> {
  let skip = bom
  for await (const piece of pieces) {
    yield skip > 0 ? piece.subarray(skip) : piece
    skip = Math.max(0, skip - piece.length)
  }
}

async function readHead(pieces: AsyncGenerator<Uint8Array>, layout: TextLayout) {
  const records: unknown[] = []
  const unparsed: string[] = []
  let problem: (JsonProblem & { line: number }) | undefined
  const splitter = splitterOf(layout, (record) => {
    if (records.length >= HEAD_RECORDS) return
    if (record.problem) {
      problem ??= { ...record.problem, line: record.line }
      if (unparsed.length <= HEAD_RECORDS) unparsed.push(record.text)
    } else records.push(record.value)
  })
  let seen = 0
  for await (const piece of pieces) {
    splitter.push(piece)
    seen += piece.length
    const undecided = records.length === 0 && !problem && splitter.inRecord
    if (records.length >= HEAD_RECORDS || (seen >= HEAD_BYTES && !undecided)) {
      return { records, problem, unparsed }
    }
  }
  splitter.end()
  return { records, problem, unparsed }
}
