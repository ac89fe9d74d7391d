/**
 * slime and miles dumps: `--save-debug-rollout-data`, `--save-debug-train-data` (`.pt`), what miles writes
 * beside them with `--dump-details` (dashboard parquet, trajectory JSON Lines), and its sessions' samples.
 */
import { isObject, type JsonObject } from './canonical-row.ts'
import type { ParquetRow } from './containers/parquet.ts'
import { countOf } from './fields.ts'
import { isWire, wireSamples } from './miles-wire.ts'
import { segmentsIn } from './slime-compaction.ts'
import { type Origin, SlimeJoin } from './slime-reader.ts'
import { KNOWN_FIELDS, rewardOf, sampleOf, type ToNumbers } from './slime-sample.ts'
import { foreign, looseValue, unreadable } from './text-records.ts'
import type { Format, FormatReader, Head, Sink, Source } from './types.ts'

const WORDS = {
  reward: { field: 'reward', rule: 'all samples of a rollout carry the same reward.' },
  index: {
    field: 'segment_index',
    name: '`segment_index` in the metadata',
    rule: 'the samples of a rollout are numbered 0, 1, 2, ….',
  },
  columns: { response_ids: 'tokens', response_mask: 'loss_mask', old_log_probs: 'log_probs' },
}

/** The dict that is saved; as JSON it reads just the same. */
const isDump = (x: unknown): x is JsonObject =>
  isObject(x) &&
  'rollout_id' in x &&
  (isObject(x.rollout_data) || (Array.isArray(x.samples) && x.samples.every(isObject)))

const COLUMNS = ['sample_index', 'response_length', 'tokens', 'loss_mask']

export const slimePt: Format = {
  id: 'slime-pt',
  label: 'slime / miles rollout or train dump (.pt)',
  family: 'slime',
  words: WORDS,
  sniff: (head) => {
    const roots = head.kind === 'text' ? head.records : [rootOf(head)]
    return roots.some(isDump) ? 0.9 : undefined
  },
  open: () => new SlimeReader(),
}

export const milesParquet: Format = {
  id: 'miles-parquet',
  label: 'miles dashboard columns (parquet)',
  family: 'slime',
  words: WORDS,
  sniff(head) {
    if (head.kind !== 'parquet') return undefined
    return COLUMNS.every((name) => head.table.columns.includes(name)) ? 0.8 : undefined
  },
  open: () => new SlimeReader(),
}

const isTrajectory = (x: unknown): x is JsonObject =>
  isObject(x) && x.sample_index !== undefined && Array.isArray(x.messages)

/** A sample's texts, as the log functions of slime's recipes write them. */
const isLogged = (x: unknown): x is JsonObject =>
  isObject(x) &&
  (typeof x.prompt === 'string' || Array.isArray(x.prompt)) &&
  typeof x.response === 'string' &&
  typeof x.status === 'string' &&
  x.response_length !== undefined &&
  'reward' in x

export const milesJsonl: Format = {
  id: 'miles-jsonl',
  label: 'slime / miles trajectories (JSON Lines)',
  family: 'slime',
  words: WORDS,
  sniff: (head) =>
    head.kind === 'text' && head.records.some((x) => isTrajectory(x) || isLogged(x))
      ? 0.8
      : undefined,
  open: () => new SlimeReader(),
}

export const milesSafetensors: Format = {
  id: 'miles-safetensors',
  label: 'samples of a miles session (safetensors)',
  family: 'slime',
  words: WORDS,
  sniff: (head) => (head.kind === 'binary' && isWire(head.bytes) ? 0.9 : undefined),
  open: () => new SlimeReader(),
}

function rootOf(head: Head): JsonObject | undefined {
  if (head.kind !== 'torch') return undefined
  return isObject(head.file.root) ? head.file.root : undefined
}

const plainNumbers: ToNumbers = async (value) =>
  Array.isArray(value) || ArrayBuffer.isView(value) ? (value as readonly number[]) : undefined

class SlimeReader implements FormatReader {
  readonly #join = new SlimeJoin()
  readonly #seen = new Set<string>()
  #sessions = 0
  #condensed = 0
  /** Samples of each prompt, in logs that number nothing. */
  readonly #logged = new Map<string, { readonly group: string; rows: number }>()

  async file(source: Source, sink: Sink): Promise<void> {
    const { head } = source
    if (head.kind === 'torch') {
      const root = rootOf(head)
      this.#join.afterwards(head.file.release)
      if (root) await this.#dump(root, head.file.numbers, source, sink)
      source.control.onBytes(source.size)
    }
    if (head.kind === 'parquet') await this.#parquet(source, sink)
    if (head.kind === 'text') await this.#texts(source, sink)
    if (head.kind === 'binary') await this.#session(source, sink)
  }

  finish(): void {
    this.#join.finish()
  }

  async #dump(root: JsonObject, numbers: ToNumbers, source: Source, sink: Sink): Promise<void> {
    const round = keyOf(root.rollout_id)
    const columns = isObject(root.rollout_data) ? root.rollout_data : undefined
    if (Number(root.cp_size ?? 1) > 1) {
      const message =
        `rank ${root.cp_rank} of ${root.cp_size} context-parallel ranks: per-token columns are slices; ` +
        'dump with context parallel size 1.'
      sink.refuse({ code: 'context-parallel', field: 'cp_size', message })
      return
    }
    const samples = columns ? rowsOf(columns) : (root.samples as unknown[])
    const trained = columns !== undefined || root.format_version !== undefined
    const raw = listOf(columns?.raw_reward ?? root.raw_reward)
    for (let k = 0; k < samples.length; k++) {
      const one = samples[k]
      // Its lists, which are most of the file, are let go as soon as they have been taken.
      samples[k] = undefined
      const outcome = rewardOf(raw?.[positionOf(one, raw.length > samples.length) ?? k])
      // Rewards of a train dump may be normalised; the raw ones go first.
      const rest = { round, ...(outcome !== undefined && { reward: outcome }) }
      await this.#take(one, k + 1, trained ? 'train' : 'rollout', { sink, numbers, rest })
      await source.pause()
    }
  }

  async #parquet(source: Source, sink: Sink): Promise<void> {
    if (source.head.kind !== 'parquet') return
    const { table } = source.head
    const rows: [ParquetRow, number][] = []
    const known = table.columns.filter((name) => KNOWN_FIELDS.has(name))
    await table.eachRow(known, (row, line) => void rows.push([row, line]), source.control.onBytes)
    for (const [row, line] of rows) {
      await this.#take(row, line, 'columns', { sink, numbers: plainNumbers, rest: {} })
    }
  }

  /** The samples of a session are one rollout, which the reply does not name. */
  async #session(source: Source, sink: Sink): Promise<void> {
    const result = await wireSamples(await source.blob(), source.control)
    if ('faults' in result) {
      for (const fault of result.faults) sink.refuse(fault)
      return
    }
    const rollout_id = `session ${++this.#sessions}`
    for (const [k, sample] of result.samples.entries()) {
      const given = { sink, numbers: plainNumbers, rest: {} }
      await this.#take({ ...sample, rollout_id }, k + 1, 'rollout', given)
    }
  }

  async #texts(source: Source, sink: Sink): Promise<void> {
    const rows: [unknown, number][] = []
    const dumps: JsonObject[] = []
    await source.eachRecord((record) => {
      const { line, value } = record
      if (unreadable(record, sink, (text) => looseValue(text, 'sample_index'))) return
      if (isTrajectory(value)) rows.push([value, line])
      else if (isLogged(value)) rows.push([this.#named(value), line])
      else if (isDump(value)) dumps.push(value)
      else
        sink.reject(
          undefined,
          foreign(line, milesJsonl.label, '`messages` or `response` of a sample'),
        )
    })
    for (const dump of dumps) await this.#dump(dump, plainNumbers, source, sink)
    for (const [row, line] of rows) {
      await this.#take(row, line, 'trajectory', { sink, numbers: plainNumbers, rest: {} })
    }
  }

  /** A logged sample with the rollout and group that it has by its place in the file. */
  #named(row: JsonObject): JsonObject {
    const prompt = typeof row.prompt === 'string' ? row.prompt : JSON.stringify(row.prompt)
    const group = `prompt ${this.#logged.size + 1}`
    const known = this.#logged.get(prompt) ?? { group, rows: 0 }
    this.#logged.set(prompt, known)
    const rollout = `${known.group} sample ${++known.rows}`
    return { ...row, group_index: row.group_index ?? known.group, rollout_id: rollout }
  }

  async #take(
    raw: unknown,
    line: number,
    origin: Origin,
    given: { sink: Sink; numbers: ToNumbers; rest: object },
  ): Promise<void> {
    const { sink, numbers, rest } = given
    if (!isObject(raw)) {
      sink.reject(undefined, { code: 'bad-type', line, message: 'a sample that is no dict.' })
      return
    }
    for (const key of Object.keys(raw)) {
      if (KNOWN_FIELDS.has(key) || this.#seen.has(key)) continue
      this.#seen.add(key)
      sink.unknownColumn(key)
    }
    const inside = segmentsIn(raw)
    const rollout_id = raw.rollout_id ?? raw.index ?? `sample ${this.#condensed++}`
    for (const one of inside ?? [raw]) {
      const read = await sampleOf(inside ? { ...one, rollout_id } : one, line, numbers)
      if ('sample' in read) {
        this.#join.add({ ...read.sample, ...rest }, origin, sink)
        continue
      }
      sink.reject(read.rollout, read.fault)
      this.#join.lose(read.rollout)
    }
  }
}

/** Columns of lists → one dict per sample. */
function rowsOf(columns: JsonObject): unknown[] {
  const names = Object.keys(columns).filter((name) => listOf(columns[name]))
  const length = listOf(columns.tokens)?.length ?? 0
  const full = names.filter((name) => listOf(columns[name])?.length === length)
  return Array.from({ length }, (_, k) =>
    Object.fromEntries(full.map((name) => [name, listOf(columns[name])?.[k]])),
  )
}

const listOf = (x: unknown): ArrayLike<unknown> | undefined =>
  Array.isArray(x) || ArrayBuffer.isView(x) ? (x as unknown as ArrayLike<unknown>) : undefined

/** Place of a sample among those of all ranks; `partition` tells it where only one rank's are in the file. */
function positionOf(sample: unknown, ofAllRanks: boolean): number | undefined {
  if (!isObject(sample)) return undefined
  return countOf(sample.rollout_position) ?? (ofAllRanks ? countOf(sample.partition) : undefined)
}

const keyOf = (x: unknown) =>
  typeof x === 'string' || typeof x === 'number' ? String(x) : undefined
