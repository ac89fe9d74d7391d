/**
 * LangSmith runs, as the API gives them (JSON or JSON Lines) and bulk exports write them (parquet, what is no text
 * or number as JSON text). Runs of type `llm` are the sampling calls of their trace; prompts are compared to find
 * cuts. Source: LangSmith documentation, "Run (span) data format" and "Bulk export trace data".
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

const isRun = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.run_type === 'string' && (x.trace_id !== undefined || x.id !== undefined)

/** Columns of a bulk export that no other table has together; a person may leave all but some of the rest out. */
const REQUIRED = ['run_type', 'trace_id']
const WHOLE = [
  ['inputs', 'outputs'],
  ['dotted_order', 'status'],
]
const OTHER_COLUMNS = ['id', 'is_root', 'start_time', 'error', 'feedback_stats']
const COLUMNS = [...REQUIRED, ...WHOLE.flat(), ...OTHER_COLUMNS]

export const langsmith: Format = {
  id: 'langsmith',
  label: 'LangSmith runs (JSON Lines, JSON or parquet)',

  sniff(head) {
    if (head.kind === 'parquet') {
      const { columns } = head.table
      const has = (names: readonly string[]) => names.every((name) => columns.includes(name))
      return has(REQUIRED) && WHOLE.some(has) ? 0.8 : undefined
    }
    if (head.kind !== 'text') return undefined
    return head.records.flatMap(runsOf).some(isRun) ? 0.8 : undefined
  },

  open() {
    const traces = new TraceExport()
    return {
      async file(source, sink) {
        const unknown = new Unknowns()
        let silent = 0
        await eachExported(source, COLUMNS, sink, (value, line) => {
          for (const run of runsOf(value)) {
            if (!isRun(run)) sink.reject(undefined, foreign(line, langsmith.label, '`run_type`'))
            else if (takeRun(run, line, traces, unknown, sink) === 'silent') silent++
          }
        })
        unknown.report(sink, 'run types', 'run_type')
        if (silent === 0) return
        const message =
          `${silent} llm runs have neither \`inputs\` nor \`outputs\` and are left out; ` +
          'add both to `export_fields` of the bulk export.'
        sink.warn({ code: 'no-content', field: 'inputs', message })
      },
      finish: () => traces.emit(),
    }
  },
}

/** A record is a run, or a page of the API with a list of them. */
function runsOf(x: unknown): readonly unknown[] {
  if (!isObject(x) || x.run_type !== undefined) return [x]
  if (Array.isArray(x.runs)) return x.runs
  return Array.isArray(x.data) && x.data.some(isRun) ? x.data : [x]
}

/** Runs that group others or do something else than sampling. */
const OTHERS = new Set(['chain', 'tool', 'retriever', 'embedding', 'prompt', 'parser'])

function takeRun(
  run: JsonObject,
  line: number,
  traces: TraceExport,
  unknown: Unknowns,
  sink: Sink,
): 'silent' | undefined {
  const trace = textOf(run.trace_id) ?? textOf(run.id) ?? 'trace'
  const reward = feedbackOf(objectOf(run.feedback_stats))
  const whole = run.id === trace || run.is_root === true
  if (reward !== undefined) traces.outcome({ trace, reward, whole })
  if (run.run_type !== 'llm') {
    if (!OTHERS.has(String(run.run_type))) unknown.add(String(run.run_type), line)
    return undefined
  }
  if (textOf(run.error) !== undefined || run.status === 'error') return undefined
  if ((run.inputs ?? run.outputs ?? undefined) === undefined) return 'silent'
  const time = textOf(run.dotted_order) ?? timeText(run.start_time)
  const prompt = listOf(objectOf(run.inputs))
  const answer = outputOf(objectOf(run.outputs))
  traces.call({ kind: 'call', trace, id: textOf(run.id), time, prompt, answer, line, sink })
  return undefined
}

/** Bulk exports write objects as JSON texts. */
const objectOf = (x: unknown): unknown => (typeof x === 'string' ? (parseJson(x).value ?? x) : x)

function listOf(inputs: unknown): readonly Message[] {
  if (!isObject(inputs)) return typeof inputs === 'string' ? [user(inputs)] : []
  const { messages, prompts, prompt, input } = inputs
  const list = [messages, input].find(Array.isArray)
  if (list) return messagesOfItems(list.flat().map(plain))
  const texts = Array.isArray(prompts) ? prompts : [prompt ?? input]
  return texts.filter((t): t is string => typeof t === 'string').map(user)
}

const user = (text: string): Message => ({ role: 'user', text, calls: [], tools: [] })

function outputOf(outputs: unknown): Message {
  if (!isObject(outputs)) return answerOf(outputs)
  const { generations, choices, messages, message, output } = outputs
  if (Array.isArray(generations)) {
    const first: unknown = generations.flat()[0]
    if (isObject(first)) return answerOf(plain(first.message) ?? first.text)
  }
  if (Array.isArray(choices) && isObject(choices[0])) return answerOf(plain(choices[0].message))
  if (Array.isArray(messages)) return answerOf(plain(messages.flat().at(-1)))
  if (Array.isArray(output)) return messagesOfItems(output.map(plain)).at(-1) ?? NO_ANSWER
  return answerOf(plain(message ?? output ?? outputs))
}

/** LangChain writes a message as a constructor with `kwargs`, or as `{type, data}`. */
function plain(raw: unknown): unknown {
  if (!isObject(raw)) return raw
  const inner = isObject(raw.kwargs) ? raw.kwargs : isObject(raw.data) ? raw.data : undefined
  if (!inner) return raw
  const name = Array.isArray(raw.id) ? String(raw.id.at(-1)) : String(raw.type)
  const role = /^(Human|AI|System|Tool|Function|Chat)Message/.exec(name)?.[1].toLowerCase()
  const calls = Array.isArray(inner.tool_calls) ? inner.tool_calls.filter(isObject) : []
  return {
    role: role ?? inner.role ?? inner.type ?? raw.type,
    content: inner.content,
    tool_calls: calls.map((call) => ({ name: call.name, arguments: call.args ?? call.arguments })),
  }
}

/** Mean of the feedback named like an outcome, else of the only one. */
function feedbackOf(stats: unknown): number | undefined {
  if (!isObject(stats)) return undefined
  const names = Object.keys(stats)
  const name =
    names.find((n) => /reward/i.test(n)) ??
    names.find((n) => /score|correct/i.test(n)) ??
    (names.length === 1 ? names[0] : undefined)
  const entry = name === undefined ? undefined : stats[name]
  return rewardOf(isObject(entry) ? entry.avg : entry)
}
