/** verifiers `results.jsonl`: one rollout per line (PrimeIntellect-ai/verifiers). */
import type { Ended } from '../trace/batch.ts'
import type { CanonicalRow } from '../trace/rows.ts'
import { isObject, type JsonObject, keyOf } from './canonical-row.ts'
import { type MessageCall, messageSegments } from './message-calls.ts'
import { type Message, messagesOf } from './messages.ts'
import { foreign, unreadable } from './text-records.ts'
import { callSegments, type TokenCall } from './token-calls.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

const isResult = (x: unknown): x is JsonObject =>
  isObject(x) && x.completion !== undefined && x.prompt !== undefined && x.reward !== undefined

export const verifiers: Format = {
  id: 'verifiers',
  label: 'verifiers results (JSON Lines)',
  inOrder: true,
  sniff(head) {
    if (head.kind !== 'text') return undefined
    const own = (r: JsonObject) =>
      r.example_id !== undefined || Array.isArray(r.trajectory) || Array.isArray(r.completion)
    return head.records.some((r) => isResult(r) && own(r)) ? 0.75 : undefined
  },
  open: () => new VerifiersReader(),
}

class VerifiersReader implements FormatReader {
  /** Rollouts of each example so far. */
  readonly #counts = new Map<string, number>()

  async file(source: Source, sink: Sink): Promise<void> {
    await source.eachRecord((record) => {
      const { line, value, text } = record
      if (unreadable(record, sink, () => undefined)) return
      if (!isResult(value)) {
        const wanted = '`prompt`, `completion` and `reward`'
        sink.reject(undefined, foreign(line, verifiers.label, wanted))
        return
      }
      const group = keyOf(value, 'example_id', { text }) ?? keyOf(value, 'id', { text })
      const key = group ?? 'row'
      const n = this.#counts.get(key) ?? 0
      this.#counts.set(key, n + 1)
      take(value, { rollout_id: `${key}_${n}`, group_id: group }, line, sink)
    })
  }
}

function take(
  result: JsonObject,
  ids: Pick<CanonicalRow, 'rollout_id' | 'group_id'>,
  line: number,
  sink: Sink,
): void {
  const steps = Array.isArray(result.trajectory) ? result.trajectory.filter(isObject) : []
  const tokens = steps.map((step) => tokenCall(step, line))
  const exact = tokens.length > 0 && tokens.every((call) => call !== undefined)
  const segments = exact
    ? callSegments(tokens, sink.warn).map(({ columns, ...rest }) => ({ ...columns, ...rest }))
    : messageSegments(messageCalls(result, steps, line))
  if (!exact) {
    sink.approximate()
    sink.maskDerived('roles')
  }
  for (const [s, { calls, line: _, ...columns }] of segments.entries()) {
    const ended = s === segments.length - 1 ? endedOf(result) : undefined
    const row = { ...ids, ...columns, segment_index: s, reward: rewardOf(result.reward), ended }
    sink.row(row, { line, calls: exact ? calls : callsOf(result, steps, calls) })
  }
}

/** A completion is a list of messages: each of the assistant's is one sampling call. */
function callsOf(result: JsonObject, steps: readonly JsonObject[], calls: number): number {
  if (steps.length > 0) return calls
  const said = messagesOf(result.completion).filter((m) => m.role === 'assistant').length
  return typeof result.completion === 'string' ? 1 : said
}

function tokenCall(step: JsonObject, line: number): TokenCall | undefined {
  const { tokens, advantage } = step
  if (!isObject(tokens)) return undefined
  const list = (name: string) =>
    Array.isArray(tokens[name]) ? (tokens[name] as readonly number[]) : undefined
  const prompt = list('prompt_ids')
  const response = list('completion_ids')
  // Empty arrays stand where the endpoint gave none.
  if (!prompt || !response || prompt.length + response.length === 0) return undefined
  const fitting = (name: string) => {
    const own = list(name)
    return own?.length === response.length ? own : undefined
  }
  return {
    prompt,
    response,
    mask: fitting('completion_mask')?.map(Number),
    logProbs: fitting('completion_logprobs'),
    ...(typeof advantage === 'number' && { advantages: response.map(() => advantage) }),
    line,
  }
}

function messageCalls(
  result: JsonObject,
  steps: readonly JsonObject[],
  line: number,
): readonly MessageCall[] {
  const said = (x: unknown, role: string): readonly Message[] =>
    typeof x === 'string' ? [{ role, text: x, calls: [], tools: [] }] : messagesOf(x)
  const all = steps.length > 0 ? steps : [result]
  return all.map(({ prompt, completion }) => ({
    prompt: said(prompt, 'user'),
    response: said(completion, 'assistant'),
    line,
  }))
}

/** A number, or `{score}`. */
function rewardOf(reward: unknown): number | undefined {
  if (isObject(reward)) return rewardOf(reward.score)
  return typeof reward === 'number' && Number.isFinite(reward) ? reward : undefined
}

function endedOf({ is_truncated: cut, is_completed: done, error }: JsonObject): Ended {
  if (cut === true) return 'truncated'
  if (isObject(error) || (typeof error === 'string' && error !== '')) return 'error'
  return done === true ? 'terminated' : 'unknown'
}
