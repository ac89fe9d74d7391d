/** ROLL `rollout_dump_data.step_{N}.jsonl`: every line a dict of columns (alibaba/ROLL @8eb27cc2). */
import type { Ended } from '../trace/batch.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { parseTolerantly } from './containers/json.ts'
import { countOf, finite, listIn, nameOf } from './fields.ts'
import { type Message, messageColumns, messagesOf } from './messages.ts'
import { compareMessages } from './prefix-rule.ts'
import { textColumns } from './text-columns.ts'
import { foreign, unreadable } from './text-records.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

const isAgentic = (x: unknown): x is JsonObject => isObject(x) && Array.isArray(x.trajectory_data)
const isRlvr = (x: unknown): x is JsonObject =>
  isObject(x) && Array.isArray(x.responses) && Array.isArray(x.scores)

export const roll: Format = {
  id: 'roll',
  label: 'ROLL rollout dump (JSON Lines of columns)',
  words: {
    reward: { field: 'episode_reward', rule: 'all branches of a trajectory carry the same one.' },
    index: {
      field: 'branch_or_step_idx',
      name: '`branch_or_step_idx`',
      rule: 'the branches of a trajectory are numbered 0, 1, 2, ….',
    },
  },
  sniff: (head) =>
    head.kind === 'text' && head.records.some((r) => isAgentic(r) || isRlvr(r)) ? 0.8 : undefined,
  open: () => new RollReader(),
}

interface Row {
  readonly messages: readonly Message[]
  readonly data: JsonObject | undefined
  readonly step: string | undefined
  readonly index: number
  /** Its place in the columns. */
  readonly row: number
}

class RollReader implements FormatReader {
  /** Step in which an id was first seen. */
  readonly #stepOf = new Map<string, string | undefined>()
  #files = 0

  async file(source: Source, sink: Sink): Promise<void> {
    sink.approximate()
    const file = ++this.#files
    await source.eachRecord((record) => {
      const { line, value } = record
      if (unreadable(record, sink, () => undefined)) return
      if (isAgentic(value)) this.#agentic(value, file, line, sink)
      else if (isRlvr(value)) this.#rlvr(value, line, sink)
      else
        sink.reject(
          undefined,
          foreign(line, roll.label, 'columns `trajectory_data` or `responses`'),
        )
    })
  }

  #byStep(key: string, step: string | undefined): string {
    if (!this.#stepOf.has(key)) this.#stepOf.set(key, step)
    return this.#stepOf.get(key) === step ? key : `step ${step} ${key}`
  }

  #agentic(columns: JsonObject, file: number, line: number, sink: Sink): void {
    const nameless = (k: number) => `${file === 1 ? '' : `file ${file} `}line ${line} row ${k}`
    const data = listIn(columns, 'trajectory_data') ?? []
    let open: Row[] = []
    const trajectories = new Map<string, Row[]>()
    for (let k = 0; k < data.length; k++) {
      const own = unpacked(data[k])
      const step = nameOf(cell(columns, 'global_step', k))
      const described = isObject(own) ? own : undefined
      const lists = messageLists(unpacked(cell(columns, 'messages', k)))
      for (const messages of lists) open.push({ messages, data: described, step, index: 0, row: k })
      if (!described) continue
      // Step-wise dumps describe a trajectory on its last row only.
      const at = countOf(described.branch_or_step_idx)
      const rows = runsOf(open, at === undefined ? open.length : at + lists.length)
      const last = rows.pop() ?? []
      for (const run of rows) apart(nameless(run[0].row), run, line, sink)
      const first = at ?? last.length - lists.length
      const id = nameOf(described.trajectory_id)?.replace(/_b\d+$/, '') ?? nameless(k)
      const key = this.#byStep(id, step)
      const known = trajectories.get(key) ?? []
      const before = last.length - lists.length
      for (const [j, row] of last.entries()) {
        known.push({ ...row, index: j < before ? j : first + j - before })
      }
      trajectories.set(key, known)
      open = []
    }
    for (const run of runsOf(open, open.length)) apart(nameless(run[0].row), run, line, sink)
    for (const [id, rows] of trajectories) emit(id, rows, line, sink)
  }

  #rlvr(columns: JsonObject, line: number, sink: Sink): void {
    const responses = listIn(columns, 'responses') ?? []
    const counts = new Map<string, number>()
    for (const [k, response] of responses.entries()) {
      if (typeof response !== 'string') {
        const message = `\`responses\`[${k}] is no text; it is left out.`
        sink.reject(undefined, { code: 'bad-type', line, field: 'responses', message })
        continue
      }
      const prompt = cell(columns, 'prompt', k)
      const step = nameOf(cell(columns, 'global_step', k))
      const own = nameOf(cell(columns, 'id', k)) ?? (typeof prompt === 'string' ? prompt : 'row')
      const group = this.#byStep(own.slice(0, 200), step)
      const n = counts.get(group) ?? 0
      counts.set(group, n + 1)
      const text = typeof prompt === 'string' ? prompt : ''
      const reward = finite(cell(columns, 'scores', k))
      sink.maskDerived('marks')
      const columnsOfRow = textColumns(text, response)
      const id = `${group}_${n}`
      sink.row(
        {
          ...columnsOfRow,
          rollout_id: id,
          group_id: group,
          segment_index: 0,
          reward,
          ended: 'unknown',
        },
        { line, step: step === undefined ? undefined : Number(step) },
      )
    }
  }
}

const cell = (columns: JsonObject, name: string, k: number): unknown => listIn(columns, name)?.[k]

/** One conversation; a list of them where an agent's context started anew. */
function messageLists(raw: unknown): readonly (readonly Message[])[] {
  const lists = Array.isArray(raw) ? raw.filter((x) => Array.isArray(x)) : []
  return lists.length > 0 ? lists.map(messagesOf) : [messagesOf(raw)]
}

/** What makes the samples of one prompt a group: of the environment, or in the id, behind which the sample's own stands. */
function groupOf(data: JsonObject): string | undefined {
  const env = isObject(data.env_info) ? data.env_info : {}
  const parts = [env.tag, env.group_id, env.episode_id, env.seed].map(nameOf)
  const id = /^(.+)_[^_]+_\d{8}_\d{6}_\d+(?:_b\d+)?$/.exec(nameOf(data.trajectory_id) ?? '')
  return nameOf(env.group_id) === undefined
    ? id?.[1]
    : parts.filter((p) => p !== undefined).join(' ')
}

/** Cells are JSON texts. */
function unpacked(x: unknown): unknown {
  if (typeof x !== 'string') return x
  return parseTolerantly(x, () => false).value
}

/**
 * Rows up to a description, cut where one cannot be a step of the next one's trajectory; the last run holds
 * `most` rows at most.
 */
function runsOf(rows: readonly Row[], most: number): Row[][] {
  const runs: Row[][] = []
  for (const [k, row] of rows.entries()) {
    const starts = k === 0 || k === rows.length - most || !goesOn(rows[k - 1], row)
    if (starts) runs.push([row])
    else runs[runs.length - 1].push(row)
  }
  return runs
}

/** Steps of a trajectory are of one training step and open with the same task, which a summary may follow. */
function goesOn(former: Row, next: Row): boolean {
  if (next.data === former.data && next.data !== undefined) return true
  if (former.step !== undefined && next.step !== undefined && former.step !== next.step)
    return false
  const [a, b] = [openingOf(former.messages), openingOf(next.messages)]
  return a === '' || b === '' || opensAs(a, b) || opensAs(b, a)
}

const opensAs = (text: string, opening: string): boolean =>
  text.startsWith(opening) && !/\S/.test(text.charAt(opening.length))

/** Everything before the first answer, but for what comes after the first task. */
function openingOf(messages: readonly Message[]): string {
  const task = messages.findIndex(({ role }) => role === 'user')
  return messages
    .slice(0, task + 1)
    .map(({ role, text }) => `${role}\n${text}`)
    .join('\n')
}

/** Rows that nothing describes: a rollout without an outcome. */
function apart(id: string, rows: readonly Row[], line: number, sink: Sink): void {
  const [first, last] = [rows[0].row, rows[rows.length - 1].row]
  const which = first === last ? `row ${first}` : `rows ${first} to ${last}`
  const fault = { code: 'missing-column', line, field: 'trajectory_data' }
  if (rows.every(({ messages }) => messages.length === 0)) {
    const message = `${which}: no \`trajectory_data\` and no messages; nothing to show.`
    sink.reject(undefined, { ...fault, message })
    return
  }
  const message =
    `${which} without \`trajectory_data\`: no row after them that has it continues them ` +
    '(another `global_step`, task or number of steps), so they are a rollout without outcome.'
  sink.warn({ ...fault, message })
  const numbered = rows.map((row, index) => ({ ...row, index }))
  emit(id, numbered, line, sink)
}

function emit(id: string, rows: readonly Row[], line: number, sink: Sink): void {
  sink.maskDerived('roles')
  const ordered = rows.toSorted((a, b) => a.index - b.index)
  const last = ordered[ordered.length - 1].data ?? {}
  const reward = isObject(last.reward_info) ? finite(last.reward_info.episode_reward) : undefined
  for (const [s, { messages, index }] of ordered.entries()) {
    const former = ordered[s - 1]?.messages
    // What a branch shares with the one before it was sampled there.
    const joint = former && compareMessages(former, messages)
    const shared = joint?.kind === 'extends' ? joint.from : joint?.kind === 'cut' ? joint.at : 0
    const prompt = shared > 0 ? Math.max(shared, firstAnswer(messages, shared)) : undefined
    const { calls, ...columns } = messageColumns(messages, { prompt })
    sink.row(
      {
        ...columns,
        rollout_id: id,
        group_id: groupOf(last),
        segment_index: index,
        reward,
        ended: s === ordered.length - 1 ? endedOf(last) : undefined,
      },
      { line, calls, step: rows[0].step === undefined ? undefined : Number(rows[0].step) },
    )
  }
}

function firstAnswer(messages: readonly Message[], from: number): number {
  const found = messages.findIndex((m, k) => k >= from && m.role === 'assistant')
  return found < 0 ? messages.length : found
}

function endedOf({ length_info: info, finish_reason: reason }: JsonObject): Ended {
  if (isObject(info) && info.truncated === true) return 'truncated'
  if (isObject(info) && info.terminated === true) return 'terminated'
  const text = nameOf(reason) ?? ''
  if (/length|max|limit|timeout|trunc/i.test(text)) return 'truncated'
  return /^(?:stop|done|complete|submit|finish)/i.test(text) ? 'terminated' : 'unknown'
}
