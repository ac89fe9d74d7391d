/** AReaL `{task_id}.jsonl` rollout dumps: lengths, texts and reward (inclusionAI/AReaL @4aef98d8). */
import { isObject, type JsonObject, keyOf } from './canonical-row.ts'
import { lengthBudget, outcomeOf, unknownFields } from './fields.ts'
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
  sink.maskDerived()
  const note = unknownFields(KNOWN, sink.unknownColumn)
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
    const key = `${group}_${sample ?? ''}`
    const n = rows.get(key) ?? 0
    rows.set(key, n + 1)
    // Later steps sample a task again.
    const id = `${group}_${sample ?? n}${sample !== undefined && n > 0 ? ` #${n + 1}` : ''}`
    const fault = lengthFault(value, budget)
    if (fault) {
      sink.reject(id, { ...fault, line })
      return
    }
    take(value, { id, group }, line, sink)
  })
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

function take(row: JsonObject, ids: { id: string; group: string }, line: number, sink: Sink): void {
  const prompt = Number(row.prompt_len)
  const length = Number(row.seqlen) - prompt
  const { head_version: from, tail_version: to } = row
  const version = from === to && Number.isInteger(from) ? Number(from) : undefined
  const text = typeof row.prompt === 'string' ? row.prompt : undefined
  sink.row(
    {
      rollout_id: ids.id,
      group_id: ids.group,
      response_mask: new Uint8Array(length).fill(1),
      ...(version !== undefined && { policy_versions: new Int32Array(length).fill(version) }),
      prompt_parts: [{ label: 'prompt', length: prompt, ...(text && { text }) }],
      reward: outcomeOf(row, 'reward', line, sink.warn),
      ended: 'unknown',
    },
    { line },
  )
}
