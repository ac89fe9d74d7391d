/**
 * OpenTelemetry GenAI spans: OTLP JSON (`resourceSpans`), one document or JSON Lines. A span with messages
 * is a sampling call; of nested ones, as proxies and SDKs write them for one call, the innermost. The messages
 * may stand in log records (`resourceLogs`) that name the span, in the same file or another one.
 */
import { isObject, type JsonObject } from './canonical-row.ts'
import type { JsonRecord } from './containers/records.ts'
import { textOf } from './harness-text.ts'
import type { SpanEvent } from './otel-events.ts'
import { attributesOf, contextOf, plainValue, type SpanContext } from './otel-messages.ts'
import { foreign, unreadable } from './text-records.ts'
import { TraceExport } from './trace-export.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

const isExport = (x: unknown): x is JsonObject =>
  isObject(x) && (Array.isArray(x.resourceSpans) || Array.isArray(x.resourceLogs))

/** Any service may log; GenAI events have names, and are told from others by them. */
const isGenAi = (x: unknown): boolean =>
  isExport(x) &&
  (Array.isArray(x.resourceSpans) || recordsIn(x).some(({ name }) => /^gen_ai\./.test(name)))

export const otelGenai: Format = {
  id: 'otel-genai',
  label: 'OpenTelemetry GenAI spans (OTLP JSON)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    return head.records.some(isGenAi) ? 0.85 : undefined
  },

  open: () => new OtelReader(),
}

interface LogRecord extends SpanEvent {
  readonly trace: string
  readonly span: string | undefined
  readonly time: string
}

interface Logged {
  readonly trace: string
  readonly time: string
  readonly events: SpanEvent[]
  readonly line: number
  readonly sink: Sink
}

interface Span {
  readonly parent: string
  readonly trace: string
  readonly time: string
  readonly status: string | undefined
  readonly context: SpanContext | undefined
  readonly line: number
  readonly sink: Sink
}

class OtelReader implements FormatReader {
  readonly #spans = new Map<string, Span>()
  /** Log records by the span they name. */
  readonly #logs = new Map<string, Logged>()
  readonly #outcomes = new Map<string, number>()

  async file(source: Source, sink: Sink): Promise<void> {
    await source.eachRecord((record) => this.#take(record, sink))
  }

  #take(record: JsonRecord, sink: Sink): void {
    if (unreadable(record, sink, () => undefined)) return
    const { line, value } = record
    if (!isExport(value)) {
      sink.reject(undefined, foreign(line, otelGenai.label, '`resourceSpans` or `resourceLogs`'))
      return
    }
    for (const resource of objects(value.resourceSpans)) {
      const scopes = objects(resource.scopeSpans ?? resource.instrumentationLibrarySpans)
      for (const scope of scopes)
        for (const span of objects(scope.spans)) this.#span(span, line, sink)
    }
    for (const record of recordsIn(value)) this.#log(record, line, sink)
  }

  #log({ name, trace, span, time, attributes, body }: LogRecord, line: number, sink: Sink): void {
    this.#score(trace, attributes)
    if (!/^gen_ai\./.test(name)) return
    const id = `${trace} ${span ?? `log ${this.#logs.size}`}`
    const logged = this.#logs.get(id) ?? { trace, time, events: [], line, sink }
    logged.events.push({ name, attributes, body })
    this.#logs.set(id, logged)
  }

  #score(trace: string, attributes: ReadonlyMap<string, unknown>): void {
    const outcome = attributes.get('gen_ai.evaluation.score.value')
    if (typeof outcome === 'number') this.#outcomes.set(trace, outcome)
  }

  #span(span: JsonObject, line: number, sink: Sink): void {
    const trace = textOf(span.traceId) ?? 'trace'
    const id = `${trace} ${textOf(span.spanId) ?? this.#spans.size}`
    const attributes = attributesOf(span.attributes)
    const events = objects(span.events).map((event) => ({
      name: String(event.name),
      attributes: attributesOf(event.attributes),
      body: undefined,
    }))
    this.#spans.set(id, {
      parent: `${trace} ${span.parentSpanId}`,
      trace,
      time: timeOf(span.startTimeUnixNano),
      status: textOf(attributes.get('error.type')),
      context: contextOf(attributes, events),
      line,
      sink,
    })
    for (const said of [attributes, ...events.map((event) => event.attributes)])
      this.#score(trace, said)
  }

  /** Gives spans the messages that were logged beside them; a call may be logged without any span. */
  #join(): void {
    for (const [id, { events, ...logged }] of this.#logs) {
      const span = this.#spans.get(id)
      if (span?.context) continue
      const context = contextOf(new Map(), events)
      const failed = events.map(({ attributes }) => textOf(attributes.get('error.type')))
      const status = failed.find((error) => error !== undefined)
      this.#spans.set(id, { parent: '', status, ...(span ?? logged), context })
    }
    this.#logs.clear()
  }

  finish(): void {
    this.#join()
    const outer = new Set<string>()
    for (const [id, span] of this.#spans) {
      if (!span.context || span.status !== undefined) continue
      // What stands above a span that is known as an outer one is known, too.
      for (let up = span.parent; up !== id && !outer.has(up); ) {
        outer.add(up)
        up = this.#spans.get(up)?.parent ?? up
      }
    }
    const traces = new TraceExport()
    const empty = new Map<string, Span>()
    for (const [id, span] of this.#spans) {
      const { context, trace, time, status, line, sink } = span
      if (!context || status !== undefined || outer.has(id)) {
        if (!empty.has(trace)) empty.set(trace, span)
        continue
      }
      traces.call({ kind: 'call', trace, id: undefined, time, ...context, line, sink })
    }
    for (const [trace, reward] of this.#outcomes) traces.outcome({ trace, reward, whole: true })
    traces.emit()
    if (traces.size > 0) return
    for (const { sink, line } of empty.values()) {
      const message =
        'no span records messages; turn the capture of message content on ' +
        '(OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT).'
      sink.reject(undefined, { code: 'no-turns', line, message })
    }
  }
}

/** Nanoseconds as a number or as text: equal lengths sort as numbers do. */
const timeOf = (x: unknown): string => String(x ?? '').padStart(24, '0')

/** The log records of an export, as far as they tell who they belong to. */
function recordsIn(value: JsonObject): readonly LogRecord[] {
  const scopes = objects(value.resourceLogs).flatMap((resource) => objects(resource.scopeLogs))
  const records = scopes.flatMap((scope) => objects(scope.logRecords))
  return records.map((record) => {
    const attributes = attributesOf(record.attributes)
    return {
      name: textOf(record.eventName) ?? textOf(attributes.get('event.name')) ?? '',
      trace: textOf(record.traceId) ?? 'trace',
      span: textOf(record.spanId),
      time: timeOf(record.timeUnixNano ?? record.observedTimeUnixNano),
      attributes,
      body: plainValue(record.body),
    }
  })
}

const objects = (x: unknown): readonly JsonObject[] => (Array.isArray(x) ? x.filter(isObject) : [])
