/** Reads any source into a loaded trace; runs in the loader worker. What files and links need comes when one does. */
import type { LineParsers, TraceInput } from '../formats/types.ts'
import { prepareSamples, sampleOf } from '../simulate/samples.ts'
import { clipMiddle } from '../trace/clip.ts'
import type { Refusal } from '../trace/diagnostics.ts'
import { err, ok, type Result } from '../trace/result.ts'
import type { OpenSource, Progress } from './api.ts'
import type { TracePackage } from './protocol.ts'
import { refuse } from './refusal.ts'

const reading = () => import('../formats/read.ts')
const beginning = () => import('../formats/beginning.ts')
const unpacking = () => import('./payload-read.ts')
const building = () => import('./built-trace.ts')

/** Loads ahead what any source may need. */
export const prepareToLoad = async (): Promise<void> => {
  const [{ prepareReaders }] = await Promise.all([
    reading(),
    beginning(),
    unpacking(),
    building(),
    prepareSamples(),
  ])
  await prepareReaders()
}

type Loaded = Result<TracePackage, { readonly refusals: readonly Refusal[] }>

export interface LoadMeans {
  /** Threads for large files of lines. */
  readonly parsers?: LineParsers
  /** Called once at most, before the whole is read: the first rollouts of a large load. */
  readonly onBeginning?: (beginning: TracePackage) => void
}

/** Never throws for what a source holds. */
export async function loadSource(
  source: OpenSource,
  onProgress: (progress: Progress) => void,
  { parsers, onBeginning }: LoadMeans = {},
): Promise<Loaded> {
  switch (source.kind) {
    case 'files': {
      const { inputs, mapping } = source
      const { readTrace } = await reading()
      if (parsers) prepareParsers(parsers, inputs)
      if (onBeginning) {
        const { isLong, readBeginning } = await beginning()
        const options = mapping && { mapping }
        const trace =
          isLong(inputs) && (await readBeginning(inputs, options, parsers !== undefined))
        if (trace) onBeginning({ trace, structureOnly: false })
      }
      const options = { ...(parsers && { parsers }), ...(mapping && { mapping }) }
      const read = await readTrace(inputs, onProgress, undefined, options)
      return read.ok ? ok({ trace: read.value, structureOnly: false }) : err(read.error)
    }
    case 'sample': {
      const sample = sampleOf(source.id)
      if (!sample) {
        return err({
          refusals: refuse(source, 'no-sample', `There is no sample “${clipMiddle(source.id)}”.`),
        })
      }
      const { traceOfRows } = await building()
      const origin = { name: source.id, format: 'segue-sample', bytes: 0 }
      const trace = traceOfRows(await sample.rows(), origin)
      return ok({ trace, structureOnly: false })
    }
    case 'payload':
      return loadPayload(source)
  }
}

const OPENING_BRACE = 0x7b
/** First bytes of gzip and of zstd. */
const PACKED: readonly number[] = [0x1f, 0x28]
const MARK_BYTES = 3

/** Starts the threads where they will probably be needed, while the first bytes are still looked at, or ends them. */
function prepareParsers(parsers: LineParsers, inputs: readonly TraceInput[]): void {
  void mayHoldLines(inputs, parsers.pieceSize).then((may) =>
    may ? parsers.prepare() : parsers.rest(),
  )
}

/** Whether a large file starts as JSON Lines do, packed or not; a folder or a file that vanished does not. */
async function mayHoldLines(inputs: readonly TraceInput[], size: number): Promise<boolean> {
  const large = inputs.filter(({ data }) => data.size > size)
  const heads = large.map(({ data }) => data.slice(0, MARK_BYTES + 1).arrayBuffer())
  const read = await Promise.allSettled(heads)
  return read.some((head) => {
    if (head.status === 'rejected') return false
    const bytes = new Uint8Array(head.value)
    const starts = bytes[0] === OPENING_BRACE || bytes[MARK_BYTES] === OPENING_BRACE
    return starts || PACKED.includes(bytes[0])
  })
}

async function loadPayload(source: Extract<OpenSource, { kind: 'payload' }>): Promise<Loaded> {
  const [{ decodePayload }, { traceOfRows }] = await Promise.all([unpacking(), building()])
  const decoded = decodePayload(source.payload)
  if (!decoded.ok) return err({ refusals: refuse(source, 'bad-payload', decoded.error) })
  const { rows, structureOnly, ...said } = decoded.value
  const bytes = source.payload.length
  const mask = said.maskDerived ? { mask: ['file'] as const } : {}
  const origin = { name: 'link', format: 'segue-link', bytes, ...mask }
  const trace = traceOfRows(rows, origin, said)
  if (trace.batch.rolloutCount > 0) return ok({ trace, structureOnly })
  const message = trace.diagnostics[0]?.message ?? 'The trace in the link holds no rollout.'
  return err({ refusals: refuse(source, 'bad-payload', message) })
}
