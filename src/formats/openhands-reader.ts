/** Files of OpenHands: a log in one file, one file per event, or rows of an evaluation with their logs. */

import type { Ended } from '../trace/batch.ts'
import { quote } from '../trace/diagnostic-list.ts'
import { rewardOf } from './atif-result.ts'
import { isObject, type JsonObject, keyOf } from './canonical-row.ts'
import type { JsonRecord } from './containers/records.ts'
import { textOf, UniqueIds, Unknowns } from './harness-text.ts'
import { itemsOfLog, type LoggedEvent } from './openhands-view.ts'
import { foreign, looseValue, unreadable } from './text-records.ts'
import { emitTranscript } from './transcript-rows.ts'
import type { FormatReader, Sink, Source } from './types.ts'

/** One of the two generations of events. */
export interface Dialect {
  readonly label: string
  readonly wanted: string
  readonly isEvent: (x: unknown) => boolean
  /** What an event is in the log; undefined where it holds no context. */
  readonly event: (event: JsonObject, unknown: (type: string) => void) => LoggedEvent | undefined
  /** What an event says about the end; undefined = nothing. */
  readonly ended: (event: JsonObject) => Ended | undefined
  /** State of a conversation, beside the folder of its events. */
  readonly isState: (x: unknown) => boolean
}

/** A row of an evaluation's `output.jsonl`. */
export const isEvalRow = (x: unknown): x is JsonObject & { readonly history: readonly unknown[] } =>
  isObject(x) && Array.isArray(x.history) && x.instance_id !== undefined

interface LogEvent {
  readonly event: JsonObject
  readonly line: number
  readonly file: string
  readonly sink: Sink
}

interface Log {
  readonly sink: Sink
  readonly events: LogEvent[]
  readonly id?: string
  readonly group?: string
  readonly reward?: number
  readonly ended?: Ended
}

export class OpenHandsReader implements FormatReader {
  readonly #dialect: Dialect
  /** Logs of one file per event, by folder: complete after the last file only. */
  readonly #folders = new Map<string, LogEvent[]>()
  readonly #states = new Map<string, JsonObject[]>()
  readonly #ids = new UniqueIds()

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  async file(source: Source, sink: Sink): Promise<void> {
    const slash = Math.max(source.name.lastIndexOf('/'), source.name.lastIndexOf('\\'))
    const folder = source.name.slice(0, Math.max(0, slash))
    const events: LogEvent[] = []
    await source.eachRecord((record) => {
      if (unreadable(record, sink, (text) => looseValue(text, 'instance_id'))) return
      const { line, value } = record
      if (isEvalRow(value)) this.#row(value, record, sink)
      else if (this.#dialect.isEvent(value) && isObject(value)) {
        events.push({ event: value, line, file: source.name.slice(slash + 1), sink })
      } else if (this.#dialect.isState(value) && isObject(value)) {
        append(this.#states, folder, value)
      } else sink.reject(undefined, foreign(line, this.#dialect.label, this.#dialect.wanted))
    })
    if (events.length > 1) this.#emit({ sink, events })
    else if (events.length === 1) append(this.#folders, folder, events[0])
  }

  #row(row: JsonObject & { readonly history: readonly unknown[] }, record: JsonRecord, sink: Sink) {
    const { line } = record
    const id = keyOf(row, 'instance_id', record) ?? String(row.instance_id)
    // Older versions pair every action with its observation.
    const events = row.history.flat().filter(isObject)
    const error = textOf(row.error)
    const limit = error !== undefined && /maximum|limit|budget|context window/i.test(error)
    this.#emit({
      sink,
      events: events.map((event) => ({ event, line, file: '', sink })),
      id,
      group: id,
      reward: outcomeOf(row),
      ended: error === undefined ? undefined : limit ? 'truncated' : 'error',
    })
  }

  finish(): void {
    for (const [folder, events] of this.#folders) {
      sortEvents(events)
      const above = folder.replace(/[\\/]?[^\\/]*$/, '')
      const states = this.#states.get(folder) ?? this.#states.get(above) ?? []
      this.#emit({ sink: events[0].sink, events }, states.length === 1 ? states[0] : undefined)
    }
  }

  #emit(log: Log, state?: JsonObject): void {
    const { sink, events, group, reward } = log
    const unknown = new Unknowns()
    const id = log.id ?? textOf(state?.id) ?? 'conversation'
    const rollout = this.#ids.name(id)
    let ended = state && statusOf(state)
    let stranger: Sink | undefined
    const logged = events.flatMap(({ event: raw, line, sink: own }) => {
      const said = this.#dialect.ended(raw)
      if (said !== undefined) ended = said
      const event = this.#dialect.event(raw, (type) => {
        stranger ??= own
        unknown.add(type, line)
      })
      return event ? [{ event, line }] : []
    })
    unknown.report(stranger ?? sink, 'events')
    const { items, tokens } = itemsOfLog(logged)
    const calls = items.filter((item) => item.kind === 'call')
    if (tokens > 0 && calls.some((call) => call.sampled === undefined)) {
      const message =
        `${tokens} events with token ids for ${calls.length} calls, so it cannot be told which call ` +
        'each is of; tokens are counted from the text.'
      sink.warn({ code: 'partial-token-ids', line: events[0].line, message })
    }
    const identity = { rollout, group, reward, ended: log.ended ?? ended }
    const fault = emitTranscript(items, identity, sink)
    if (fault) sink.reject(undefined, { ...fault, message: `${quote(rollout)}: ${fault.message}` })
  }
}

function append<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key)
  if (list) list.push(item)
  else map.set(key, [item])
}

function statusOf(state: JsonObject): Ended | undefined {
  const status = textOf(state.execution_status) ?? textOf(state.agent_status)
  if (status === 'finished') return 'terminated'
  return status === 'error' || status === 'stuck' ? 'error' : undefined
}

/** Files of events by the number in their names; where some have none, by time. */
function sortEvents(events: LogEvent[]): void {
  const numbers = events.map(({ file }) => /^(?:event-)?(\d+)/.exec(file)?.[1])
  if (numbers.every((n) => n !== undefined)) {
    const number = new Map(events.map((e, i) => [e, Number(numbers[i])]))
    events.sort((a, b) => (number.get(a) ?? 0) - (number.get(b) ?? 0))
    return
  }
  const time = (e: LogEvent) => textOf(e.event.timestamp) ?? ''
  events.sort((a, b) => (time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0))
}

/** Evaluations write what their benchmark says: `resolved`, a score, or nothing. */
function outcomeOf(row: JsonObject): number | undefined {
  const test = row.test_result
  const reports = [row.report, isObject(test) ? test.report : undefined, test].filter(isObject)
  for (const report of reports) {
    const said = report.resolved ?? report.reward ?? report.score ?? report.success
    const reward = rewardOf(said)
    if (reward !== undefined) return reward
  }
  return typeof test === 'number' || typeof test === 'boolean' ? rewardOf(test) : undefined
}
