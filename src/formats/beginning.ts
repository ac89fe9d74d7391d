/**
 * The first rollouts of a large load, so that there is something to look at while the rest is read: its first
 * lines are read on their own, by the same reader, before the whole. Nothing of the whole depends on it.
 */
import { BOUNDARIES } from '../trace/batch.ts'
import { selectRollouts } from '../trace/select.ts'
import { parseJson } from './containers/json.ts'
import { bytesOf } from './containers/packed.ts'
import { type OpenedSource, openSource } from './containers/source.ts'
import type { TableOptions } from './mapped/choice.ts'
import { readTrace } from './read.ts'
import { recognise } from './registry.ts'
import type { Format, LoadedTrace, SourceControl, TraceInput } from './types.ts'

/** A smaller load is over before anyone has looked (bytes): of any format, and where several threads read it. */
const WORTH = 2 ** 24
const WORTH_IN_PIECES = 2 ** 27
/** What is read twice: so much text at most, and no more than this share of the load. */
const MOST_BYTES = 2 ** 21
const MOST_SHARE = 1 / 64
const MOST_ROLLOUTS = 64
const MOST_POSITIONS = 200_000

const NEWLINE = 0x0a
const OPENING_BRACE = 0x7b

const CONTROL: SourceControl = { onBytes: () => {}, signal: undefined }

const sizeOf = (inputs: readonly TraceInput[]): number =>
  inputs.reduce((sum, { data }) => sum + data.size, 0)

/** Whether the load may take so long that its beginning should be shown. */
export const isLong = (inputs: readonly TraceInput[]): boolean => sizeOf(inputs) > WORTH

/**
 * The rollouts that are complete in the first megabytes: rows of others follow theirs. undefined where the
 * format does not put rollouts one after another, where these files do not, or where anything is wrong with
 * them: the whole will tell. Never rejects.
 *
 * @param inPieces whether there are threads that parse pieces of the whole load
 * @param most bytes of text that are read for it
 */
export async function readBeginning(
  inputs: readonly TraceInput[],
  options: TableOptions = {},
  inPieces = false,
  most = Math.min(MOST_BYTES, Math.floor(sizeOf(inputs) * MOST_SHARE)),
): Promise<LoadedTrace | undefined> {
  try {
    const heads = await headsOf(inputs, most, inPieces)
    if (heads.length === 0) return undefined
    const read = await readTrace(
      heads.map(({ input }) => input),
      () => {},
      undefined,
      options,
    )
    if (!read.ok) return undefined
    const trace = read.value
    const asExpected = trace.files.every(({ format }, k) => format === heads[k].format.id)
    if (!asExpected || trace.document !== undefined || isOutOfOrder(trace, 0)) return undefined
    const complete = completeIn(trace)
    if (!complete || announcesMore(complete)) return undefined
    if (!(await standTogether(complete, inputs, most, options))) return undefined
    const files = trace.files.map((file, k) => ({ ...file, bytes: inputs[k].data.size }))
    return { ...complete, files }
  } catch {
    // A file that vanished, a broken container, too little memory: reading the whole says what it is.
    return undefined
  }
}

interface Head {
  readonly input: TraceInput
  readonly format: Format
}

/**
 * Whole lines of the first inputs, `most` bytes at most; nothing where one of them is not read in order, or soon
 * read in pieces.
 */
async function headsOf(
  inputs: readonly TraceInput[],
  most: number,
  inPieces: boolean,
): Promise<readonly Head[]> {
  const soon = inPieces && sizeOf(inputs) <= WORTH_IN_PIECES
  const heads: Head[] = []
  let left = most
  for (const { name, data } of inputs) {
    const source = await linesOf(name, data, soon)
    const format = source && recognise(source.head)
    if (!source || !format?.inOrder) return []
    const { text, whole } = await firstLines(source, left)
    if (text.length > 0) heads.push({ input: { name, data: new Blob([text]) }, format })
    left -= text.length
    if (!whole || left <= 0) break
  }
  return heads
}

/**
 * The file, if it holds lines of JSON objects; large binary files are not even opened. `slow`: nor are those that
 * can be read in pieces.
 */
async function linesOf(name: string, data: Blob, slow = false): Promise<OpenedSource | undefined> {
  const { start, plain } = await bytesOf(data, CONTROL)
  const bom = start[0] === 0xef ? 3 : 0
  if (start[bom] !== OPENING_BRACE) return undefined
  if (slow && plain && formatOfFirst(start.subarray(bom))?.inPieces) return undefined
  const source = await openSource(name, data, CONTROL)
  return source.lines && source
}

/** By the first record alone; undefined where it is longer. */
function formatOfFirst(start: Uint8Array): Format | undefined {
  const end = start.indexOf(NEWLINE)
  if (end < 0) return undefined
  const { value } = parseJson(new TextDecoder().decode(start.subarray(0, end)))
  return recognise({ kind: 'text', layout: 'lines', records: [value] })
}

async function firstLines({ lines }: OpenedSource, most: number) {
  const text = new Uint8Array(most)
  let size = 0
  for await (const piece of lines?.pieces(CONTROL) ?? []) {
    const part = piece.subarray(0, most - size)
    text.set(part, size)
    size += part.length
    if (part.length < piece.length) {
      const end = text.subarray(0, size).lastIndexOf(NEWLINE) + 1
      return { text: text.slice(0, end), whole: false }
    }
  }
  return { text: text.slice(0, size), whole: true }
}

/** @param cut rollouts that may lack segments because the text starts in them */
const isOutOfOrder = ({ scattered, diagnostics }: LoadedTrace, cut: 0 | 1): boolean =>
  scattered === true || diagnostics.filter(({ code }) => code === 'segment-gap').length > cut

const UNKNOWN = BOUNDARIES.indexOf('unknown')

/** The last segment of some rollout says how the context of a next one was made. */
const announcesMore = ({ batch }: LoadedTrace): boolean =>
  batch.rollout.firstSegment.subarray(1).some((end) => batch.segment.boundary[end - 1] !== UNKNOWN)

/** All but the last rollout, whose next rows may have been cut off. */
function completeIn(trace: LoadedTrace): LoadedTrace | undefined {
  const { batch, turns, steps } = trace
  const { firstSegment } = batch.rollout
  const fits = (rollouts: number) =>
    batch.segment.start[firstSegment[rollouts]] <= MOST_POSITIONS || rollouts === 1
  let count = Math.min(MOST_ROLLOUTS, batch.rolloutCount - 1)
  while (count > 0 && !fits(count)) count--
  if (count === 0) return undefined
  return {
    ...trace,
    batch: selectRollouts(
      batch,
      Array.from({ length: count }, (_, r) => r),
    ),
    turns: turns.slice(0, firstSegment[count]),
    ...(steps && { steps: steps.slice(0, count) }),
    // Counted in all that was read; the whole will say which of its rollouts.
    estimates: undefined,
  }
}

/**
 * Whether rows of a rollout follow each other. Where some rollout has several, the beginning has shown it;
 * else all first segments may stand before all second ones: then few rollouts start near the end, or none.
 */
async function standTogether(
  { batch }: LoadedTrace,
  inputs: readonly TraceInput[],
  most: number,
  options: TableOptions,
): Promise<boolean> {
  if (batch.segmentCount > batch.rolloutCount) return true
  const { name, data } = inputs[inputs.length - 1]
  const source = await linesOf(name, data)
  const plain = source?.lines?.plain
  if (!plain) return false
  const bytes = new Uint8Array(await plain.slice(Math.max(0, plain.size - most)).arrayBuffer())
  const tail = bytes.length < plain.size ? bytes.subarray(bytes.indexOf(NEWLINE) + 1) : bytes
  const read = await readTrace([{ name, data: new Blob([tail]) }], () => {}, undefined, options)
  return read.ok && !isOutOfOrder(read.value, 1)
}
