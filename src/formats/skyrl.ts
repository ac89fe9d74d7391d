/**
 * SkyRL evaluation dumps `dumped_evals/…/{data_source}.jsonl` (NovaSky-AI/SkyRL @a9564572). With step-wise
 * trajectories every turn is a row, whose prompt begins with the one before it.
 */
import type { Ended } from '../trace/batch.ts'
import { approximateTokens } from './approximate.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { cutLabel } from './cut-labels.ts'
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
  let open: Step[] = []
  const close = () => {
    if (open.length > 0) take(open, prompts, sink)
    open = []
  }
  await source.eachRecord((record) => {
    const { line, value } = record
    if (unreadable(record, sink, () => undefined)) return
    if (!isSkyrl(value)) {
      const wanted = '`input_prompt` and `output_response`'
      sink.reject(undefined, foreign(line, skyrl.label, wanted))
      return
    }
    note(value)
    const step = { row: value, line, prompt: promptOf(value.input_prompt) }
    const former = open.at(-1)
    if (!former || !isNext(former, step)) close()
    open.push(step)
  })
  close()
}

interface Step {
  readonly row: JsonObject
  readonly line: number
  readonly prompt: string
}

const responseOf = ({ row }: Step): string => String(row.output_response)

/** What the next prompt adds to prompt and response; undefined where it retells them. */
function addedBy(former: Step, next: Step): string | undefined {
  const said = responseOf(former)
  const exact =
    next.prompt.startsWith(former.prompt) && next.prompt.startsWith(said, former.prompt.length)
  return exact ? next.prompt.slice(former.prompt.length + said.length) : undefined
}

/** Whether a row is the next turn of the trajectory: to the letter, or of the same task where templates retell. */
function isNext(former: Step, next: Step): boolean {
  const { prompt } = former
  if (prompt === '' || next.prompt.length <= prompt.length || !next.prompt.startsWith(prompt))
    return false
  if (responseOf(former) !== '' && addedBy(former, next) !== undefined) return true
  const { env_extras: extras } = next.row
  // Rows of one data set may have its name in common, and nothing else.
  if (!isObject(extras) || Object.keys(extras).every((key) => key === 'data_source')) return false
  return JSON.stringify(extras) === JSON.stringify(former.row.env_extras)
}

/** One trajectory: a segment for every prompt that does not go on from the turn before it. */
function take(
  steps: readonly Step[],
  prompts: Map<string, { group: string; rows: number }>,
  sink: Sink,
): void {
  const last = steps[steps.length - 1]
  const key = `${String(last.row.data_source)} ${steps[0].prompt}`
  const known = prompts.get(key) ?? { group: `prompt ${prompts.size + 1}`, rows: 0 }
  prompts.set(key, known)
  const id = `${known.group} sample ${++known.rows}`
  // The evaluation counts the score of the last turn.
  const reward = scoreOf(last.row) ?? outcomeOf(last.row, 'score', last.line, sink.warn)
  const segments: Step[][] = []
  for (const [k, step] of steps.entries()) {
    if (k > 0 && addedBy(steps[k - 1], step) !== undefined) segments[segments.length - 1].push(step)
    else segments.push([step])
  }
  for (const [s, segment] of segments.entries()) {
    const final = s === segments.length - 1
    sink.row(
      {
        ...columnsOf(segment, s > 0 ? cutLabel('rewrite') : undefined),
        rollout_id: id,
        group_id: known.group,
        reward,
        ended: final ? endedOf(last.row.stop_reason) : 'unknown',
        ...(segments.length > 1 && { segment_index: s }),
        ...(!final && { boundary: 'unknown' }),
      },
      { line: segment[0].line, ...(segment.length > 1 && { calls: segment.length }) },
    )
  }
}

function columnsOf(segment: readonly Step[], label: string | undefined) {
  const own = textColumns(segment[0].prompt, responseOf(segment[0]))
  const parts = own.prompt_parts?.map((part) => ({
    ...part,
    ...(label !== undefined && { label }),
  }))
  const first = { ...own, prompt_parts: parts }
  if (segment.length === 1) return first
  const tokens = [...(first.response_tokens ?? [])]
  const mask = Array.from(first.response_mask)
  const add = (pieces: readonly string[], bits: ArrayLike<number> | undefined) => {
    for (const [k, piece] of pieces.entries()) {
      tokens.push(piece)
      mask.push(bits ? bits[k] : 0)
    }
  }
  for (const [k, step] of segment.slice(1).entries()) {
    add(approximateTokens(addedBy(segment[k], step) ?? ''), undefined)
    const said = textColumns('', responseOf(step))
    add(said.response_tokens ?? [], said.response_mask)
  }
  return { ...first, response_tokens: tokens, response_mask: Uint8Array.from(mask) }
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
