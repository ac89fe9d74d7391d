/**
 * OpenTelemetry GenAI spans: OTLP JSON (`resourceSpans`), one document or JSON Lines. A span with messages
 * is a sampling call; of nested ones, as proxies and SDKs write them for one call, the innermost. The messages
 * may stand in log records (`resourceLogs`) that name the span, in the same file or another one.
 */
import { isObject, type JsonObject } from './canonical-row.ts'
import type { JsonRecord } from './containers/records.ts'
import { textOf } from './harness-text.ts'
import {
  CallLogs,
  type LogRecord,
  NO_TRACE,
  objects,
  recordsIn,
  timeOf,
  timeText,
} from './otel-logs.ts'
import { attributesOf, contextOf, type SpanContext } from './otel-messages.ts'
import { Scores } from './otel-scores.ts'
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
  readonly #logs = new CallLogs()
  readonly #scores = new Scores()
  /** Where the first span or record stood that names no trace. */
  #nameless: { readonly line: number; readonly sink: Sink } | undefined

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

  #log(record: LogRecord, line: number, sink: Sink): void {
    if (!this.#logs.take(record, line, sink)) return
    const { trace, time, attributes } = record
    if (trace === NO_TRACE) this.#nameless ??= { line, sink }
    this.#scores.take(trace, attributes, time ?? timeText(undefined), line, sink)
  }

  #span(span: JsonObject, line: number, sink: Sink): void {
    const trace = textOf(span.traceId) ?? NO_TRACE
    if (trace === NO_TRACE) this.#nameless ??= { line, sink }
    const id = `${trace} ${textOf(span.spanId) ?? this.#spans.size}`
    const attributes = attributesOf(span.attributes)
    const time = timeText(span.startTimeUnixNano)
    const events = objects(span.events).map((event) => ({
      name: String(event.name),
      time: timeOf(event.timeUnixNano) ?? time,
      attributes: attributesOf(event.attributes),
      body: undefined,
    }))
    this.#spans.set(id, {
      parent: `${trace} ${span.parentSpanId}`,
      trace,
      time,
      status: textOf(attributes.get('error.type')),
      context: contextOf(attributes, events),
      line,
      sink,
    })
    this.#scores.take(trace, attributes, time, line, sink)
    for (const event of events) this.#scores.take(trace, event.attributes, event.time, line, sink)
  }

  /** Gives spans the messages that were logged beside them; a call may be logged without any span. */
  #join(): void {
    for (const { id, events, ...logged } of this.#logs.calls()) {
      const span = this.#spans.get(id)
      if (span?.context) continue
      const context = contextOf(new Map(), events)
      const failed = events.map(({ attributes }) => textOf(attributes.get('error.type')))
      const status = failed.find((error) => error !== undefined)
      this.#spans.set(id, { parent: '', status, ...(span ?? logged), context })
    }
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
    for (const [trace, reward] of this.#scores.outcomes())
      traces.outcome({ trace, reward, whole: true })
    traces.emit()
    if (this.#nameless && traces.size > 0) {
      const { sink, line } = this.#nameless
      const message = 'what names no `traceId` is taken for one trace, so for one rollout.'
      sink.warn({ code: 'no-trace', line, message })
    }
    if (traces.size > 0) return
    for (const { sink, line } of empty.values()) {
      const message =
        'no span records messages; turn the capture of message content on ' +
        '(OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT).'
      sink.reject(undefined, { code: 'no-turns', line, message })
    }
  }
}
