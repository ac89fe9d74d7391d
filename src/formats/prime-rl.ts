/**
 * prime-rl `traces.jsonl` (verifiers episodes), and the `data_to_save_*.pt` of its first versions.
 * Source: PrimeIntellect-ai/prime-rl @559b4477, verifiers @a60a606e, @00eee6c6.
 */
import type { Ended } from '../trace/batch.ts'
import { isObject, type JsonObject, show } from './canonical-row.ts'
import { idOf, pathSegments } from './prime-rl-nodes.ts'
import { foreign, looseValue, unreadable } from './text-records.ts'
import type { Format, FormatReader, Head, Sink, Source } from './types.ts'

const isEpisode = (x: unknown): x is JsonObject =>
  isObject(x) && Array.isArray(x.traces) && x.traces.every((t) => isObject(t))
const isTrace = (x: unknown): x is JsonObject =>
  isObject(x) && Array.isArray(x.nodes) && (x.rewards !== undefined || x.agent !== undefined)

const TENSORS = ['responses', 'attention_mask', 'old_log_prob', 'advantages'] as const

export const primeRl: Format = {
  id: 'prime-rl',
  label: 'prime-rl / verifiers traces (JSON Lines)',
  inOrder: true,
  sniff(head) {
    if (head.kind === 'torch') return savedTensors(head) ? 0.7 : undefined
    if (head.kind !== 'text') return undefined
    return head.records.some(
      (r) => isTrace(r) || (isEpisode(r) && r.traces !== undefined && hasNodes(r)),
    )
      ? 0.85
      : undefined
  },
  open: () => new PrimeReader(),
}

const hasNodes = (episode: JsonObject) =>
  (episode.traces as readonly JsonObject[]).some((trace) => Array.isArray(trace.nodes))

function savedTensors(head: Head): JsonObject | undefined {
  if (head.kind !== 'torch' || !isObject(head.file.root)) return undefined
  const { root } = head.file
  return TENSORS.every((name) => isObject(root[name])) ? root : undefined
}

class PrimeReader implements FormatReader {
  #saved = 0
  #traces = 0
  readonly #ids = new Set<string>()

  async file(source: Source, sink: Sink): Promise<void> {
    if (source.head.kind === 'torch') return this.#tensors(source, sink)
    await source.eachRecord((record) => {
      const { line, value } = record
      if (unreadable(record, sink, (text) => looseValue(text, 'id'))) return
      if (isEpisode(value)) {
        for (const trace of value.traces as readonly JsonObject[]) {
          this.#trace(trace, idOf(value.group), line, sink)
        }
      } else if (isTrace(value)) this.#trace(value, idOf(value.group), line, sink)
      else sink.reject(undefined, foreign(line, primeRl.label, 'an episode with `traces`'))
    })
  }

  #trace(trace: JsonObject, group: string | undefined, line: number, sink: Sink): void {
    const own = idOf(trace.id) ?? `trace ${++this.#traces}`
    // An id that stands twice (a file opened twice, `all` beside `effective`) counts once.
    if (this.#ids.has(own)) return
    this.#ids.add(own)
    const result = pathSegments(Array.isArray(trace.nodes) ? trace.nodes : [])
    if ('fault' in result) {
      sink.reject(own, { code: 'bad-node', line, field: result.field, message: result.fault })
      return
    }
    if (result.segments.length === 0) {
      const message = `trace ${show(own)} has no sampled node, so there is nothing to show.`
      sink.reject(undefined, { code: 'no-turns', line, message })
      return
    }
    if (result.approximate) {
      sink.approximate()
      sink.maskDerived('roles')
    }
    const reward = rewardOf(trace)
    const untrained = isObject(trace.agent) && trace.agent.trainable === false
    const last = result.segments.length - 1
    for (const [s, { columns, calls }] of result.segments.entries()) {
      sink.row(
        {
          ...columns,
          rollout_id: own,
          group_id: group,
          segment_index: s,
          reward,
          ended: s === last ? endedOf(trace) : undefined,
          flags: untrained ? ['drop'] : columns.flags,
        },
        { line, calls },
      )
    }
  }

  /** Rows of padded tensors; the response is the tail of the attention mask. */
  async #tensors({ head, control, size }: Source, sink: Sink): Promise<void> {
    const root = savedTensors(head)
    if (!root || head.kind !== 'torch') return
    const { numbers } = head.file
    const [rows = 0, width = 0] = sizeOf(root.responses)
    const columns = new Map<string, ArrayLike<number>>()
    for (const name of TENSORS) {
      const list = await numbers(root[name])
      const [own, full] = sizeOf(root[name])
      const fits = own === rows && (name === 'attention_mask' ? full >= width : full === width)
      if (!list || typeof list === 'string' || !fits) {
        const shape = `[${sizeOf(root[name])}]`
        const message = `\`${name}\` has shape ${shape}, \`responses\` [${rows},${width}]; they must fit.`
        sink.refuse({ code: 'bad-length', field: name, message })
        return
      }
      columns.set(name, list)
    }
    const [, full = 0] = sizeOf(root.attention_mask)
    const part = (name: string, from: number, to: number) =>
      Array.from({ length: to - from }, (_, k) => Number(columns.get(name)?.[from + k]))
    for (let r = 0; r < rows; r++) {
      const mask = part('attention_mask', r * full, (r + 1) * full)
      const tail = mask.slice(full - width)
      // Padding behind the response is no position.
      const length = tail.lastIndexOf(1) + 1
      sink.row(
        {
          rollout_id: `sample ${++this.#saved}`,
          response_ids: part('responses', r * width, r * width + length),
          response_mask: tail.slice(0, length),
          old_log_probs: part('old_log_prob', r * width, r * width + length),
          advantages: part('advantages', r * width, r * width + length),
          prompt_length: mask.slice(0, full - width).filter((bit) => bit === 1).length,
          ended: 'unknown',
        },
        { line: r + 1 },
      )
    }
    control.onBytes(size)
  }
}

function sizeOf(tensor: unknown): readonly number[] {
  const size = isObject(tensor) ? tensor.size : undefined
  return Array.isArray(size) ? (size as readonly number[]) : []
}

/** Sum of score · weight; a reward may also be a plain number. */
function rewardOf({ rewards, reward }: JsonObject): number | undefined {
  if (typeof reward === 'number' && Number.isFinite(reward)) return reward
  if (!isObject(rewards)) return undefined
  let sum: number | undefined
  for (const item of Object.values(rewards)) {
    const { score, weight } = isObject(item) ? item : { score: item, weight: 1 }
    if (typeof score !== 'number') continue
    sum = (sum ?? 0) + score * (typeof weight === 'number' ? weight : 1)
  }
  return sum !== undefined && Number.isFinite(sum) ? sum : undefined
}

const LIMIT = /length|trunc|max|limit|context|budget|timeout|compaction_failed/

function endedOf(trace: JsonObject): Ended {
  const stop = typeof trace.stop_condition === 'string' ? trace.stop_condition : ''
  if (trace.is_truncated === true || LIMIT.test(stop)) return 'truncated'
  // The writer's own `is_truncated` is not in its files: the last answer that came tells.
  const calls = Array.isArray(trace.calls) ? (trace.calls as readonly unknown[]) : []
  const answered = calls.filter((call) => isObject(call) && !isObject(call.error))
  const last = answered.at(-1)
  if (isObject(last) && last.finish_reason === 'length') return 'truncated'
  if (trace.ok === false || (Array.isArray(trace.errors) && trace.errors.length > 0)) return 'error'
  return trace.is_completed === true ? 'terminated' : 'unknown'
}
