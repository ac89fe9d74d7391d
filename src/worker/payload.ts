/** From a batch to the structure payload of a share link (format: payload-format.ts). Pure. */
import { jsonText } from '../formats/write/json-text.ts'
import { type Batch, ENDED, FLOAT_COLUMNS, type FloatColumnName } from '../trace/batch.ts'
import { batchToRows } from '../trace/batch-rows.ts'
import type { CanonicalRow, Numbers, TurnRow } from '../trace/rows.ts'
import { pack } from './deflate.ts'
import {
  BOUNDARIES_V1,
  ENDED_V1,
  FLAGS_V1,
  INFO,
  KINDS_V1,
  MAX_POSITIONS,
  type Payload,
} from './payload-format.ts'
import type { PayloadOptions, SharePayload } from './share.ts'

/** Above these sizes the text is certain to exceed a link, so the time to deflate it (0.1 s) is saved. */
const MAX_STRETCHES = 50_000
const MAX_NUMBERS = 65_536

/** Columns that decide advantages. The others feed the ratio panel and the recorded numbers. */
const CREDIT_COLUMNS: readonly FloatColumnName[] = ['values', 'rewards', 'waad', 'fai']

/** What goes in besides the structure: every number, those that decide advantages, or none. */
type Amount = 'all' | 'credit' | 'none'

/**
 * The payload with all numbers if that fits into `limit` characters, else with those that advantages
 * depend on, else the structure alone, else none. Texts, token ids, tool names and statuses only if
 * asked for.
 *
 * @param steps training step per rollout
 */
export function encodePayload(
  batch: Batch,
  texts: PayloadOptions,
  limit: number,
  steps?: Float64Array,
): SharePayload {
  const options = { ...texts, steps }
  const stretches = batch.spans.kind.length + batch.prompt.length.length + batch.segmentCount
  if (stretches > MAX_STRETCHES || batch.positionCount > MAX_POSITIONS) {
    return { payload: undefined, characters: undefined, numbers: false }
  }
  const rows = [...batchToRows(batch)]
  const numbers = rows.some(hasNumbers)
  if (!numbers || batch.positionCount <= MAX_NUMBERS) {
    const full = pack(jsonText(payloadOf(batch, rows, options, 'all')))
    if (full.length <= limit) return { payload: full, characters: full.length, numbers: true }
    if (!numbers) return { payload: undefined, characters: full.length, numbers: true }
    if (FLOAT_COLUMNS.some((name) => batch.columns[name] && !CREDIT_COLUMNS.includes(name))) {
      const credit = pack(jsonText(payloadOf(batch, rows, options, 'credit')))
      if (credit.length <= limit) {
        return { payload: credit, characters: credit.length, numbers: true, creditOnly: true }
      }
    }
  }
  const bare = pack(jsonText(payloadOf(batch, rows, options, 'none')))
  const payload = bare.length <= limit ? bare : undefined
  return { payload, characters: bare.length, numbers: false }
}

const hasNumbers = (row: CanonicalRow): boolean =>
  FLOAT_COLUMNS.some((name) => row[name] !== undefined) ||
  row.values_per_critic !== undefined ||
  row.bootstrap_value !== undefined ||
  row.policy_versions !== undefined ||
  (row.turns ?? []).some((turn) => turnNumbers(turn).some((x) => x !== null))

function payloadOf(
  batch: Batch,
  rows: readonly CanonicalRow[],
  { texts, steps }: PayloadOptions & { readonly steps: Float64Array | undefined },
  amount: Amount,
): Payload {
  const numbers = amount !== 'none'
  const { id, ownId } = batch.rollout
  const strings = new StringTable()
  const keys = new StringTable()
  // A state key may quote the environment; what matters is which ones are equal.
  const keyOf = (key: string | undefined) =>
    key === undefined || texts ? strings.of(key) : strings.of(`k${keys.of(key)}`)
  const info =
    (batch.approximate ? INFO.approximate : 0) +
    (batch.maskDerived ? INFO.maskDerived : 0) +
    (!numbers && rows.some(hasNumbers) ? INFO.numbersLeftOut : 0)
  const perSegment = <T>(entry: (row: CanonicalRow) => T, empty: (entry: T) => boolean) => {
    const entries = rows.map(entry)
    return entries.every(empty) ? undefined : entries
  }
  const isZero = (x: number) => x === 0
  const isEmpty = (list: readonly unknown[]) => list.length === 0
  const isNull = (x: unknown) => x === null

  const structure = {
    rollouts: rolloutsOf(batch, rows),
    ...(steps && { steps: Array.from(steps, (step) => (Number.isNaN(step) ? null : step)) }),
    ...(ownId && { own: ownId.map((own, r) => (own === id[r] ? null : own)) }),
    mask: rows.map(({ response_mask }) => runLengths(response_mask)),
    ended: Array.from(batch.segment.ended, (code) => ENDED_V1.indexOf(ENDED[code])),
    assumed: perSegment(({ ended }) => (ended === undefined ? 1 : 0), isZero),
    boundary: perSegment((row) => BOUNDARIES_V1.indexOf(row.boundary ?? 'unknown'), isZero),
    flags: perSegment(flagBits, isZero),
    prompt: perSegment((row) => promptOf(row, strings), isEmpty),
    turns: perSegment(
      (row) =>
        (row.turns ?? []).flatMap(({ start, end, kind, tool, state_key, status }) => [
          start,
          end,
          KINDS_V1.indexOf(kind),
          texts ? strings.of(tool) : 0,
          keyOf(state_key),
          texts ? strings.of(status) : 0,
        ]),
      isEmpty,
    ),
  }
  return {
    v: 1,
    ...(info !== 0 && { info }),
    ...structure,
    ...(strings.all.length > 0 && { strings: [...strings.all] }),
    ...(numbers && {
      turnNumbers: perSegment(
        ({ turns = [] }) => turns.flatMap(turnNumbers),
        (list) => list.every(isNull),
      ),
      bootstrap: perSegment((row) => row.bootstrap_value ?? null, isNull),
      ...columnsOf(batch, rows, amount === 'all' ? FLOAT_COLUMNS : CREDIT_COLUMNS),
      ...(amount === 'all' && {
        versions: perSegment(
          ({ policy_versions: list }) => (list ? valueRuns(list) : null),
          isNull,
        ),
      }),
    }),
    ...(texts && {
      promptTexts: perSegment(
        ({ prompt_parts = [] }) => prompt_parts.map(({ text = '' }) => text),
        (list) => list.every((text) => text === ''),
      ),
      ids: perSegment(({ response_ids: ids }) => (ids ? Array.from(ids) : null), isNull),
      texts: perSegment(({ response_tokens: list }) => (list ? [...list] : null), isNull),
    }),
  }
}

function rolloutsOf(batch: Batch, rows: readonly CanonicalRow[]): Payload['rollouts'] {
  return batch.rollout.id.map((id, r) => {
    const first = batch.rollout.firstSegment[r]
    const { group_id = null, reward = null } = rows[first]
    return [id, group_id, reward, batch.rollout.firstSegment[r + 1] - first]
  })
}

const flagBits = ({ flags = [] }: CanonicalRow): number =>
  FLAGS_V1.reduce((bits, flag, k) => bits + (flags.includes(flag) ? 2 ** k : 0), 0)

function promptOf(row: CanonicalRow, strings: StringTable): number[] {
  const { prompt_parts: parts, prompt_length: length = 0 } = row
  if (parts) return parts.flatMap((part) => [strings.of(part.label), part.length])
  return length > 0 ? [0, length] : []
}

const turnNumbers = (turn: TurnRow): (number | null)[] => [
  turn.reward ?? null,
  turn.value ?? null,
  turn.latency_ms ?? null,
]

function columnsOf(
  batch: Batch,
  rows: readonly CanonicalRow[],
  wanted: readonly FloatColumnName[],
) {
  const present = wanted.filter((name) => rows.some((row) => row[name]))
  const float32 = present.filter((name) => batch.columns[name] instanceof Float32Array)
  const columns = Object.fromEntries(
    present.map((name) => [
      name,
      rows.map((row) => (row[name] ? shortest(row[name], float32.includes(name)) : null)),
    ]),
  )
  const criticsAre32 = batch.valuesPerCritic?.every((list) => list instanceof Float32Array) ?? false
  const critics = rows.map(
    ({ values_per_critic: lists }) => lists?.map((list) => shortest(list, criticsAre32)) ?? null,
  )
  return {
    ...(present.length > 0 && { columns }),
    ...(critics.some((entry) => entry !== null) && { critics }),
    ...((float32.length > 0 || criticsAre32) && {
      float32: [...float32, ...(criticsAre32 ? ['values_per_critic'] : [])],
    }),
  }
}

/** Plain numbers; float32 ones as the shortest decimal that rounds to the same float32 (0.1, not 0.10000000149). */
const shortest = (list: Numbers, float32: boolean): number[] =>
  Array.from(list, (x) => (float32 ? shortestFloat32(x) : x))

function shortestFloat32(x: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(x.toPrecision(digits))
    if (Math.fround(short) === x) return short
  }
  return x
}

function runLengths(mask: Numbers): number[] {
  const runs: number[] = []
  let bit = 0
  let start = 0
  for (let i = 0; i <= mask.length; i++) {
    if (i < mask.length && mask[i] === bit) continue
    runs.push(i - start)
    start = i
    bit = 1 - bit
  }
  return mask.length === 0 ? [] : runs
}

function valueRuns(list: Numbers): number[] {
  const runs: number[] = []
  for (const x of list) {
    if (runs.at(-2) === x) runs[runs.length - 1]++
    else runs.push(x, 1)
  }
  return runs
}

/** Numbers strings from 1 in order of first use; 0 = absent. */
class StringTable {
  readonly #index = new Map<string, number>()
  get all(): readonly string[] {
    return [...this.#index.keys()]
  }
  of(text: string | undefined): number {
    if (text === undefined) return 0
    const known = this.#index.get(text)
    if (known !== undefined) return known
    this.#index.set(text, this.#index.size + 1)
    return this.#index.size
  }
}
