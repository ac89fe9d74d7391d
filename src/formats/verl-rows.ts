/** Rows of verl's dumps, each without a look at the others: what names rollouts and groups is left in a key. */
import { isObject, type JsonObject, keyOf, type RowSource, show } from './canonical-row.ts'
import type { JsonRecord } from './containers/records.ts'
import { countOf, finite } from './fields.ts'
import { fingerprint } from './fingerprint.ts'
import type { LineReader } from './parse-lines.ts'
import { textColumns } from './text-columns.ts'
import { foreign, looseValue, unreadable } from './text-records.ts'
import type { Sink } from './types.ts'

export const VERL_LABEL = 'verl rollout dump (JSON Lines)'

const KNOWN = new Set([
  ...['input', 'output', 'gts', 'score', 'step', 'uid', 'request_id', 'gen_uid', 'trajectory_id'],
  ...['segment_index', 'num_segments', 'is_last_segment', 'mask_rollout'],
])

export const isVerl = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.input === 'string' && typeof x.output === 'string'

/** What a row says of its rollout, as a text (`keyText`) that stands for the rollout's id. */
export type VerlKey = { readonly step?: unknown } & (
  | { readonly by: 'number'; readonly rollout: string; readonly prompt: string | undefined }
  /** Without `session`: the next one of the prompt. */
  | { readonly by: 'uid'; readonly prompt: string; readonly session: number | undefined }
  /** Legacy dumps: `print` of the prompt. */
  | { readonly by: 'prompt'; readonly print: string; readonly request: string | undefined }
  /** A row that is left out. */
  | { readonly by: 'loss'; readonly prompt: string; readonly session: number }
)

const keyText = (key: VerlKey): string => JSON.stringify(key)

/** A V1 key, `{prompt uid}_{session}_{index}`, split from the right; undefined for any other uid. */
export function splitUid(
  uid: string,
): { readonly prompt: string; readonly session: number; readonly index: number } | undefined {
  const parts = /^(.*)_(\d{1,9})_(\d{1,9})$/s.exec(uid)
  if (!parts) return undefined
  return { prompt: parts[1], session: Number(parts[2]), index: Number(parts[3]) }
}

/** padding_utils.py fills batches with rows of uid `pad{hex}_{i}_0`. */
const PADDING = /^pad[0-9a-f]*_\d+_\d+$/

/** Ids of the rows that it gives to the sink are keys. */
function visitor(sink: Sink): (record: JsonRecord) => void {
  sink.approximate()
  sink.maskDerived('marks')
  const seen = new Set<string>()
  return (record) => {
    const { line } = record
    if (unreadable(record, sink, keyInBroken)) return
    const { value } = record
    if (!isVerl(value)) {
      const fault = foreign(line, VERL_LABEL, '`input` and `output` texts')
      sink.reject(isObject(value) ? keyInBroken(record.text) : undefined, fault)
      return
    }
    const identity = identityOf(value, record)
    if (identity === undefined) return
    for (const key of Object.keys(value)) {
      if (KNOWN.has(key) || seen.has(key)) continue
      seen.add(key)
      sink.unknownColumn(key)
    }
    const { key, ...place } = identity
    sink.row(
      {
        rollout_id: keyText(key),
        ...place,
        ...textColumns(value.input as string, value.output as string),
        reward: scoreOf(value, line, sink),
        ended: 'unknown',
        // A fork's filter: nothing of the rollout is trained on.
        flags: value.mask_rollout === true ? ['drop'] : undefined,
      },
      { line, step: finite(value.step) },
    )
  }
}

/** Rows without a look at other rows; `VerlNames` knows their rollouts. */
export const VERL_LINES: LineReader = {
  id: 'verl-jsonl',
  visitor,
  lists: new Map(),
  alone: () => false,
  once: undefined,
}

interface Identity {
  readonly key: VerlKey
  readonly segment_index?: number
  readonly boundary?: 'summary'
}

/** Key and place of a row; undefined for rows that only pad a batch. */
function identityOf(row: JsonObject, source: RowSource): Identity | undefined {
  const { step } = row
  const uid = keyOf(row, 'uid', source)
  const numbered = numberedIdentity(row, uid, source)
  if (numbered) return numbered
  if (!uid) {
    const print = fingerprint(row.input as string)
    const request = keyOf(row, 'request_id', source) || undefined
    return { key: { by: 'prompt', step, print, request } }
  }
  if (PADDING.test(uid)) return undefined
  // A plain uid is shared by the n samples of a prompt: each row is a rollout, in file order.
  const { prompt, session, index } = splitUid(uid) ?? { prompt: uid, session: undefined, index: 0 }
  return { key: { by: 'uid', step, prompt, session }, segment_index: index }
}

/** Forks that write their compaction into the rows: `gen_uid` is the rollout, `segment_index` the order. */
function numberedIdentity(
  row: JsonObject,
  uid: string | undefined,
  source: RowSource,
): Identity | undefined {
  const rollout = keyOf(row, 'gen_uid', source) ?? keyOf(row, 'trajectory_id', source)
  const index = countOf(row.segment_index)
  if (rollout === undefined || index === undefined) return undefined
  const count = countOf(row.num_segments)
  const more = row.is_last_segment === false || (count !== undefined && index < count - 1)
  const prompt = uid === undefined ? undefined : (splitUid(uid)?.prompt ?? uid)
  return {
    key: { by: 'number', step: row.step, rollout, prompt },
    segment_index: index,
    ...(more && { boundary: 'summary' }),
  }
}

/** Of the rollout that a broken row belongs to, if its text still shows the uid of a session. */
function keyInBroken(text: string): string | undefined {
  const uid = splitUid(looseValue(text, 'uid') ?? '')
  if (!uid) return undefined
  const step = looseValue(text, 'step')
  return keyText({
    by: 'loss',
    step: step === undefined ? undefined : Number(step),
    prompt: uid.prompt,
    session: uid.session,
  })
}

/** The outcome; every output of a session carries a copy, the builder counts it once. */
function scoreOf(row: JsonObject, line: number, sink: Sink): number | undefined {
  const { score } = row
  if (score === undefined || score === null) return undefined
  if (typeof score === 'number' && Number.isFinite(score)) return score
  const number = typeof score === 'number'
  const message = `\`score\` is ${show(score)}; the outcome counts as missing.`
  const code = number ? 'non-finite' : 'bad-type'
  sink.warn({ code, line, field: 'score', message })
  return undefined
}
