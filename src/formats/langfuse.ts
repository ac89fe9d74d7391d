/**
 * Langfuse exports: traces with `observations` and `scores`, or observations alone (JSON or JSON Lines).
 * Observations of type GENERATION are the sampling calls. Source: Langfuse's OpenAPI client.
 */
import { rewardOf } from './atif-result.ts'
import { answerOf } from './call-log.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { parseJson } from './containers/json.ts'
import type { JsonRecord } from './containers/records.ts'
import { textOf, Unknowns } from './harness-text.ts'
import { type Message, messagesOf } from './messages.ts'
import { foreign, unreadable } from './text-records.ts'
import { TraceExport } from './trace-export.ts'
import type { Format, Sink } from './types.ts'

const isTrace = (x: unknown): x is JsonObject & { readonly observations: readonly unknown[] } =>
  isObject(x) &&
  Array.isArray(x.observations) &&
  x.observations.some((o) => isObject(o) && typeof o.type === 'string' && 'startTime' in o)

const isObservation = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.type === 'string' && typeof x.traceId === 'string' && 'startTime' in x

/** A score as the API lists it. */
const isScore = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.traceId === 'string' && typeof x.name === 'string' && 'value' in x

export const langfuse: Format = {
  id: 'langfuse',
  label: 'Langfuse traces or observations (JSON Lines or JSON)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    return head.records.flatMap(pageOf).some((r) => isTrace(r) || isObservation(r))
      ? 0.8
      : undefined
  },

  open() {
    const traces = new TraceExport()
    return {
      async file(source, sink) {
        const unknown = new Unknowns()
        await source.eachRecord((record) => take(record, traces, unknown, sink))
        unknown.report(sink, 'observations')
      },
      finish: () => traces.emit(),
    }
  },
}

/** A page of the API holds a list `data`. */
const pageOf = (x: unknown): readonly unknown[] =>
  isObject(x) && Array.isArray(x.data) && isObject(x.meta) ? x.data : [x]

function take(record: JsonRecord, traces: TraceExport, unknown: Unknowns, sink: Sink): void {
  if (unreadable(record, sink, () => undefined)) return
  const { line, value } = record
  for (const entry of pageOf(value)) {
    if (isTrace(entry)) {
      const trace = textOf(entry.id) ?? `line ${line}`
      takeScores(entry.scores, trace, traces)
      for (const observation of entry.observations.filter(isObject)) {
        takeObservation(observation, trace, line, traces, unknown, sink)
      }
    } else if (isObservation(entry)) {
      takeObservation(entry, String(entry.traceId), line, traces, unknown, sink)
    } else if (isScore(entry)) takeScores([entry], String(entry.traceId), traces)
    else
      sink.reject(
        undefined,
        foreign(line, langfuse.label, '`observations`, or `traceId` and `type`'),
      )
  }
}

function takeScores(list: unknown, trace: string, traces: TraceExport): void {
  const scores = (Array.isArray(list) ? list : []).filter(isObject)
  const named = (name: RegExp) => scores.find((score) => name.test(String(score.name)))
  const reward = rewardOf((named(/reward/i) ?? named(/score|correct|success/i) ?? scores[0])?.value)
  if (reward !== undefined) traces.outcome({ trace, reward })
}

/** Observations that are no sampling call. */
const OTHERS = new Set(
  'SPAN EVENT AGENT TOOL CHAIN RETRIEVER EVALUATOR EMBEDDING GUARDRAIL'.split(' '),
)

function takeObservation(
  entry: JsonObject,
  trace: string,
  line: number,
  traces: TraceExport,
  unknown: Unknowns,
  sink: Sink,
): void {
  const type = textOf(entry.type) ?? 'observation without type'
  if (type !== 'GENERATION') {
    if (!OTHERS.has(type)) unknown.add(type, line)
    return
  }
  if (entry.level === 'ERROR') return
  const time = String(entry.startTime ?? '')
  const prompt = promptOf(parsed(entry.input))
  traces.call({
    kind: 'call',
    trace,
    time,
    prompt,
    answer: outputOf(parsed(entry.output)),
    line,
    sink,
  })
}

/** Exports of the page write inputs and outputs as JSON texts. */
const parsed = (x: unknown): unknown =>
  typeof x === 'string' && /^\s*[[{]/.test(x) ? (parseJson(x).value ?? x) : x

function promptOf(input: unknown): readonly Message[] {
  if (typeof input === 'string') return [{ role: 'user', text: input, calls: [], tools: [] }]
  const list = isObject(input) ? (input.messages ?? input.input ?? [input]) : input
  return typeof list === 'string' ? promptOf(list) : messagesOf(list)
}

function outputOf(output: unknown) {
  if (!isObject(output)) return answerOf(Array.isArray(output) ? messagesOf(output).at(-1) : output)
  const [choice] = Array.isArray(output.choices) ? output.choices : []
  const inner = (isObject(choice) ? choice.message : undefined) ?? output.message
  if (inner !== undefined) return answerOf(inner)
  return answerOf(output.role === undefined ? { ...output, role: 'assistant' } : output)
}
