/**
 * NeMo-RL `train_data_step{N}.jsonl` and `val_data_step{N}.jsonl` (NVIDIA-NeMo/RL @7ea279ab,
 * `nemo_rl/utils/logger.py`), and its context-compaction traces (schema 3, @f11ed654).
 */
import type { Boundary } from '../trace/batch.ts'
import type { CanonicalRow } from '../trace/rows.ts'
import { isObject, type JsonObject, show } from './canonical-row.ts'
import { countOf, finite, listIn, nameOf, outcomeOf, unknownFields } from './fields.ts'
import { textOf } from './harness-text.ts'
import { messageColumns, messageOf } from './messages.ts'
import { foreign, looseValue, unreadable } from './text-records.ts'
import type { Fault, Format, FormatReader, Sink, Source } from './types.ts'

const isTrain = (x: unknown): x is JsonObject => isObject(x) && Array.isArray(x.token_loss_mask)
const isValidation = (x: unknown): x is JsonObject =>
  isObject(x) && Array.isArray(x.content) && Array.isArray(x.rewards)
const isCompaction = (x: unknown): x is JsonObject =>
  isObject(x) && Array.isArray(x.physical_traces)

/** Per-token fields beside the mask. */
const FLOATS = [
  ['generation_logprobs', 'rollout_log_probs'],
  ['prev_logprobs', 'old_log_probs'],
  ['advantages', 'advantages'],
] as const
const KNOWN = new Set([
  ...['content', 'rewards', 'input_lengths', 'token_ids', 'token_loss_mask', 'sample_loss_mask'],
  ...['idx', 'filtered_rewards', 'agent_ref', ...FLOATS.map(([name]) => name)],
])

export const nemoRl: Format = {
  id: 'nemo-rl',
  label: 'NeMo-RL train, validation or compaction dump (JSON)',
  inOrder: true,
  words: {
    reward: { field: 'reward', rule: 'a rollout has one reward.' },
    index: {
      field: 'segment_index',
      name: '`segment_index`',
      rule: 'the traces of a rollout are numbered 0, 1, 2, ….',
    },
    columns: {
      response_ids: 'token_ids',
      response_mask: 'token_loss_mask',
      ...Object.fromEntries(FLOATS.map(([name, column]) => [column, name])),
    },
  },
  sniff(head) {
    if (head.kind !== 'text') return undefined
    const strong = head.records.some((r) => isTrain(r) || isCompaction(r))
    return strong ? 0.85 : head.records.some(isValidation) ? 0.6 : undefined
  },
  open: () => new NemoReader(),
}

class NemoReader implements FormatReader {
  #files = 0
  /** Prompts seen so far, by file and their token ids or text. */
  readonly #prompts = new Map<string, string>()

  async file(source: Source, sink: Sink): Promise<void> {
    // A step's number stands in the file's name only, so that files are told apart by their order.
    const file = ++this.#files
    const note = unknownFields(KNOWN, sink.unknownColumn)
    await source.eachRecord((record) => {
      const { line, value, text } = record
      if (unreadable(record, sink, () => looseValue(text, 'rollout_id'))) return
      if (isCompaction(value)) return takeCompaction(value, line, sink)
      if (!isTrain(value) && !isValidation(value)) {
        sink.reject(undefined, foreign(line, nemoRl.label, '`token_loss_mask`, or `content`'))
        return
      }
      note(value)
      const rows = isTrain(value) ? listIn(value, 'token_loss_mask') : listIn(value, 'rewards')
      // Slices of a batch: lists of one entry as they are written, of more where somebody joined them.
      for (let k = 0; k < (rows?.length ?? 0); k++) {
        const idx = nameOf(value.idx) ?? String(line)
        const id = `${file === 1 ? '' : `file ${file} `}row ${idx}${k > 0 ? `.${k}` : ''}`
        this.#take(value, k, { id, file, line }, sink)
      }
    })
  }

  #take(
    batch: JsonObject,
    k: number,
    { id, file, line }: { readonly id: string; readonly file: number; readonly line: number },
    sink: Sink,
  ): void {
    const columns = isTrain(batch) ? tokenColumns(batch, k) : contentColumns(batch, k)
    if ('fault' in columns) {
      sink.reject(id, { ...columns.fault, line })
      return
    }
    if (!isTrain(batch)) {
      sink.approximate()
      sink.maskDerived('roles')
    }
    const { prompt, ...rest } = columns
    // A baseline is taken within a step, which is a file.
    const key = `${file} ${prompt}`
    const group = this.#prompts.get(key) ?? `prompt ${this.#prompts.size + 1}`
    this.#prompts.set(key, group)
    const flags = at(batch, 'sample_loss_mask', k) === 0 ? ['drop'] : undefined
    const reward = rewardOf(batch, k, line, sink)
    sink.row(
      { ...rest, rollout_id: id, group_id: group, reward, flags, ended: 'unknown' },
      { line },
    )
  }
}

const at = (batch: JsonObject, name: string, k: number): unknown => listIn(batch, name)?.[k]

/** The row's outcome; a warning where the field that has it holds none. */
function rewardOf(batch: JsonObject, k: number, line: number, sink: Sink): number | undefined {
  // With dynamic sampling `rewards` are those of all samples, kept or not: they are no rows of this file.
  const field = (batch.filtered_rewards ?? undefined) === undefined ? 'rewards' : 'filtered_rewards'
  const given = batch[field]
  if (given === undefined || given === null) return undefined
  if (Array.isArray(given) && k < given.length) {
    return outcomeOf({ [field]: given[k] }, field, line, sink.warn)
  }
  const held = Array.isArray(given) ? `has ${given.length} entries` : `is ${show(given)}`
  const message = `\`${field}\` ${held}, where a list with the row's reward is needed; the outcome counts as missing.`
  sink.warn({ code: 'bad-length', line, field, message })
  return undefined
}

/** Where the response starts: at the first 1, before which there is nothing but 0; a sentence where there is. */
function startOf(mask: readonly unknown[], length: number, field: string): number | string {
  for (let k = 0; k < length; k++) {
    if (mask[k] === 1) return k
    if (mask[k] !== 0) return `\`${field}\`[${k}] is ${show(mask[k])}; write only 0 and 1.`
  }
  return length
}

type Columns = Omit<CanonicalRow, 'rollout_id'> & { readonly prompt: string }

/** A row of token ids, cut where its padding starts; the response runs from the first mask-1 token on. */
function tokenColumns(batch: JsonObject, k: number): Columns | { readonly fault: Fault } {
  const bad = (field: string, message: string) => ({
    fault: { code: 'bad-length', field, message },
  })
  const mask = at(batch, 'token_loss_mask', k)
  if (!Array.isArray(mask)) return bad('token_loss_mask', '`token_loss_mask` holds no list.')
  const length = countOf(at(batch, 'input_lengths', k)) ?? mask.length
  if (length > mask.length) {
    const claim = `\`input_lengths\` is ${length}`
    return bad('input_lengths', `${claim} but \`token_loss_mask\` has ${mask.length} entries.`)
  }
  const start = startOf(mask, length, 'token_loss_mask')
  if (typeof start === 'string') {
    return { fault: { code: 'bad-mask', field: 'token_loss_mask', message: start } }
  }
  const lists: Record<string, readonly number[]> = {}
  for (const [name, column] of [['token_ids', 'response_ids'] as const, ...FLOATS]) {
    const list = at(batch, name, k)
    if (list === undefined || list === null) continue
    if (!Array.isArray(list) || list.length < length) {
      const held = Array.isArray(list) ? `${list.length} entries` : show(list)
      return bad(name, `\`${name}\` has ${held} but the row has ${length} tokens.`)
    }
    lists[column] = list.slice(start, length)
  }
  const ids = at(batch, 'token_ids', k)
  const text = textOf(contentOf(batch, k)[0])
  const part = { label: 'prompt', length: start, ...(text !== undefined && { text }) }
  return {
    ...lists,
    response_mask: mask.slice(start, length),
    prompt_parts: [part],
    prompt: Array.isArray(ids) ? ids.slice(0, start).join(' ') : (text ?? ''),
  }
}

/** Messages of a row: texts, or texts with roles (validation); a bare string is one message. */
function contentOf(batch: JsonObject, k: number): readonly unknown[] {
  const content = at(batch, 'content', k)
  return Array.isArray(content) ? content : [content]
}

/** Without roles the first message is the prompt, then the model and the environment take turns. */
function contentColumns(batch: JsonObject, k: number): Columns {
  const messages = contentOf(batch, k).flatMap((said, n) => {
    const role = n % 2 === 1 ? 'assistant' : 'user'
    return messageOf(typeof said === 'string' ? { role, content: said } : said) ?? []
  })
  const { calls: _, ...columns } = messageColumns(messages)
  return { ...columns, prompt: columns.prompt_parts?.map(({ text }) => text).join('\n') ?? '' }
}

function takeCompaction(trace: JsonObject, line: number, sink: Sink): void {
  const id = nameOf(trace.rollout_id) ?? `trace ${line}`
  const traces = (listIn(trace, 'physical_traces') ?? []).filter(isObject)
  const ordered = traces.toSorted((a, b) => indexOf(a) - indexOf(b))
  for (const [s, physical] of ordered.entries()) {
    const columns = spanColumns((listIn(physical, 'segments') ?? []).filter(isObject))
    if ('fault' in columns) {
      sink.reject(id, { ...columns.fault, line, field: 'segments' })
      return
    }
    const next = ordered[s + 1]
    const { calls, ...rest } = columns
    sink.row(
      {
        ...rest,
        rollout_id: id,
        group_id: nameOf(trace.group_id),
        segment_index: s,
        reward: finite(trace.reward),
        boundary: next && boundaryOf(next.boundary_before),
        ended: next ? undefined : 'unknown',
      },
      { line, calls },
    )
  }
  if (ordered.length > 0) return
  const message = `rollout ${show(id)} has no physical trace, so there is nothing to show.`
  sink.reject(undefined, { code: 'no-turns', line, message })
}

const indexOf = (trace: JsonObject) => countOf(trace.segment_index ?? trace.trace_index) ?? 0

type SpanColumns = Pick<
  CanonicalRow,
  'response_ids' | 'response_mask' | 'rollout_log_probs' | 'prompt_length'
> & { readonly calls: number }

/** Prompt and completion spans of one physical trace; a fault where their lists do not fit. */
function spanColumns(spans: readonly JsonObject[]): SpanColumns | { readonly fault: Fault } {
  const ids: number[] = []
  const mask: number[] = []
  const logProbs: number[] = []
  let calls = 0
  for (const span of spans) {
    const own = (listIn(span, 'token_ids') ?? []) as readonly number[]
    const bits = (listIn(span, 'loss_mask') ?? own.map(() => 0)) as readonly number[]
    const logs = listIn(span, 'generation_logprobs') as readonly number[] | undefined
    if (bits.length !== own.length || (logs && logs.length !== own.length)) {
      const message = `a span has ${own.length} token_ids, ${bits.length} loss_mask entries and ${logs?.length ?? 0} generation_logprobs.`
      return { fault: { code: 'bad-length', message } }
    }
    if (span.kind === 'completion') calls++
    for (const [k, token] of own.entries()) {
      ids.push(token)
      mask.push(bits[k])
      logProbs.push(logs?.[k] ?? 0)
    }
  }
  const start = startOf(mask, mask.length, 'loss_mask')
  if (typeof start === 'string') return { fault: { code: 'bad-mask', message: start } }
  return {
    response_ids: ids.slice(start),
    response_mask: mask.slice(start),
    rollout_log_probs: logProbs.slice(start),
    prompt_length: start,
    calls,
  }
}

/** Kinds of cut by the words in the recorded reason. */
const REASONS: readonly (readonly [RegExp, Boundary])[] = [
  [/summar|compact/, 'summary'],
  [/rewrite|trim|elid|prun|edit/, 'trim'],
  [/drop|truncat|evict|window/, 'drop'],
]

function boundaryOf(record: unknown): Boundary {
  const reason = isObject(record) ? String(record.reason).toLowerCase() : ''
  return REASONS.find(([word]) => word.test(reason))?.[1] ?? 'unknown'
}
