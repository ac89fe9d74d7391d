/** rLLM episodes: the logger's and the evaluation store's JSON (rllm-org/rllm @9beb6e0f). */
import type { Ended } from '../trace/batch.ts'
import { isObject, type JsonObject, show } from './canonical-row.ts'
import { countOf, finite, listIn, nameOf } from './fields.ts'
import { type MessageCall, messageSegments } from './message-calls.ts'
import { messageOf, messagesOf, textOf } from './messages.ts'
import { foreign, unreadable } from './text-records.ts'
import { callSegments, type TokenCall } from './token-calls.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

const isEpisode = (x: unknown): x is JsonObject =>
  isObject(x) &&
  (x.episode_id !== undefined || x.id !== undefined) &&
  Array.isArray(x.trajectories) &&
  x.trajectories.every((t) => isObject(t))

export const rllm: Format = {
  id: 'rllm',
  label: 'rLLM episodes (JSON)',
  sniff: (head) => (head.kind === 'text' && head.records.some(isEpisode) ? 0.75 : undefined),
  open: () => new RllmReader(),
}

class RllmReader implements FormatReader {
  readonly #ids = new Set<string>()
  #unnamed = 0

  async file(source: Source, sink: Sink): Promise<void> {
    await source.eachRecord((record) => {
      const { line, value } = record
      if (unreadable(record, sink, () => undefined)) return
      if (!isEpisode(value)) {
        const wanted = '`episode_id` (or `id`) and `trajectories`'
        sink.reject(undefined, foreign(line, rllm.label, wanted))
        return
      }
      for (const trajectory of value.trajectories as readonly JsonObject[]) {
        this.#trajectory(value, trajectory, line, sink)
      }
    })
  }

  #trajectory(episode: JsonObject, trajectory: JsonObject, line: number, sink: Sink): void {
    const whole = nameOf(episode.episode_id ?? episode.id)
    const id = nameOf(trajectory.uid) ?? `${whole} trajectory ${++this.#unnamed}`
    if (this.#ids.has(id)) return
    this.#ids.add(id)
    const steps = (listIn(trajectory, 'steps') ?? []).filter(isObject)
    if (steps.length === 0) {
      const message = `trajectory ${show(id)} has no steps, so there is nothing to show.`
      sink.reject(undefined, { code: 'no-turns', line, message })
      return
    }
    // Every step has a reward, 0 where nobody gave one.
    const rewarded = steps.some((step) => finite(step.reward) !== undefined && step.reward !== 0)
    const tokens = steps.map((step) => tokenCall(step, rewarded, line))
    const exact = tokens.every((call) => call !== undefined)
    const segments = exact
      ? callSegments(tokens, sink.warn).map(({ columns, ...rest }) => ({ ...columns, ...rest }))
      : messageSegments(steps.map((step) => messageCall(step, line)))
    if (!exact) {
      sink.approximate()
      sink.maskDerived()
    }
    // Rollouts of one task are a group, `episode_id` is `task:rollout`; agents of other names are other groups.
    const task = whole?.replace(/:[^:]*$/, '')
    const group = [task, nameOf(trajectory.name)].filter((part) => part !== undefined).join(':')
    const step = finite(episode.training_step)
    // As in training, where the trajectory itself was given none.
    const own = finite(trajectory.reward) ?? (rewarded ? finite(steps.at(-1)?.reward) : undefined)
    const correct = typeof episode.is_correct === 'boolean' ? Number(episode.is_correct) : undefined
    for (const [s, { calls, line: _, ...columns }] of segments.entries()) {
      const ended = s === segments.length - 1 ? endedOf(episode.termination_reason) : undefined
      const ids = { rollout_id: id, group_id: group || undefined, segment_index: s }
      sink.row({ ...columns, ...ids, reward: own ?? correct, ended }, { line, calls, step })
    }
  }
}

function tokenCall(step: JsonObject, rewarded: boolean, line: number): TokenCall | undefined {
  const list = (name: string) => listIn(step, name) as readonly number[] | undefined
  const prompt = list('prompt_ids')
  const response = list('response_ids')
  if (!prompt || !response || prompt.length + response.length === 0) return undefined
  const logProbs = list('logprobs')
  const { advantage } = step
  const advantages = Array.isArray(advantage)
    ? (advantage as readonly number[])
    : typeof advantage === 'number'
      ? response.map(() => advantage)
      : undefined
  const reward = rewarded ? finite(step.reward) : undefined
  const version = countOf(step.weight_version)
  return {
    prompt,
    response,
    ...(reward !== undefined && { reward }),
    ...(version !== undefined && { version }),
    ...(logProbs?.length === response.length && { logProbs }),
    ...(advantages?.length === response.length && { advantages }),
    line,
  }
}

/** `chat_completions` is the whole conversation up to and with the step's answer. */
function messageCall(step: JsonObject, line: number): MessageCall {
  const all = messagesOf(step.chat_completions)
  const last = all.findLastIndex((message) => message.role === 'assistant')
  if (last >= 0) return { prompt: all.slice(0, last), response: [all[last]], line }
  // Evaluations without a record of the calls have what went in and out of a step.
  const first = (role: string, ...contents: readonly unknown[]) => {
    const content = contents.map(textOf).find((text) => text.trim() !== '')
    const message = content === undefined ? undefined : messageOf({ role, content })
    return message ? [message] : []
  }
  const read = Array.isArray(step.input)
    ? messagesOf(step.input)
    : first('user', step.observation, step.input)
  return {
    prompt: all.length > 0 ? all : read,
    response: first('assistant', step.model_response, step.output, step.action),
    line,
  }
}

function endedOf(reason: unknown): Ended {
  const text = nameOf(reason)?.toLowerCase() ?? ''
  if (/max|length|timeout|trunc|exceed/.test(text)) return 'truncated'
  if (/error/.test(text)) return 'error'
  return /done|env|finish|complete/.test(text) ? 'terminated' : 'unknown'
}
