/**
 * SkyRL evaluation dumps `dumped_evals/…/{data_source}.jsonl` (NovaSky-AI/SkyRL @a9564572). With step-wise
 * trajectories every turn is a row, whose prompt begins with prompt and response of the one before it.
 */
import type { Ended } from '../trace/batch.ts'
import { TokenTexts } from './approximate.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { cutLabel } from './cut-labels.ts'
import { finite, outcomeOf, unknownFields } from './fields.ts'
import { fingerprint } from './fingerprint.ts'
import { messagesOf, shownText } from './messages.ts'
import { OpenTurns, responseOf, type Step } from './skyrl-turns.ts'
import { addResponse, promptPartsOf } from './text-columns.ts'
import { foreign, unreadable } from './text-records.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

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
  open: () => new SkyrlReader(),
}

interface Group {
  readonly id: string
  rows: number
}

class SkyrlReader implements FormatReader {
  #files = 0
  readonly #groups = new Map<string, Group>()

  async file(source: Source, sink: Sink): Promise<void> {
    sink.approximate()
    sink.maskDerived('marks')
    // Every evaluation writes files of its own, and no row says which one it is.
    const file = ++this.#files
    const note = unknownFields(KNOWN, sink.unknownColumn)
    const trajectories: Step[][] = []
    const open = new OpenTurns<Step[]>()
    let former: Step | undefined
    let retold: number | undefined
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
      const known = open.take(step)
      if (!known && former && retells(former, step)) retold ??= line
      former = step
      if (known) known.push(step)
      const trajectory = known ?? [step]
      if (!known) trajectories.push(trajectory)
      open.add(step, trajectory)
    })
    if (retold !== undefined) {
      const message =
        'the prompt begins as the one before it and goes on without the answer to that one: rows like this are ' +
        'rollouts of their own, although they may be turns of one trajectory.'
      sink.warn({ code: 'retold-turn', line: retold, field: 'input_prompt', message })
    }
    for (const steps of trajectories) emit(steps, this.#groupOf(steps, file), sink)
  }

  #groupOf(steps: readonly Step[], file: number): Group {
    const source = String(steps[steps.length - 1].row.data_source)
    const key = `${file} ${source} ${fingerprint(steps[0].prompt)}`
    const group = this.#groups.get(key) ?? { id: `prompt ${this.#groups.size + 1}`, rows: 0 }
    this.#groups.set(key, group)
    return group
  }
}

/** What the next prompt adds to prompt and response; undefined where it retells them. */
function addedBy(former: Step, next: Step): string | undefined {
  const said = responseOf(former)
  const exact =
    next.prompt.startsWith(former.prompt) && next.prompt.startsWith(said, former.prompt.length)
  return exact ? next.prompt.slice(former.prompt.length + said.length) : undefined
}

/** Whether a row looks like the next turn of the one before it, which its prompt does not repeat. */
function retells({ row: former, prompt }: Step, { row, prompt: next }: Step): boolean {
  if (prompt === '' || next.length <= prompt.length || !next.startsWith(prompt)) return false
  const { env_extras: extras } = row
  // Rows of one data set may have its name in common, and nothing else.
  if (!isObject(extras) || Object.keys(extras).every((key) => key === 'data_source')) return false
  return JSON.stringify(extras) === JSON.stringify(former.env_extras)
}

/** One trajectory: a segment for every prompt that does not go on from the turn before it. */
function emit(steps: readonly Step[], group: Group, sink: Sink): void {
  const last = steps[steps.length - 1]
  const id = `${group.id} sample ${++group.rows}`
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
        group_id: group.id,
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
  const [first, ...more] = segment
  const tokens = new TokenTexts()
  addResponse(tokens, responseOf(first))
  for (const [k, step] of more.entries()) {
    tokens.add(addedBy(segment[k], step) ?? '', 0)
    addResponse(tokens, responseOf(step))
  }
  const parts = promptPartsOf(first.prompt)
  return {
    ...tokens.columns(),
    prompt_parts: label === undefined ? parts : parts.map((part) => ({ ...part, label })),
  }
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
