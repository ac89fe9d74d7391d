/** Files → one LoadedTrace: recognise, read, build. */
import type { Batch, Has } from '../trace/batch.ts'
import { BatchBuilder } from '../trace/builder.ts'
import {
  DiagnosticList,
  diagnosticOf,
  type Fault,
  type LineUnit,
} from '../trace/diagnostic-list.ts'
import type { Diagnostic, Refusal } from '../trace/diagnostics.ts'
import { estimatesOf, namesOf } from '../trace/estimates.ts'
import type { TableOutline } from '../trace/mapping.ts'
import { err, ok, type Result } from '../trace/result.ts'
import { isShare } from './canonical-jsonl.ts'
import { isVanished, UnreadableFile } from './containers/bytes.ts'
import { type OpenedSource, openSource } from './containers/source.ts'
import { ZipError } from './containers/zip.ts'
import { guessOf } from './guess.ts'
import type { TableOptions } from './mapped/choice.ts'
import { chooseFormat, prepareMapped } from './mapped/choose.ts'
import { acceptedSentence, recognise } from './registry.ts'
import { createSinkFactory } from './sink.ts'
import { stepsOf } from './steps.ts'
import type {
  FormatReader,
  LineParsers,
  LoadedFile,
  LoadedTrace,
  Progress,
  ReadFailure,
  SourceControl,
  TraceInput,
} from './types.ts'
import { unwrap, type Wrapped } from './unwrap.ts'

/** Loads ahead what only some containers need and what otherwise comes with the first of them. */
export const prepareReaders = async (): Promise<void> => {
  await Promise.all([
    import('./containers/parquet.ts'),
    import('./containers/rare-codecs.ts'),
    import('./containers/torch.ts'),
    import('./containers/torch-legacy.ts'),
    prepareMapped(),
    import('fzstd'),
  ])
}

export type { LoadedTrace, Progress, ReadFailure, TraceInput } from './types.ts'

export interface ReadOptions extends TableOptions {
  /** Threads for large files of lines; the result is the same without them. */
  readonly parsers?: LineParsers
}

/**
 * Reads trace files into one batch. Formats are recognised by content. All inputs are one load: rows
 * of one rollout may stand in several files of the same format.
 *
 * Never rejects for what a file holds: a file that cannot be read becomes a refusal, a bad row a
 * diagnostic. A table that no format knows is read by `options.mapping`, or its refusal carries an
 * outline by which its columns can be mapped. Rejects with `signal.reason` once `signal` is aborted
 * (checked at every megabyte).
 */
export async function readTrace(
  inputs: readonly TraceInput[],
  onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
  { parsers, ...table }: ReadOptions = {},
): Promise<Result<LoadedTrace, ReadFailure>> {
  const files: LoadedFile[] = []
  const refusals: Refusal[] = []
  try {
    return await readAll(inputs, onProgress, { signal, parsers }, files, refusals, table)
  } catch (error) {
    signal?.throwIfAborted()
    const fault = tooLarge(error)
    if (!fault) throw error
    // Part of a file is in the builder already, so nothing of this load can be shown.
    const { name, data } = inputs[Math.min(files.length, inputs.length - 1)]
    refusals.push(refusal(name, data.size, 'unknown', fault))
    const all = inputs.map((i) => ({ name: i.name, format: undefined, bytes: i.data.size }))
    return err({ refusals, files: all })
  }
}

async function readAll(
  inputs: readonly TraceInput[],
  onProgress: (progress: Progress) => void,
  means: Omit<SourceControl, 'onBytes'>,
  files: LoadedFile[],
  refusals: Refusal[],
  options: TableOptions,
): Promise<Result<LoadedTrace, ReadFailure>> {
  const diagnostics = new DiagnosticList()
  const builder = new BatchBuilder(diagnostics)
  const sinks = createSinkFactory(builder, diagnostics)
  const readers = new Map<string, FormatReader>()
  const outlines: Outlines = new Map()
  const total = inputs.reduce((sum, input) => sum + input.data.size, 0)
  let before = 0
  for (const input of inputs) {
    const start = before
    const report = (file: string) => (part: number) => {
      const done = start + Math.min(part, input.data.size)
      builder.expect(done / total)
      onProgress({ phase: 'reading', file, done, total })
    }
    report(input.name)(0)
    let passed = 0
    for (const file of await filesIn(input, { ...means, onBytes: () => {} })) {
      const { name, bytes, packed } = file
      const from = passed
      const onBytes = (done: number) => report(name)(from + (packed * done) / Math.max(1, bytes))
      const control = { ...means, onBytes }
      const outcome = await readFile(file, control, readers, sinks, options, outlines)
      const format = outcome.ok ? outcome.value : undefined
      files.push({ name, format, bytes })
      if (!outcome.ok) refusals.push({ file: name, bytes, ...outcome.error })
      passed += packed
    }
    before += input.data.size
    report(input.name)(input.data.size)
  }
  for (const reader of readers.values()) reader.finish?.()
  means.signal?.throwIfAborted()
  onProgress({ phase: 'building', done: 0, total: builder.rowCount })
  const built = builder.finish(sinks.load)
  const { batch, turns } = built
  onProgress({ phase: 'building', done: batch.segmentCount, total: batch.segmentCount })
  if (batch.rolloutCount === 0) {
    const empty = await emptyHanded(files, built.diagnostics, outlines)
    return err({ refusals: [...refusals, ...empty], files })
  }
  const runs = sinks.rowsOfFiles()
  const estimates = estimatesOf(batch, runs)
  const lost = lostFiles(files, built.diagnostics, namesOf(batch, runs))
  const said = await emptyHanded(lost, built.diagnostics, outlines)
  return ok({
    batch,
    has: hasOf(batch),
    files: files.map((file) => {
      const mask = sinks.masksOf(file.name)
      if (lost.includes(file)) return { ...file, format: undefined }
      return mask.length > 0 ? { ...file, mask } : file
    }),
    // What was wrong with a lost file is said with its refusal.
    diagnostics: built.diagnostics.filter(({ file }) => !lost.some(({ name }) => name === file)),
    unknownColumns: [...sinks.load.unknownColumns],
    turns,
    ...(estimates && { estimates }),
    ...(sinks.load.steps.size > 0 && { steps: stepsOf(batch, sinks.load.steps) }),
    refusals: [...refusals, ...said],
    document: sinks.load.document,
    ...(built.scattered && { scattered: true as const }),
  })
}

/** The input, or its members; the input itself where they cannot be told, so that reading it says why. */
async function filesIn(
  input: TraceInput,
  control: { onBytes: (done: number) => void; signal: AbortSignal | undefined },
): Promise<readonly Wrapped[]> {
  const { name, data } = input
  const itself = { name, bytes: data.size, packed: data.size }
  try {
    return await unwrap(input, control)
  } catch (error) {
    control.signal?.throwIfAborted()
    if (!unreadable(error)) throw error
    return [{ ...itself, data: () => Promise.reject(error) }]
  }
}

type FileOutcome = Result<string, Omit<Refusal, 'file' | 'bytes'>>
/** By file, what a person would need to map its columns. */
type Outlines = Map<string, () => Promise<TableOutline | undefined>>

/** Reads one file into the sinks; the format's id, or why the file was refused. */
async function readFile(
  { name, bytes, data }: Wrapped,
  control: SourceControl,
  readers: Map<string, FormatReader>,
  sinks: ReturnType<typeof createSinkFactory>,
  options: TableOptions,
  outlines: Outlines,
): Promise<FileOutcome> {
  const refuse = (
    guess: string,
    fault: Fault | readonly Fault[],
    unit: LineUnit = 'line',
    table?: TableOutline,
  ) => {
    const faults = Array.isArray(fault) ? (fault as readonly Fault[]) : [fault as Fault]
    const diagnostics = faults.map((f) => diagnosticOf(f, 'error', name, unit))
    return err({ guess, diagnostics, ...(table && { table }) })
  }
  if (bytes === 0) {
    const message = `${name} is empty (0 bytes). ${acceptedSentence()}`
    const diagnostics: Diagnostic[] = [
      { code: 'empty-file', severity: 'error', file: name, message },
    ]
    return err({ guess: 'empty', diagnostics })
  }
  let withdraw = () => {}
  try {
    const source = await openSource(name, await data(), control)
    const choice = await chooseFormat(source, recognise(source.head), options)
    const { format, outline, misfit } = choice
    const unit = unitOf(source)
    if (!format) {
      const { guess, fault } = guessOf(source)
      const known = { ...fault, message: `${fault.message} ${acceptedSentence()}` }
      return refuse(guess, misfit ?? known, unit, await outline())
    }
    outlines.set(name, outline)
    const family = format.family ?? format.id
    const reader = readers.get(family) ?? format.open()
    readers.set(family, reader)
    const { sink, refused, ...rows } = sinks.sinkFor(name, format, unit)
    withdraw = rows.withdraw
    await reader.file(source, sink)
    if (refused.length === 0) return ok(format.id)
    withdraw()
    return refuse(format.id, refused, unit, await outline())
  } catch (error) {
    control.signal?.throwIfAborted()
    const refusal = unreadable(error)
    if (!refusal) throw error
    withdraw()
    return refuse(refusal.guess, refusal.fault)
  }
}

/** The rows of a share file, which is one line, are counted by number. */
function unitOf({ text, head }: OpenedSource): LineUnit {
  const records = head.kind === 'text' ? head.records : []
  return text === 'lines' && !records.some(isShare) ? 'line' : 'row'
}

/** Typed arrays that do not fit throw RangeErrors: the trace is too large, not the program wrong. */
function tooLarge(error: unknown): Fault | undefined {
  if (!(error instanceof RangeError)) return undefined
  const message = `too large for this browser's memory (${error.message}); open fewer rollouts.`
  return { code: 'out-of-memory', message }
}

/** What is wrong with the file as such: its container, or that it is there no more. */
function unreadable(error: unknown): { readonly guess: string; readonly fault: Fault } | undefined {
  if (error instanceof UnreadableFile) {
    return { guess: error.guess, fault: { code: error.code, message: error.message } }
  }
  if (error instanceof ZipError) {
    return { guess: 'zip', fault: { code: 'bad-zip', message: error.message } }
  }
  if (!isVanished(error)) return undefined
  const message =
    'a folder, or a file that changed or vanished while it was read, so nothing of it is shown; ' +
    'open it again once it is complete, or copy it first.'
  return { guess: 'unknown', fault: { code: 'unreadable', message } }
}

const refusal = (file: string, bytes: number, guess: string, fault: Fault): Refusal => ({
  file,
  bytes,
  guess,
  diagnostics: [diagnosticOf(fault, 'error', file, 'line')],
})

/** Refusals of files that were recognised but gave no usable rollout. */
/** Files that were read, of which nothing is in the trace, and errors say why. */
function lostFiles(
  files: readonly LoadedFile[],
  diagnostics: readonly Diagnostic[],
  kept: ReadonlySet<string>,
): readonly LoadedFile[] {
  const faulty = new Set(diagnostics.flatMap((d) => (d.severity === 'error' ? [d.file] : [])))
  return files.filter(
    ({ name, format }) => format !== undefined && !kept.has(name) && faulty.has(name),
  )
}

async function emptyHanded(
  files: readonly LoadedFile[],
  diagnostics: readonly Diagnostic[],
  outlines: Outlines,
): Promise<readonly Refusal[]> {
  const refusals = files.map(async ({ name, bytes, format }): Promise<readonly Refusal[]> => {
    if (format === undefined) return []
    const own = diagnostics.filter((d) => d.file === name)
    const message = 'no usable rollout is in this file.'
    const summary = diagnosticOf({ code: 'no-rollouts', message }, 'error', name, 'line')
    const table = await outlines.get(name)?.()
    const said = { guess: format, diagnostics: [summary, ...own] }
    return [{ file: name, bytes, ...said, ...(table && { table }) }]
  })
  return (await Promise.all(refusals)).flat()
}

function hasOf(batch: Batch): Has {
  const { columns } = batch
  return {
    token_ids: batch.tokenIds !== undefined,
    mask: !batch.maskDerived,
    log_probs:
      (columns.log_probs ?? columns.old_log_probs ?? columns.rollout_log_probs) !== undefined,
    values: columns.values !== undefined,
    rewards:
      columns.rewards !== undefined ||
      batch.rollout.outcome.some((outcome) => !Number.isNaN(outcome)),
    versions: batch.versions !== undefined,
  }
}
