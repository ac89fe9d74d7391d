/**
 * AReaL `{task_id}.jsonl` rollout dumps: lengths, texts and reward (inclusionAI/AReaL @4aef98d8). An agent's
 * turns come one per row where they are exported one by one; a row that goes on from the row before it, to the
 * letter, is the next turn of it.
 */
import { isObject, type JsonObject, keyOf } from './canonical-row.ts'
import { countOf, lengthBudget, outcomeOf, unknownFields } from './fields.ts'
import { foreign, looseValue, unreadable } from './text-records.ts'
import type { Fault, Format, Sink, Source } from './types.ts'

const KNOWN = new Set([
  ...['task_id', 'sample_idx', 'seqlen', 'prompt_len', 'head_version', 'tail_version'],
  ...['reward', 'prompt', 'completion'],
])
const isAreal = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.seqlen === 'number' && typeof x.prompt_len === 'number'

export const areal: Format = {
  id: 'areal',
  label: 'AReaL rollout dump (JSON Lines)',
  inOrder: true,
  sniff: (head) => (head.kind === 'text' && head.records.some(isAreal) ? 0.8 : undefined),
  open: () => {
    const rows = new Map<string, number>()
    const budget = lengthBudget()
    return { file: (source, sink) => readFile(source, sink, rows, budget) }
  },
}

async function readFile(
  source: Source,
  sink: Sink,
  rows: Map<string, number>,
  budget: Budget,
): Promise<void> {
  sink.maskDerived('response')
  const note = unknownFields(KNOWN, sink.unknownColumn)
  let open: Turns | undefined
  const close = () => {
    if (open) take(open, sink)
    open = undefined
  }
  await source.eachRecord((record) => {
    const { line, value, text } = record
    if (unreadable(record, sink, () => looseValue(text, 'task_id'))) return
    if (!isAreal(value)) {
      sink.reject(undefined, foreign(line, areal.label, '`seqlen` and `prompt_len`'))
      return
    }
    note(value)
    const group = keyOf(value, 'task_id', { text }) ?? 'task'
    const sample = keyOf(value, 'sample_idx', { text })
    const fault = lengthFault(value, budget)
    const former = open?.rows.at(-1)
    if (open && former && !fault && open.group === group && goesOn(former, value)) {
      open.rows.push(value)
      return
    }
    close()
    const key = `${group}_${sample ?? ''}`
    const n = rows.get(key) ?? 0
    rows.set(key, n + 1)
    // Later steps sample a task again.
    const id = `${group}_${sample ?? n}${sample !== undefined && n > 0 ? ` #${n + 1}` : ''}`
    if (fault) sink.reject(id, { ...fault, line })
    else open = { id, group, line, rows: [value] }
  })
  close()
}

/** Rows of one rollout, each of them a turn. */
interface Turns {
  readonly id: string
  readonly group: string
  readonly line: number
  readonly rows: JsonObject[]
}

function goesOn(former: JsonObject, next: JsonObject): boolean {
  const [begin, said, prompt] = [former.prompt, former.completion, next.prompt]
  if (typeof begin !== 'string' || typeof said !== 'string' || typeof prompt !== 'string')
    return false
  if (said === '' || Number(next.prompt_len) < Number(former.seqlen)) return false
  return prompt.startsWith(begin) && prompt.startsWith(said, begin.length)
}

type Budget = ReturnType<typeof lengthBudget>

function lengthFault(
  { seqlen, prompt_len: prompt }: JsonObject,
  budget: Budget,
): Fault | undefined {
  for (const [field, x] of [
    ['seqlen', seqlen],
    ['prompt_len', prompt],
  ] as const) {
    const message = budget(field, x)
    if (message) return { code: 'bad-length', field, message }
  }
  if (Number(prompt) <= Number(seqlen)) return undefined
  const message = `prompt_len ${prompt} exceeds seqlen ${seqlen}.`
  return { code: 'bad-length', field: 'prompt_len', message }
}

function take({ id, group, line, rows }: Turns, sink: Sink): void {
  const [first] = rows
  const last = rows[rows.length - 1]
  const prompt = Number(first.prompt_len)
  const length = Number(last.seqlen) - prompt
  const mask = new Uint8Array(length)
  for (const row of rows) mask.fill(1, Number(row.prompt_len) - prompt, Number(row.seqlen) - prompt)
  // The versions of a row's tokens, prompt included, where -1 stands for no version at all.
  const { head_version: from, tail_version: to } = first
  const version = rows.every((row) => row.head_version === to && row.tail_version === to)
    ? countOf(from)
    : undefined
  const text = typeof first.prompt === 'string' ? first.prompt : undefined
  sink.row(
    {
      rollout_id: id,
      group_id: group,
      response_mask: mask,
      ...(version !== undefined && {
        policy_versions: Int32Array.from(mask, (m) => (m === 1 ? version : -1)),
      }),
      prompt_parts: [{ label: 'prompt', length: prompt, ...(text && { text }) }],
      // Earlier turns hold the final reward discounted.
      reward: outcomeOf(last, 'reward', line, sink.warn),
      ended: 'unknown',
    },
    { line, step: countOf(last.tail_version) },
  )
}
