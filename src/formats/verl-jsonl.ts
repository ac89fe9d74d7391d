/**
 * verl rollout and validation dumps: `{step}.jsonl`, one sample per line, text only.
 * Source: verl-project/verl @1dda039b, `_write_generations` of the legacy and the V1 trainer.
 */

import type { CanonicalRow } from '../trace/rows.ts'
import { isObject, type JsonObject, keyOf, show } from './canonical-row.ts'
import { countOf, finite } from './fields.ts'
import { fingerprint } from './fingerprint.ts'
import { textColumns } from './text-columns.ts'
import { foreign, looseValue, unreadable } from './text-records.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

const KNOWN = new Set([
  ...['input', 'output', 'gts', 'score', 'step', 'uid', 'request_id', 'gen_uid', 'trajectory_id'],
  ...['segment_index', 'num_segments', 'is_last_segment', 'mask_rollout'],
])

const isVerl = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.input === 'string' && typeof x.output === 'string'

/** Told wherever the outputs of a session do not fit together. */
const UID_PATTERN =
  'a `uid` is `{prompt uid}_{session}_{index}`, its indices count the outputs of a session from 0; ' +
  'a `uid` without these two numbers is a prompt, and each of its rows a rollout.'

export const verlJsonl: Format = {
  id: 'verl-jsonl',
  label: 'verl rollout dump (JSON Lines)',
  inOrder: true,
  words: {
    reward: { field: 'score', rule: 'all outputs of a session carry the same score.' },
    index: { field: 'uid', name: 'the index that `uid` ends in', rule: UID_PATTERN },
  },

  sniff(head) {
    if (head.kind !== 'text') return undefined
    const rows = head.records.filter(isVerl)
    // `input` and `output` alone are in many instruction data sets, too.
    return rows.some((r) => 'step' in r || 'uid' in r || 'score' in r) ? 0.8 : undefined
  },

  open: () => new VerlReader(),
}

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

type Identity = Pick<CanonicalRow, 'rollout_id' | 'group_id' | 'segment_index' | 'boundary'>

class VerlReader implements FormatReader {
  /** Step in which a prompt uid or a row id was first seen. */
  readonly #stepOf = new Map<string, unknown>()
  /** First session that no row of the group has taken, for rows that name only their prompt. */
  readonly #nextSession = new Map<string, number>()
  /** Legacy dumps: prompts of one step by the fingerprint of their text. */
  readonly #prompts = new Map<string, string>()
  /** Legacy dumps: group of the first row of each request. */
  readonly #requests = new Map<string, string>()
  #rows = 0

  async file(source: Source, sink: Sink): Promise<void> {
    sink.approximate()
    sink.maskDerived('marks')
    const seen = new Set<string>()
    await source.eachRecord((record) => {
      const { line, value, text } = record
      const rolloutIn = (broken: string) => this.#rolloutInBroken(broken)
      if (unreadable(record, sink, rolloutIn)) return
      if (!isVerl(value)) {
        const fault = foreign(line, verlJsonl.label, '`input` and `output` texts')
        sink.reject(isObject(value) ? rolloutIn(text) : undefined, fault)
        return
      }
      const identity = this.#identify(value, text)
      if (identity === undefined) return
      for (const key of Object.keys(value)) {
        if (KNOWN.has(key) || seen.has(key)) continue
        seen.add(key)
        sink.unknownColumn(key)
      }
      const reward = scoreOf(value, line, sink)
      sink.row(
        {
          ...identity,
          ...textColumns(value.input as string, value.output as string),
          reward,
          ended: 'unknown',
          // A fork's filter: nothing of the rollout is trained on.
          flags: value.mask_rollout === true ? ['drop'] : undefined,
        },
        { line, step: finite(value.step) },
      )
    })
  }

  /** Rollout, group and order of a row; undefined for rows that only pad a batch. */
  #identify(row: JsonObject, text: string): Identity | undefined {
    const uid = keyOf(row, 'uid', { text })
    const numbered = this.#identifyNumbered(row, uid, text)
    if (numbered) return numbered
    if (!uid) return this.#identifyLegacy(row, text)
    if (PADDING.test(uid)) return undefined
    const key = splitUid(uid)
    const group = this.#byStep(key?.prompt ?? uid, row.step)
    const next = this.#nextSession.get(group) ?? 0
    // A plain uid is shared by the n samples of a prompt: each row is a rollout, in file order.
    const { session, index } = key ?? { session: next, index: 0 }
    this.#nextSession.set(group, Math.max(next, session + 1))
    return { rollout_id: `${group}_${session}`, group_id: group, segment_index: index }
  }

  /** Forks that write their compaction into the rows: `gen_uid` is the rollout, `segment_index` the order. */
  #identifyNumbered(row: JsonObject, uid: string | undefined, text: string): Identity | undefined {
    const rollout = keyOf(row, 'gen_uid', { text }) ?? keyOf(row, 'trajectory_id', { text })
    const index = countOf(row.segment_index)
    if (rollout === undefined || index === undefined) return undefined
    const count = countOf(row.num_segments)
    const more = row.is_last_segment === false || (count !== undefined && index < count - 1)
    return {
      rollout_id: this.#byStep(rollout, row.step),
      group_id:
        uid === undefined ? undefined : this.#byStep(splitUid(uid)?.prompt ?? uid, row.step),
      segment_index: index,
      boundary: more ? 'summary' : undefined,
    }
  }

  #identifyLegacy(row: JsonObject, text: string) {
    const step = show(row.step)
    const prompt = `${step} ${fingerprint(row.input as string)}`
    const group = this.#prompts.get(prompt) ?? `step ${step} prompt ${this.#prompts.size + 1}`
    this.#prompts.set(prompt, group)
    const request = keyOf(row, 'request_id', { text })
    if (!request) {
      return { rollout_id: `step ${step} row ${++this.#rows}`, group_id: group }
    }
    const id = this.#byStep(request, row.step)
    // The prompt of a condensed context is another text, but the task is that of the first row.
    const first = this.#requests.get(id) ?? group
    this.#requests.set(id, first)
    return { rollout_id: id, group_id: first }
  }

  /** The rollout that a broken row belongs to, if its text still shows the uid of a session. */
  #rolloutInBroken(text: string): string | undefined {
    const key = splitUid(looseValue(text, 'uid') ?? '')
    if (!key) return undefined
    const step = looseValue(text, 'step')
    return `${this.#byStep(key.prompt, step === undefined ? step : Number(step))}_${key.session}`
  }

  /** The key, with its step in front if an earlier step used the same key. */
  #byStep(key: string, step: unknown): string {
    if (!this.#stepOf.has(key)) this.#stepOf.set(key, step)
    const first = this.#stepOf.get(key)
    return first === step || step === undefined ? key : `step ${show(step)} ${key}`
  }
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
