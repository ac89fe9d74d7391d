/** SkyRL evaluation dumps `dumped_evals/…/{data_source}.jsonl` (NovaSky-AI/SkyRL @a9564572). */
import type { Ended } from '../trace/batch.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { finite, outcomeOf, unknownFields } from './fields.ts'
import { messagesOf, shownText } from './messages.ts'
import { textColumns } from './text-columns.ts'
import { foreign, unreadable } from './text-records.ts'
import type { Format, Sink, Source } from './types.ts'

const KNOWN = new Set([
  ...['input_prompt', 'output_response', 'score', 'stop_reason', 'env_class', 'env_extras'],
  'data_source',
])

const isSkyrl = (x: unknown): x is JsonObject =>
  isObject(x) && x.input_prompt !== undefined && typeof x.output_response === 'string'

export const skyrl: Format = {
  id: 'skyrl',
  label: 'SkyRL evaluation dump (JSON Lines)',
  inOrder: true,
  sniff: (head) => (head.kind === 'text' && head.records.some(isSkyrl) ? 0.8 : undefined),
  open: () => {
    const prompts = new Map<string, { group: string; rows: number }>()
    return { file: (source, sink) => readFile(source, sink, prompts) }
  },
}

async function readFile(
  source: Source,
  sink: Sink,
  prompts: Map<string, { group: string; rows: number }>,
): Promise<void> {
  sink.approximate()
  sink.maskDerived()
  const note = unknownFields(KNOWN, sink.unknownColumn)
  await source.eachRecord((record) => {
    const { line, value } = record
    if (unreadable(record, sink, () => undefined)) return
    if (!isSkyrl(value)) {
      const wanted = '`input_prompt` and `output_response`'
      sink.reject(undefined, foreign(line, skyrl.label, wanted))
      return
    }
    note(value)
    const prompt = promptOf(value.input_prompt)
    const key = `${String(value.data_source)} ${prompt}`
    const known = prompts.get(key) ?? { group: `prompt ${prompts.size + 1}`, rows: 0 }
    prompts.set(key, known)
    const id = `${known.group} sample ${++known.rows}`
    sink.row(
      {
        ...textColumns(prompt, String(value.output_response)),
        rollout_id: id,
        group_id: known.group,
        reward: scoreOf(value) ?? outcomeOf(value, 'score', line, sink.warn),
        ended: endedOf(value.stop_reason),
      },
      { line },
    )
  })
}

const promptOf = (x: unknown): string =>
  typeof x === 'string'
    ? x
    : messagesOf(x)
        .map((m) => `${m.role}\n${shownText(m)}`)
        .join('\n')

/** Scores by token sum up to the outcome. */
function scoreOf({ score }: JsonObject): number | undefined {
  if (!Array.isArray(score) || score.length === 0) return undefined
  return finite(score.reduce((sum: number, x) => sum + (finite(x) ?? Number.NaN), 0))
}

function endedOf(stop: unknown): Ended {
  if (stop === 'length' || stop === 'max_turns') return 'truncated'
  return stop === 'stop' || stop === 'complete' ? 'terminated' : 'unknown'
}
