/** What exports of tracing services share: calls of many traces in any order → one rollout per trace. */
import { quote } from '../trace/diagnostic-list.ts'
import { itemsOfCalls, type LoggedCall, type LoggedCut, mainCalls } from './call-log.ts'
import type { ParquetRow } from './containers/parquet.ts'
import { unreadable } from './text-records.ts'
import { emitTranscript } from './transcript-rows.ts'
import type { Sink, Source } from './types.ts'

/** Visits the rows of a table, with only the named columns, or the records of a text, but for broken ones. */
export async function eachExported(
  { head, control, eachRecord }: Source,
  columns: readonly string[],
  sink: Sink,
  take: (value: unknown, line: number) => void,
): Promise<void> {
  if (head.kind !== 'parquet') {
    await eachRecord((record) => {
      if (!unreadable(record, sink, () => undefined)) take(record.value, record.line)
    })
    return
  }
  const visit = (row: ParquetRow, line: number) => {
    control.signal?.throwIfAborted()
    take(row, line)
  }
  await head.table.eachRow(columns, visit, control.onBytes)
}

/** One sampling call of a trace. */
export interface TracedCall extends LoggedCall {
  readonly trace: string
  /** The export's own id of it: windows of exports overlap, and one export may hold a call in two tables. */
  readonly id: string | undefined
  /** Sorts as text. */
  readonly time: string
  /** The compaction that its prompt begins with, where the export records one. */
  readonly compaction?: string
  readonly sink: Sink
}

export interface TracedOutcome {
  readonly trace: string
  readonly reward: number
  /** Said of the whole trace, not of a step of it. */
  readonly whole: boolean
}

/** Calls and outcomes of all files of a load. */
export class TraceExport {
  readonly #traces = new Map<string, TracedCall[]>()
  readonly #rewards = new Map<string, TracedOutcome>()
  readonly #seen = new Set<string>()

  /** A call that was given already, by its id, counts once. */
  call(call: TracedCall): void {
    const key = call.id === undefined ? undefined : JSON.stringify([call.trace, call.id])
    if (key !== undefined && this.#seen.has(key)) return
    if (key !== undefined) this.#seen.add(key)
    const calls = this.#traces.get(call.trace)
    if (calls) calls.push(call)
    else this.#traces.set(call.trace, [call])
  }

  /** The first outcome of the whole trace counts, else the first of a step. */
  outcome(outcome: TracedOutcome): void {
    const known = this.#rewards.get(outcome.trace)
    if (!known || (outcome.whole && !known.whole)) this.#rewards.set(outcome.trace, outcome)
  }

  get size(): number {
    return this.#traces.size
  }

  emit(): void {
    for (const [rollout, calls] of this.#traces) {
      // A stable sort: where times are equal, the order of the file stays.
      calls.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
      const [{ sink, line }] = calls
      const { main, others } = mainCalls<TracedCall>(calls)
      if (others > 0) {
        const message =
          `trace ${quote(rollout)}: ${others} calls with another system message and task than the first ` +
          "(sub-agents, judges) are left out; the rollout is the first call's agent."
        sink.warn({ code: 'other-agents', line, message })
      }
      const identity = { rollout, reward: this.#rewards.get(rollout)?.reward }
      const fault = emitTranscript(itemsOfCalls(withCuts(main), false), identity, sink)
      if (fault)
        sink.reject(undefined, { ...fault, message: `${quote(rollout)}: ${fault.message}` })
    }
  }
}

/** A prompt with another compaction than the call before had is a cut, whatever else it repeats. */
function withCuts(calls: readonly TracedCall[]): readonly (LoggedCall | LoggedCut)[] {
  return calls.flatMap((call, k) => {
    const { compaction, line } = call
    const cut = k > 0 && compaction !== undefined && compaction !== calls[k - 1].compaction
    return cut ? [{ kind: 'cut' as const, boundary: 'summary' as const, line }, call] : [call]
  })
}

/** A time as a text that sorts, from the text or the timestamp that a file has. */
export const timeText = (x: unknown): string =>
  x instanceof Date && !Number.isNaN(x.getTime()) ? x.toISOString() : String(x ?? '')
