/**
 * Langfuse exports: traces with `observations` and `scores`, or observations alone (JSON or JSON Lines); the
 * tables `observations` and `scores` of exports to blob storage, also as parquet. Observations of type GENERATION
 * are the sampling calls. Source: langfuse/langfuse @62751446, packages/shared/src/server/repositories (observations,
 * events, scores, traces), worker/src/features/blobstorage.
 */
import { rewardOf } from './atif-result.ts'
import { answerOf, NO_ANSWER } from './call-log.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { parseJson } from './containers/json.ts'
import { textOf, Unknowns } from './harness-text.ts'
import type { Message } from './messages.ts'
import { messagesOfItems } from './response-items.ts'
import { foreign } from './text-records.ts'
import { eachExported, TraceExport, timeText } from './trace-export.ts'
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

/** A score as the API lists it, or a row of an export's `scores/`; those of sessions have no trace. */
const isScore = (x: unknown): x is JsonObject =>
  isObject(x) && traceOf(x) !== undefined && typeof x.name === 'string' && 'value' in x

const isExportedScore = (x: unknown): boolean => isScore(x) && ('data_type' in x || 'dataType' in x)

/** A row of an export's `traces/`, or of the API's list of them: the calls stand elsewhere. */
const isBareTrace = (x: unknown): boolean =>
  isObject(x) && TRACES.every((name) => name in x || camel(name) in x) && typeof x.id === 'string'

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Columns of the tables of an export that are read; those of traces are only known. */
const OBSERVATIONS = ['trace_id', 'type', 'start_time']
const CONTENT = ['input', 'output']
const CORE = ['id', 'project_id']
const SCORES = ['trace_id', 'name', 'value', 'data_type']
const TRACES = ['timestamp', 'session_id', 'bookmarked', 'tags']
const OTHER_COLUMNS = [...CONTENT, ...CORE, ...TRACES, 'level', 'observation_id']
const COLUMNS = [...new Set([...OBSERVATIONS, ...SCORES, ...OTHER_COLUMNS])]

export const langfuse: Format = {
  id: 'langfuse',
  label: 'Langfuse traces or observations (JSON Lines, JSON or parquet)',

  sniff(head) {
    if (head.kind === 'parquet') {
      const { columns } = head.table
      const has = (...names: readonly string[]) => names.every((name) => columns.includes(name))
      if (has(...OBSERVATIONS, ...CONTENT) || has(...OBSERVATIONS, ...CORE)) return 0.8
      if (has(...SCORES)) return 0.8
      return has(...TRACES, 'id') ? 0.6 : undefined
    }
    if (head.kind !== 'text') return undefined
    const records = head.records.flatMap(pageOf)
    if (records.some((r) => isTrace(r) || isObservation(r))) return 0.8
    return records.some((r) => isExportedScore(r) || isBareTrace(r)) ? 0.6 : undefined
  },

  open() {
    const traces = new TraceExport()
    const scores = new Map<string, JsonObject[]>()
    const bare: Sink[] = []
    const score = (trace: string, entry: JsonObject) => {
      const known = scores.get(trace)
      if (known) known.push(entry)
      else scores.set(trace, [entry])
    }
    return {
      async file(source, sink) {
        const file: ExportFile = { traces, score, sink, unknown: new Unknowns() }
        const counts = { bare: 0, silent: 0 }
        await eachExported(source, COLUMNS, sink, (value, line) => {
          for (const entry of pageOf(value)) {
            if (isBareTrace(entry) && !isTrace(entry)) counts.bare++
            else counts.silent += takeEntry(entry, line, file)
          }
        })
        file.unknown.report(sink, 'observations')
        if (counts.bare > 0) bare.push(sink)
        if (counts.silent > 0) sink.warn(silentFault(counts.silent))
      },
      finish() {
        for (const [trace, list] of scores) {
          const reward = outcomeOf(list)
          if (reward !== undefined) traces.outcome({ trace, reward, whole: true })
        }
        if (traces.size === 0) for (const sink of bare) sink.warn(BARE)
        traces.emit()
      },
    }
  },
}

const BARE = {
  code: 'no-content',
  message:
    'traces without their observations, in which the calls of the model are; ' +
    'open the folder `observations_v2` (or `observations`) of the export beside it.',
}

const silentFault = (count: number) => ({
  code: 'no-content',
  field: 'input',
  message:
    `${count} generations have neither \`input\` nor \`output\` and are left out; ` +
    'add the field group "io" to the export (for the API: `fields=core,basic,io`).',
})

/** A page of the API holds a list `data`. */
const pageOf = (x: unknown): readonly unknown[] =>
  isObject(x) && Array.isArray(x.data) && isObject(x.meta) ? x.data : [x]

/** Where the entries of one file go. */
interface ExportFile {
  readonly traces: TraceExport
  readonly score: (trace: string, score: JsonObject) => void
  readonly unknown: Unknowns
  readonly sink: Sink
}

/** The number of calls in it that say nothing. */
function takeEntry(entry: unknown, line: number, file: ExportFile): number {
  if (isTrace(entry)) {
    const trace = textOf(entry.id) ?? `line ${line}`
    const scores = Array.isArray(entry.scores) ? entry.scores.filter(isObject) : []
    for (const score of scores) file.score(trace, score)
    const taken = entry.observations
      .filter(isObject)
      .map((observation) => takeObservation(observation, trace, line, file))
    return taken.reduce((sum, count) => sum + count, 0)
  }
  if (isObservation(entry)) return takeObservation(entry, String(traceOf(entry)), line, file)
  if (isScore(entry)) {
    const trace = textOf(traceOf(entry))
    if (trace !== undefined) file.score(trace, entry)
  } else {
    const wanted = '`observations`, or `traceId` and `type`'
    file.sink.reject(undefined, foreign(line, langfuse.label, wanted))
  }
  return 0
}

/** The score named like an outcome, else the only one; one of the trace goes before one of a step. */
function outcomeOf(all: readonly JsonObject[]): number | undefined {
  // Of a category or a text the value says nothing.
  const scores = all.filter((s) => !/^(?:CATEGORICAL|TEXT|CORRECTION)$/.test(String(kindOf(s))))
  const whole = scores.filter((s) => textOf(s.observationId ?? s.observation_id) === undefined)
  const among = whole.length > 0 ? whole : scores
  const named = (name: RegExp) => among.find((score) => name.test(String(score.name)))
  const only = among.length === 1 ? among[0] : undefined
  return rewardOf((named(/reward/i) ?? named(/score|correct|success/i) ?? only)?.value)
}

const kindOf = (score: JsonObject): unknown => score.dataType ?? score.data_type

/** Observations that are no sampling call. */
const OTHERS = new Set(
  'SPAN EVENT AGENT TOOL CHAIN RETRIEVER EVALUATOR EMBEDDING GUARDRAIL'.split(' '),
)

function takeObservation(entry: JsonObject, trace: string, line: number, file: ExportFile): number {
  const type = textOf(entry.type) ?? 'observation without type'
  if (type !== 'GENERATION') {
    if (!OTHERS.has(type)) file.unknown.add(type, line)
    return 0
  }
  if (entry.level === 'ERROR') return 0
  const { input, output } = entry
  if ((input ?? output ?? undefined) === undefined) return 1
  file.traces.call({
    kind: 'call',
    trace,
    id: textOf(entry.id),
    time: timeText(startOf(entry)),
    prompt: promptOf(parsed(input)),
    answer: outputOf(parsed(output)),
    line,
    sink: file.sink,
  })
  return 0
}

/** Exports of the page write inputs and outputs as JSON texts. */
const parsed = (x: unknown): unknown =>
  typeof x === 'string' && /^\s*[[{]/.test(x) ? (parseJson(x).value ?? x) : x

function promptOf(input: unknown): readonly Message[] {
  if (typeof input === 'string') return [{ role: 'user', text: input, calls: [], tools: [] }]
  const list = isObject(input) ? (input.messages ?? input.input ?? [input]) : input
  if (typeof list === 'string') return promptOf(list)
  return Array.isArray(list) ? messagesOfItems(list) : []
}

function outputOf(output: unknown) {
  const items = isObject(output) && output.role === undefined ? output.output : output
  if (Array.isArray(items)) return messagesOfItems(items).at(-1) ?? NO_ANSWER
  if (!isObject(output)) return answerOf(output)
  const [choice] = Array.isArray(output.choices) ? output.choices : []
  const inner = (isObject(choice) ? choice.message : undefined) ?? output.message
  if (inner !== undefined) return answerOf(inner)
  return answerOf(output.role === undefined ? { ...output, role: 'assistant' } : output)
}
