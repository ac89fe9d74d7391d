/**
 * Langfuse exports: traces with `observations` and `scores`, or observations alone (JSON or JSON Lines); the
 * tables `observations` and `scores` of exports to blob storage, also as parquet. Observations of type GENERATION
 * are the sampling calls. Source: Langfuse's OpenAPI client, "Blob storage export field reference".
 */
import { rewardOf } from './atif-result.ts'
import { answerOf } from './call-log.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { parseJson } from './containers/json.ts'
import type { ParquetRow } from './containers/parquet.ts'
import type { JsonRecord } from './containers/records.ts'
import { textOf, Unknowns } from './harness-text.ts'
import { type Message, messagesOf } from './messages.ts'
import { foreign, unreadable } from './text-records.ts'
import { TraceExport, timeText } from './trace-export.ts'
import type { Format, Sink } from './types.ts'

const isTrace = (x: unknown): x is JsonObject & { readonly observations: readonly unknown[] } =>
  isObject(x) &&
  Array.isArray(x.observations) &&
  x.observations.some((o) => isObject(o) && typeof o.type === 'string' && 'startTime' in o)

/** The API names fields in camel case, exports to blob storage with underscores. */
const traceOf = (x: JsonObject): unknown => x.traceId ?? x.trace_id
const startOf = (x: JsonObject): unknown => x.startTime ?? x.start_time

const isObservation = (x: unknown): x is JsonObject =>
  isObject(x) &&
  typeof x.type === 'string' &&
  typeof traceOf(x) === 'string' &&
  startOf(x) !== undefined

/** A score as the API lists it, or a row of an export's `scores/`. */
const isScore = (x: unknown): x is JsonObject =>
  isObject(x) && typeof traceOf(x) === 'string' && typeof x.name === 'string' && 'value' in x

const isExportedScore = (x: unknown): boolean => isScore(x) && ('data_type' in x || 'dataType' in x)

/** Columns of the tables of an export that are read. */
const OBSERVATIONS = ['trace_id', 'type', 'start_time', 'input', 'output']
const SCORES = ['trace_id', 'name', 'value', 'data_type']
const COLUMNS = [...new Set([...OBSERVATIONS, ...SCORES, 'level'])]

export const langfuse: Format = {
  id: 'langfuse',
  label: 'Langfuse traces or observations (JSON Lines, JSON or parquet)',

  sniff(head) {
    if (head.kind === 'parquet') {
      const { columns } = head.table
      const has = (names: readonly string[]) => names.every((name) => columns.includes(name))
      return has(OBSERVATIONS) || has(SCORES) ? 0.8 : undefined
    }
    if (head.kind !== 'text') return undefined
    const records = head.records.flatMap(pageOf)
    if (records.some((r) => isTrace(r) || isObservation(r))) return 0.8
    return records.some(isExportedScore) ? 0.6 : undefined
  },

  open() {
    const traces = new TraceExport()
    const scores = new Map<string, JsonObject[]>()
    const all: Export = {
      traces,
      score: (trace, score) => {
        const known = scores.get(trace)
        if (known) known.push(score)
        else scores.set(trace, [score])
      },
    }
    return {
      async file(source, sink) {
        const unknown = new Unknowns()
        const { head, control } = source
        if (head.kind === 'parquet') {
          const takeRow = (row: ParquetRow, line: number) => {
            control.signal?.throwIfAborted()
            takeEntry(row, line, all, unknown, sink)
          }
          await head.table.eachRow(COLUMNS, takeRow, control.onBytes)
        } else await source.eachRecord((record) => take(record, all, unknown, sink))
        unknown.report(sink, 'observations')
      },
      finish() {
        for (const [trace, list] of scores) {
          const reward = outcomeOf(list)
          if (reward !== undefined) traces.outcome({ trace, reward })
        }
        traces.emit()
      },
    }
  },
}

/** A page of the API holds a list `data`. */
const pageOf = (x: unknown): readonly unknown[] =>
  isObject(x) && Array.isArray(x.data) && isObject(x.meta) ? x.data : [x]

/** What all files of a load say. */
interface Export {
  readonly traces: TraceExport
  readonly score: (trace: string, score: JsonObject) => void
}

function take(record: JsonRecord, all: Export, unknown: Unknowns, sink: Sink): void {
  if (unreadable(record, sink, () => undefined)) return
  const { line, value } = record
  for (const entry of pageOf(value)) takeEntry(entry, line, all, unknown, sink)
}

function takeEntry(entry: unknown, line: number, all: Export, unknown: Unknowns, sink: Sink): void {
  if (isTrace(entry)) {
    const trace = textOf(entry.id) ?? `line ${line}`
    const scores = Array.isArray(entry.scores) ? entry.scores.filter(isObject) : []
    for (const score of scores) all.score(trace, score)
    for (const observation of entry.observations.filter(isObject)) {
      takeObservation(observation, trace, line, all.traces, unknown, sink)
    }
  } else if (isObservation(entry)) {
    takeObservation(entry, String(traceOf(entry)), line, all.traces, unknown, sink)
  } else if (isScore(entry)) all.score(String(traceOf(entry)), entry)
  else {
    const wanted = '`observations`, or `traceId` and `type`'
    sink.reject(undefined, foreign(line, langfuse.label, wanted))
  }
}

/** The score named like an outcome, else the only one. */
function outcomeOf(scores: readonly JsonObject[]): number | undefined {
  const named = (name: RegExp) => scores.find((score) => name.test(String(score.name)))
  const only = scores.length === 1 ? scores[0] : undefined
  return rewardOf((named(/reward/i) ?? named(/score|correct|success/i) ?? only)?.value)
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
  const time = timeText(startOf(entry))
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
