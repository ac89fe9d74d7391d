/**
 * OpenTelemetry GenAI spans: OTLP JSON (`resourceSpans`), one document or JSON Lines. A span with messages
 * is a sampling call; of nested ones, as proxies and SDKs write them for one call, the innermost.
 */
import { isObject, type JsonObject } from './canonical-row.ts'
import type { JsonRecord } from './containers/records.ts'
import { textOf } from './harness-text.ts'
import { attributesOf, contextOf, type SpanContext } from './otel-messages.ts'
import { foreign, unreadable } from './text-records.ts'
import { TraceExport } from './trace-export.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

const isExport = (x: unknown): x is JsonObject => isObject(x) && Array.isArray(x.resourceSpans)

export const otelGenai: Format = {
  id: 'otel-genai',
  label: 'OpenTelemetry GenAI spans (OTLP JSON)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    return head.records.some(isExport) ? 0.85 : undefined
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
  readonly #outcomes = new Map<string, number>()

  async file(source: Source, sink: Sink): Promise<void> {
    await source.eachRecord((record) => this.#take(record, sink))
  }

  #take(record: JsonRecord, sink: Sink): void {
    if (unreadable(record, sink, () => undefined)) return
    const { line, value } = record
    if (!isExport(value)) {
      sink.reject(undefined, foreign(line, otelGenai.label, '`resourceSpans`'))
      return
    }
    for (const resource of objects(value.resourceSpans)) {
      const scopes = objects(resource.scopeSpans ?? resource.instrumentationLibrarySpans)
      for (const scope of scopes)
        for (const span of objects(scope.spans)) this.#span(span, line, sink)
    }
  }

  #span(span: JsonObject, line: number, sink: Sink): void {
    const trace = textOf(span.traceId) ?? 'trace'
    const id = `${trace} ${textOf(span.spanId) ?? this.#spans.size}`
    const attributes = attributesOf(span.attributes)
    const outcome = attributes.get('gen_ai.evaluation.score.value')
    this.#spans.set(id, {
      parent: `${trace} ${span.parentSpanId}`,
      trace,
      // Nanoseconds as a number or as text: equal lengths sort as numbers do.
      time: String(span.startTimeUnixNano ?? '').padStart(24, '0'),
      status: textOf(attributes.get('error.type')),
      context: contextOf(attributes, span.events),
      line,
      sink,
    })
    if (typeof outcome === 'number') this.#outcomes.set(trace, outcome)
  }

  finish(): void {
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

const objects = (x: unknown): readonly JsonObject[] => (Array.isArray(x) ? x.filter(isObject) : [])
