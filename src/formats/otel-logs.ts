/**
 * Log records that tell of sampling calls, put together by the call they belong to, whatever order and however
 * often files hold them.
 */
import { isObject, type JsonObject } from './canonical-row.ts'
import { textOf } from './harness-text.ts'
import type { SpanEvent } from './otel-events.ts'
import { attributesOf, plainValue } from './otel-messages.ts'
import type { Sink } from './types.ts'

export interface LogRecord extends SpanEvent {
  /** `NO_TRACE` where none is named. */
  readonly trace: string
  readonly span: string | undefined
  readonly time: string | undefined
}

/** The records of one call, by time. */
export interface LoggedCall {
  /** Trace and span, as spans are named; one of its own where the records name no span. */
  readonly id: string
  readonly trace: string
  readonly time: string
  readonly events: readonly SpanEvent[]
  readonly line: number
  readonly sink: Sink
}

interface Placed {
  readonly record: LogRecord
  readonly line: number
  readonly sink: Sink
}

/** All spans and records without a trace's id are one trace. */
export const NO_TRACE = 'trace'

export class CallLogs {
  readonly #seen = new Set<string>()
  readonly #bySpan = new Map<string, Placed[]>()
  /** Records that name no span, by trace. */
  readonly #loose = new Map<string, Placed[]>()

  /** False for a record that was taken before: exports overlap, and a file may be opened twice. */
  take(record: LogRecord, line: number, sink: Sink): boolean {
    const { trace, span, time, name, attributes, body } = record
    // Without a time two equal messages of one prompt look like one that was exported twice.
    if (time !== undefined) {
      const key = JSON.stringify([trace, span, time, name, [...attributes], body])
      if (this.#seen.has(key)) return false
      this.#seen.add(key)
    }
    if (!/^gen_ai\./.test(name)) return true
    const home = span === undefined ? this.#loose : this.#bySpan
    const id = span === undefined ? trace : `${trace} ${span}`
    const known = home.get(id)
    if (known) known.push({ record, line, sink })
    else home.set(id, [{ record, line, sink }])
    return true
  }

  /** The calls, each once. */
  calls(): readonly LoggedCall[] {
    const named = [...this.#bySpan].map(([id, placed]) => callOf(id, byTime(placed)))
    const loose = [...this.#loose].flatMap(([trace, placed]) => {
      const runs = runsOf(byTime(placed))
      if (runs.length > 1) {
        const message =
          `trace ${trace}: log records without \`spanId\` are put together by their order in time, ` +
          'up to each `gen_ai.choice`; calls that ran at the same time may be mixed up.'
        placed[0].sink.warn({ code: 'no-span', line: placed[0].line, message })
      }
      return runs.map((run, k) => callOf(`${trace} log ${k}`, run))
    })
    return [...named, ...loose]
  }
}

function callOf(id: string, placed: readonly Placed[]): LoggedCall {
  const [{ record, line, sink }] = placed
  const events = placed.map(({ record: { name, attributes, body } }) => ({
    name,
    attributes,
    body,
  }))
  return { id, trace: record.trace, time: record.time ?? timeText(undefined), events, line, sink }
}

/** Stable; the order of the file stays where some record says no time. */
function byTime(placed: readonly Placed[]): readonly Placed[] {
  if (placed.some(({ record }) => record.time === undefined)) return placed
  const time = ({ record }: Placed) => record.time ?? ''
  return placed.toSorted((a, b) => (time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0))
}

/** Messages up to an answer are a call; alternatives of one answer follow each other. */
function runsOf(placed: readonly Placed[]): readonly (readonly Placed[])[] {
  const runs: Placed[][] = []
  let former: Placed | undefined
  for (const one of placed) {
    const goesOn =
      former !== undefined && (!answers(former) || (answers(one) && alternative(one.record) > 0))
    if (goesOn) runs[runs.length - 1].push(one)
    else runs.push([one])
    former = one
  }
  return runs
}

const answers = ({ record }: Placed): boolean =>
  record.name === 'gen_ai.choice' || record.attributes.has('gen_ai.output.messages')

function alternative({ body, attributes }: SpanEvent): number {
  const index = isObject(body) ? body.index : attributes.get('index')
  return typeof index === 'number' ? index : 0
}

/** The log records of an export. */
export function recordsIn(value: JsonObject): readonly LogRecord[] {
  const scopes = objects(value.resourceLogs).flatMap((resource) => objects(resource.scopeLogs))
  const records = scopes.flatMap((scope) => objects(scope.logRecords))
  return records.map((record) => {
    const attributes = attributesOf(record.attributes)
    return {
      name: textOf(record.eventName) ?? textOf(attributes.get('event.name')) ?? '',
      trace: textOf(record.traceId) ?? NO_TRACE,
      span: textOf(record.spanId),
      time: timeOf(record.timeUnixNano) ?? timeOf(record.observedTimeUnixNano),
      attributes,
      body: plainValue(record.body),
    }
  })
}

/** Nanoseconds, as a text that sorts; 0 says that nobody knows. */
export function timeOf(x: unknown): string | undefined {
  return x === undefined || x === null || /^0*$/.test(String(x)) ? undefined : timeText(x)
}

/** Nanoseconds as a number or as text: equal lengths sort as numbers do. */
export const timeText = (x: unknown): string => String(x ?? '').padStart(24, '0')

export const objects = (x: unknown): readonly JsonObject[] =>
  Array.isArray(x) ? x.filter(isObject) : []
