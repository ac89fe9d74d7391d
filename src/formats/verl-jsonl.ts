/**
 * verl rollout and validation dumps: `{step}.jsonl`, one sample per line, text only.
 * Source: verl-project/verl @1dda039b, `_write_generations` of the legacy and the V1 trainer.
 */
import type { CanonicalRow } from '../trace/rows.ts'
import { approximateTokens } from './approximate.ts'
import { idOf, isObject, type JsonObject, show } from './canonical-row.ts'
import { foreign, looseValue, unreadable } from './text-records.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'
import { observationStretches } from './verl-marks.ts'

const KNOWN = new Set(['input', 'output', 'gts', 'score', 'step', 'uid', 'request_id'])

const isVerl = (x: unknown): x is JsonObject =>
  isObject(x) && typeof x.input === 'string' && typeof x.output === 'string'

export const verlJsonl: Format = {
  id: 'verl-jsonl',
  label: 'verl rollout dump (JSON Lines)',

  sniff(head) {
    if (head.kind !== 'text') return undefined
    const rows = head.records.filter(isVerl)
    // `input` and `output` alone are in many instruction data sets, too.
    return rows.some((r) => 'step' in r || 'uid' in r || 'score' in r) ? 0.8 : undefined
  },

  open: () => new VerlReader(),
}

/** `{prompt uid}_{session}_{index}`, split from the right; any other key is (key, 0, 0). */
export function splitUid(uid: string): {
  readonly prompt: string
  readonly session: number
  readonly index: number
} {
  const parts = /^(.*)_(\d{1,9})_(\d{1,9})$/s.exec(uid)
  if (!parts) return { prompt: uid, session: 0, index: 0 }
  return { prompt: parts[1], session: Number(parts[2]), index: Number(parts[3]) }
}

class VerlReader implements FormatReader {
  /** Step in which a prompt uid or a row id was first seen. */
  readonly #stepOf = new Map<string, unknown>()
  /** Legacy dumps: prompts of one step by the fingerprint of their text. */
  readonly #prompts = new Map<string, string>()
  #rows = 0

  async file(source: Source, sink: Sink): Promise<void> {
    sink.approximate()
    sink.maskDerived()
    const seen = new Set<string>()
    await source.eachRecord((record) => {
      const { line, value, text } = record
      if (unreadable(record, sink, rolloutInBroken)) return
      if (!isVerl(value)) {
        const fault = foreign(line, verlJsonl.label, '`input` and `output` texts')
        sink.reject(isObject(value) ? rolloutInBroken(text) : undefined, fault)
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
      sink.row({ ...identity, ...textColumns(value), reward, ended: 'unknown' }, { line })
    })
  }

  /** Rollout, group and order of a row; undefined for rows that only pad a batch. */
  #identify(
    row: JsonObject,
    text: string,
  ): Pick<CanonicalRow, 'rollout_id' | 'group_id' | 'segment_index'> | undefined {
    const uid = typeof row.uid === 'string' ? row.uid : undefined
    if (uid === undefined) return this.#identifyLegacy(row, text)
    const { prompt, session, index } = splitUid(uid)
    // padding_utils.py: `pad{hex}_{i}_0`.
    if (/^pad[0-9a-f]*(?:_|$)/.test(uid)) return undefined
    const group = this.#byStep(prompt, row.step)
    return { rollout_id: `${group}_${session}`, group_id: group, segment_index: index }
  }

  #identifyLegacy(row: JsonObject, text: string) {
    const step = show(row.step)
    const prompt = `${step} ${fingerprint(row.input as string)}`
    const group = this.#prompts.get(prompt) ?? `step ${step} prompt ${this.#prompts.size + 1}`
    this.#prompts.set(prompt, group)
    const request = requestOf(row, text)
    const id = request === undefined ? `step ${step} row ${++this.#rows}` : request
    return { rollout_id: request === undefined ? id : this.#byStep(id, row.step), group_id: group }
  }

  /** The key, with its step in front if an earlier step used the same key. */
  #byStep(key: string, step: unknown): string {
    if (!this.#stepOf.has(key)) this.#stepOf.set(key, step)
    const first = this.#stepOf.get(key)
    return first === step || step === undefined ? key : `step ${show(step)} ${key}`
  }
}

/** 64 bits of a text (FNV-1a twice) and its length, so that a long dump's prompts are not kept. */
function fingerprint(text: string): string {
  let a = 0x811c9dc5
  let b = 0xc2b2ae35
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 0x01000193)
    b = Math.imul(b ^ code, 0x85ebca6b)
  }
  return `${text.length} ${a >>> 0} ${b >>> 0}`
}

function requestOf(row: JsonObject, text: string): string | undefined {
  const id = row.request_id
  return typeof id === 'string' || Number.isInteger(id) ? idOf(row, 'request_id', text) : undefined
}

/** The rollout that a broken row belongs to, if its text still shows the uid. */
function rolloutInBroken(text: string): string | undefined {
  const uid = looseValue(text, 'uid')
  if (uid === undefined) return undefined
  const { prompt, session } = splitUid(uid)
  return `${prompt}_${session}`
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

/** Tokens and mask of the response, length and text of the prompt, all estimated. */
function textColumns(row: JsonObject) {
  const input = row.input as string
  const output = row.output as string
  const pieces: string[] = []
  const mask: number[] = []
  const add = (from: number, to: number, bit: 0 | 1) => {
    if (from === to) return
    for (const piece of approximateTokens(output.slice(from, to))) {
      pieces.push(piece)
      mask.push(bit)
    }
  }
  let at = 0
  for (const { start, end } of observationStretches(output)) {
    add(at, start, 1)
    add(start, end, 0)
    at = end
  }
  add(at, output.length, 1)
  const parts = [{ label: 'prompt', length: approximateTokens(input).length, text: input }]
  return {
    response_mask: Uint8Array.from(mask),
    response_tokens: pieces,
    prompt_parts: input === '' ? [] : parts,
  }
}
