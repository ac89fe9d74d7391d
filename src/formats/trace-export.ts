/** What exports of tracing services share: calls of many traces in any order → one rollout per trace. */
import { quote } from '../trace/diagnostic-list.ts'
import { itemsOfCalls, type LoggedCall, mainCalls } from './call-log.ts'
import { emitTranscript } from './transcript-rows.ts'
import type { Sink } from './types.ts'

/** One sampling call of a trace. */
export interface TracedCall extends LoggedCall {
  readonly trace: string
  /** Sorts as text. */
  readonly time: string
  readonly sink: Sink
}

export interface TracedOutcome {
  readonly trace: string
  readonly reward: number
}

/** Calls and outcomes of all files of a load. */
export class TraceExport {
  readonly #traces = new Map<string, TracedCall[]>()
  readonly #rewards = new Map<string, number>()

  call(call: TracedCall): void {
    const calls = this.#traces.get(call.trace)
    if (calls) calls.push(call)
    else this.#traces.set(call.trace, [call])
  }

  /** The first outcome of a trace counts. */
  outcome({ trace, reward }: TracedOutcome): void {
    if (!this.#rewards.has(trace)) this.#rewards.set(trace, reward)
  }

  get size(): number {
    return this.#traces.size
  }

  emit(): void {
    for (const [rollout, calls] of this.#traces) {
      // A stable sort: where times are equal, the order of the file stays.
      calls.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
      const [{ sink, line }] = calls
      const { main, others } = mainCalls(calls)
      if (others > 0) {
        const message =
          `trace ${quote(rollout)}: ${others} calls with another system message and task than the first ` +
          "(sub-agents, judges) are left out; the rollout is the first call's agent."
        sink.warn({ code: 'other-agents', line, message })
      }
      const identity = { rollout, reward: this.#rewards.get(rollout) }
      const fault = emitTranscript(itemsOfCalls(main, false), identity, sink)
      if (fault)
        sink.reject(undefined, { ...fault, message: `${quote(rollout)}: ${fault.message}` })
    }
  }
}

/** A time as a text that sorts, from the text or the timestamp that a file has. */
export const timeText = (x: unknown): string =>
  x instanceof Date && !Number.isNaN(x.getTime()) ? x.toISOString() : String(x ?? '')
