/** rLLM episodes: the logger's and the evaluation store's JSON (rllm-org/rllm @9beb6e0f). */
import type { Ended } from '../trace/batch.ts'
import { isObject, type JsonObject, show } from './canonical-row.ts'
import { countOf, finite, listIn, nameOf } from './fields.ts'
import { fingerprint } from './fingerprint.ts'
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

/** What was seen of an id. */
interface Told {
  readonly prints: Set<string>
  readonly steps: Set<number | undefined>
  /** Rollouts that were given another name. */
  others: number
}

class RllmReader implements FormatReader {
  readonly #told = new Map<string, Told>()
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

  /**
   * The rollout's id; undefined where the trajectory is here already, to the letter. Ids of different steps are
   * kept apart where rows are taken in, as far as all of them say their step.
   */
  #name(
    id: string,
    step: number | undefined,
    { episode, trajectory }: { readonly episode: JsonObject; readonly trajectory: JsonObject },
    line: number,
    sink: Sink,
  ): string | undefined {
    const told = this.#told.get(id) ?? { prints: new Set(), steps: new Set(), others: 0 }
    this.#told.set(id, told)
    const { episode_id, epoch, is_correct, termination_reason } = episode
    const print = fingerprint(
      JSON.stringify([step, epoch, episode_id, is_correct, termination_reason, trajectory]),
    )
    if (told.prints.has(print)) return undefined
    const apart = step !== undefined && !told.steps.has(undefined) && !told.steps.has(step)
    const first = told.prints.size === 0
    told.prints.add(print)
    told.steps.add(step)
    if (first || apart) return id
    const name = `${id} (${++told.others + 1})`
    const message =
      `trajectory ${show(id)} stands in the files again, with other content; ` +
      `it is kept apart as ${show(name)}.`
    sink.warn({ code: 'repeated-id', line, field: 'uid', message })
    return name
  }

  #trajectory(episode: JsonObject, trajectory: JsonObject, line: number, sink: Sink): void {
    const whole = nameOf(episode.episode_id ?? episode.id)
    const step = stepOf(episode, line, sink)
    const own = nameOf(trajectory.uid) ?? `${whole} trajectory ${++this.#unnamed}`
    const id = this.#name(own, step, { episode, trajectory }, line, sink)
    if (id === undefined) return
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
      sink.maskDerived('roles')
    }
    // Rollouts of one task are a group, `episode_id` is `task:rollout`; agents of other names are other groups.
    const task = whole?.replace(/:[^:]*$/, '')
    const group = [task, nameOf(trajectory.name)].filter((part) => part !== undefined).join(':')
    // As in training, where the trajectory itself was given none.
    const given = finite(trajectory.reward) ?? (rewarded ? finite(steps.at(-1)?.reward) : undefined)
    const correct = typeof episode.is_correct === 'boolean' ? Number(episode.is_correct) : undefined
    for (const [s, { calls, line: _, ...columns }] of segments.entries()) {
      const ended = s === segments.length - 1 ? endedOf(episode.termination_reason) : undefined
      const ids = { rollout_id: id, group_id: group || undefined, segment_index: s }
      sink.row({ ...columns, ...ids, reward: given ?? correct, ended }, { line, calls, step })
    }
  }
}

/** The training step, which may be written as text. */
function stepOf({ training_step: x }: JsonObject, line: number, sink: Sink): number | undefined {
  if (x === undefined || x === null) return undefined
  const step = typeof x === 'string' && /^\s*\d+\s*$/.test(x) ? Number(x) : finite(x)
  if (step !== undefined) return step
  const message = `\`training_step\` is ${show(x)}; the step counts as unknown.`
  sink.warn({ code: 'bad-type', line, field: 'training_step', message })
  return undefined
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
