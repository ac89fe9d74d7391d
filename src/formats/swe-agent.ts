/**
 * SWE-agent trajectories: `.traj`, one JSON document. Its history processors leave no marker, so the
 * prompts of the steps (`query`, or `messages`) are compared.
 * Source: SWE-agent/SWE-agent @3ea751c0.
 */
import type { Ended } from '../trace/batch.ts'
import { quote } from '../trace/diagnostic-list.ts'
import { rewardOf } from './atif-result.ts'
import { answerOf, itemsOfCalls, type LoggedCall } from './call-log.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { parseJson } from './containers/json.ts'
import { countOf } from './fields.ts'
import { recordsReader, textOf, type UniqueIds } from './harness-text.ts'
import { type Message, messagesOf } from './messages.ts'
import type { Item } from './transcript.ts'
import { emitTranscript } from './transcript-rows.ts'
import type { Format, Sink } from './types.ts'

type SweTrajectory = JsonObject & { readonly trajectory: readonly unknown[] }

/** A step has at least one of these; trajectories of trainers have prompts and completions instead. */
const isStep = (x: unknown) =>
  isObject(x) && ['action', 'observation', 'thought', 'query'].some((key) => key in x)

const isTrajectory = (x: unknown): x is SweTrajectory =>
  isObject(x) &&
  Array.isArray(x.trajectory) &&
  (isObject(x.info) || 'replay_config' in x) &&
  (x.trajectory.length === 0 || x.trajectory.some(isStep))

const attemptsOf = (x: JsonObject): readonly SweTrajectory[] =>
  Array.isArray(x.attempts) ? x.attempts.filter(isTrajectory) : []

/** A run with retries names its chosen attempt only when all are over; until then it has nothing else. */
const isRun = (x: unknown): x is JsonObject =>
  isTrajectory(x) || (isObject(x) && attemptsOf(x).length > 0)

export const sweAgent: Format = {
  id: 'swe-agent',
  label: 'SWE-agent trajectory (.traj)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    return head.records.some(isRun) ? 0.85 : undefined
  },

  open: () => recordsReader(isRun, [sweAgent.label, '`trajectory` and `info`'], readRun),
}

function readRun(record: JsonObject, line: number, ids: UniqueIds, sink: Sink): void {
  const attempts = attemptsOf(record)
  const instance = instanceOf(isTrajectory(record) ? record : attempts[0])
  // Retries are rollouts of one task; the outer trajectory only repeats the one that was chosen.
  const runs = isTrajectory(record) && attempts.length === 0 ? [record] : attempts
  const whole = rewardOfRecord(record)
  const chosen = attempts.length > 0 ? chosenOf(record, attempts) : record
  if (whole !== undefined && !chosen) {
    const message =
      `${quote(instance)}: \`reward\` or \`resolved\` of the record is ${whole}, but nothing says which ` +
      'attempt was chosen (`info.best_attempt_idx`), so that no attempt has it as outcome.'
    sink.warn({ code: 'no-attempt', line, field: 'attempts', message })
  }
  for (const [k, run] of runs.entries()) {
    const name = attempts.length > 0 ? `${instance} attempt ${k + 1}` : instance
    const rollout = ids.name(name)
    const info = isObject(run.info) ? run.info : {}
    // What is said of the record was found out about the attempt that was submitted.
    const reward = rewardOf(info.reward ?? info.resolved) ?? (run === chosen ? whole : undefined)
    const identity = { rollout, group: instance, reward, ended: endedOf(info.exit_status) }
    const fault = emitTranscript(itemsOf(run, line), identity, sink)
    if (fault) sink.reject(undefined, { ...fault, message: `${quote(rollout)}: ${fault.message}` })
  }
}

function rewardOfRecord(record: JsonObject): number | undefined {
  const info = isObject(record.info) ? record.info : {}
  return rewardOf(info.reward ?? info.resolved ?? record.reward ?? record.resolved)
}

/** The attempt that the record repeats: by its number, else to the letter. */
function chosenOf(
  record: JsonObject,
  attempts: readonly SweTrajectory[],
): SweTrajectory | undefined {
  const { info, attempts: all } = record
  const best = isObject(info) ? countOf(info.best_attempt_idx) : undefined
  if (best !== undefined && Array.isArray(all)) return attempts.find((run) => run === all[best])
  if (attempts.length === 1) return attempts[0]
  const repeated = JSON.stringify(record.trajectory)
  return attempts.find(({ trajectory }) => JSON.stringify(trajectory) === repeated)
}

/** The problem's id, which stands in the configuration for a replay. */
function instanceOf(record: JsonObject): string {
  const { replay_config: config } = record
  const parsed = typeof config === 'string' ? parseJson(config).value : config
  const problem = isObject(parsed) ? parsed.problem_statement : undefined
  const id = isObject(problem) ? problem.id : undefined
  return textOf(record.instance_id) ?? textOf(id) ?? textOf(record.environment) ?? 'trajectory'
}

function endedOf(status: unknown): Ended {
  const text = textOf(status)
  if (text === undefined) return 'unknown'
  // The agent's own ways out beside `submit`.
  if (/exit_(command|forfeit)\b/i.test(text)) return 'terminated'
  if (/exit_(cost|context|total|time)|limit|max|timeout/i.test(text)) return 'truncated'
  return /^submitted$/i.test(text) ? 'terminated' : 'error'
}

function itemsOf(run: SweTrajectory, line: number): readonly Item[] {
  const calls: LoggedCall[] = []
  let context: readonly Message[] = openingOf(run.history)
  let unread: Message[] = []
  for (const step of run.trajectory.filter(isObject)) {
    const query = messagesOf(step.query ?? step.messages)
    if (query.length > 0 || isSampled(step)) {
      const prompt = query.length > 0 ? query : [...context, ...unread]
      const answer = answerTo(step)
      calls.push({ kind: 'call', prompt, answer, line })
      context = [...prompt, answer]
      unread = []
    }
    const text = contentOf(step.observation)
    if (text !== '') unread.push({ role: 'user', text, calls: [], tools: [] })
  }
  const rest = unread.map(({ text }): Item => ({ kind: 'read', text, label: 'user', line }))
  return [...itemsOfCalls(calls, false), ...rest]
}

const contentOf = (x: unknown): string => (typeof x === 'string' ? x.trim() : '')

/**
 * Whether a step without a recorded prompt was sampled. A submission that the harness forced was not: its
 * prompt is a list of one empty message, and its response is the harness's own sentence.
 */
function isSampled(step: JsonObject): boolean {
  if (isEmptyPrompt(step.query)) return false
  if (typeof step.response === 'string') return step.response.trim() !== ''
  return contentOf(step.action) !== '' || contentOf(step.thought) !== ''
}

const isEmptyPrompt = (query: unknown): boolean =>
  Array.isArray(query) &&
  query.length > 0 &&
  query.every((message) => isObject(message) && Object.keys(message).length === 0)

function answerTo(step: JsonObject): Message {
  const calls = messagesOf([{ role: 'assistant', content: '', tool_calls: step.tool_calls }])
  const [response, thought, action] = [step.response, step.thought, step.action].map(contentOf)
  // Where the model calls tools, the response is the thought alone.
  const apart = response === thought && action !== thought && calls[0].calls.length === 0
  const text = apart || response === '' ? `${thought}\n${action}` : response
  return { ...answerOf(text.trim()), calls: calls[0].calls, tools: calls[0].tools }
}

/** Messages before the model's first own answer; demonstrations are part of the prompt. */
function openingOf(history: unknown): readonly Message[] {
  if (!Array.isArray(history)) return []
  const first = history.findIndex(
    (m) =>
      isObject(m) && m.role === 'assistant' && m.is_demo !== true && !/demo/.test(String(m.agent)),
  )
  return messagesOf(history.slice(0, first < 0 ? history.length : first))
}
