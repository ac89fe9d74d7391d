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

export const sweAgent: Format = {
  id: 'swe-agent',
  label: 'SWE-agent trajectory (.traj)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    return head.records.some(isTrajectory) ? 0.85 : undefined
  },

  open: () =>
    recordsReader(isTrajectory, [sweAgent.label, '`trajectory` and `info`'], readTrajectory),
}

function readTrajectory(record: SweTrajectory, line: number, ids: UniqueIds, sink: Sink): void {
  const instance = instanceOf(record)
  const attempts = Array.isArray(record.attempts) ? record.attempts.filter(isTrajectory) : []
  // Retries are rollouts of one task; the outer trajectory only repeats the one that was chosen.
  const runs = attempts.length > 0 ? attempts : [record]
  for (const [k, run] of runs.entries()) {
    const name = attempts.length > 0 ? `${instance} attempt ${k + 1}` : instance
    const rollout = ids.name(name)
    const info = isObject(run.info) ? run.info : {}
    const reward = rewardOf(info.reward ?? info.resolved ?? record.reward ?? record.resolved)
    const identity = { rollout, group: instance, reward, ended: endedOf(info.exit_status) }
    const fault = emitTranscript(itemsOf(run, line), identity, sink)
    if (fault) sink.reject(undefined, { ...fault, message: `${quote(rollout)}: ${fault.message}` })
  }
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

/** Whether a step without a recorded prompt was sampled; submissions that the harness forced were not. */
function isSampled(step: JsonObject): boolean {
  if (typeof step.response === 'string') return step.response.trim() !== ''
  return contentOf(step.action) !== '' || contentOf(step.thought) !== ''
}

function answerTo(step: JsonObject): Message {
  const calls = messagesOf([{ role: 'assistant', content: '', tool_calls: step.tool_calls }])
  const text = contentOf(step.response) || [step.thought, step.action].map(contentOf).join('\n')
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
