/** From the structure payload of a share link back to canonical rows. The input is hostile. */
import * as v from 'valibot'
import { FLOAT_COLUMNS } from '../trace/batch.ts'
import { err, ok, type Result } from '../trace/result.ts'
import type { CanonicalRow, Numbers, PromptPartRow, TurnRow } from '../trace/rows.ts'
import { unpack } from './deflate.ts'
import {
  BOUNDARIES_V1,
  ENDED_V1,
  FLAGS_V1,
  INFO,
  KINDS_V1,
  MAX_POSITIONS,
  PAYLOAD,
  type Payload,
} from './payload-format.ts'

export interface DecodedPayload {
  /** For the batch builder, which checks them like the rows of a file. */
  readonly rows: readonly CanonicalRow[]
  readonly approximate: boolean
  readonly maskDerived: boolean
  /** Training step per rollout id. */
  readonly steps?: ReadonlyMap<string, number>
  /** The id in its file by rollout id, where the two differ. */
  readonly ownIds?: ReadonlyMap<string, string>
  /** The sender's trace had values or rewards that did not fit into the link. */
  readonly structureOnly: boolean
}

/** The error is a sentence for the person who opened the link. Never throws. */
export function decodePayload(packed: string): Result<DecodedPayload, string> {
  const text = unpack(packed)
  if (!text.ok) return err(`The trace in the link ${text.error}; ask for the link again.`)
  const json = parseJson(text.value)
  const newer = v.safeParse(NEWER, json)
  if (newer.success) {
    return err(
      `The trace in the link was written by a newer Segue (version ${newer.output.v}); reload the page to get it.`,
    )
  }
  const parsed = v.safeParse(PAYLOAD, json)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const at = v.getDotPath(issue)
    return err(
      `The trace in the link is not of version 1${at ? ` (${at})` : ''}: ${issue.message}.`,
    )
  }
  const payload = parsed.output
  const fault = inconsistency(payload)
  if (fault) return err(`The trace in the link contradicts itself: ${fault}.`)
  const info = payload.info ?? 0
  return ok({
    rows: rowsOf(payload),
    ...(payload.steps && { steps: stepsOf(payload) }),
    ...(payload.own && { ownIds: ownIdsOf(payload) }),
    approximate: (info & INFO.approximate) !== 0,
    maskDerived: (info & INFO.maskDerived) !== 0,
    structureOnly: (info & INFO.numbersLeftOut) !== 0,
  })
}

const NEWER = v.object({ v: v.pipe(v.number(), v.integer(), v.minValue(2)) })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What the schema cannot say: sizes that must agree, and how much would be allocated. */
function inconsistency(payload: Payload): string | undefined {
  const segments = payload.mask.length
  const claimed = payload.rollouts.reduce((sum, rollout) => sum + rollout[3], 0)
  if (claimed !== segments) return `rollouts have ${claimed} segments, masks are ${segments}`
  let positions = 0
  for (const runs of payload.mask) positions = runs.reduce((sum, run) => sum + run, positions)
  if (positions > MAX_POSITIONS) return `${positions} positions, at most ${MAX_POSITIONS} are read`
  const { columns = {} } = payload
  const lists: readonly (readonly [string, readonly unknown[] | undefined])[] = [
    ...(
      [
        'ended',
        'assumed',
        'boundary',
        'flags',
        'prompt',
        'promptTexts',
        'turns',
        'turnNumbers',
        'bootstrap',
        'critics',
        'versions',
        'ids',
        'texts',
      ] as const
    ).map((key) => [key, payload[key]] as const),
    ...FLOAT_COLUMNS.map((name) => [name, columns[name]] as const),
  ]
  const wrong = lists.find(([, list]) => list && list.length !== segments)
  if (wrong) return `${wrong[0]} has ${wrong[1]?.length} entries for ${segments} segments`
  const versions = payload.versions?.flatMap((runs) => (runs ?? []).filter((_, k) => k % 2 === 1))
  const versioned = versions?.reduce((sum, run) => sum + Math.abs(run), 0) ?? 0
  return versioned > positions ? 'more versions than positions' : undefined
}

const stepsOf = ({ rollouts, steps = [] }: Payload): ReadonlyMap<string, number> =>
  new Map(
    rollouts.flatMap(([id], r) => {
      const step = steps[r]
      return typeof step === 'number' ? [[id, step] as const] : []
    }),
  )

const ownIdsOf = ({ rollouts, own = [] }: Payload): ReadonlyMap<string, string> =>
  new Map(
    rollouts.flatMap(([id], r) => {
      const ownId = own[r]
      return typeof ownId === 'string' ? [[id, ownId] as const] : []
    }),
  )

function rowsOf(payload: Payload): readonly CanonicalRow[] {
  const rows: CanonicalRow[] = []
  for (const [id, group, outcome, segments] of payload.rollouts) {
    for (let k = 0; k < segments; k++) {
      rows.push({
        rollout_id: id,
        ...(group !== null && { group_id: group }),
        ...(k === 0 && outcome !== null && { reward: outcome }),
        segment_index: k,
        ...rowOf(payload, rows.length),
      })
    }
  }
  return rows
}

function rowOf(payload: Payload, s: number) {
  const boundary = BOUNDARIES_V1[payload.boundary?.[s] ?? 0]
  const flags = FLAGS_V1.filter((_, k) => ((payload.flags?.[s] ?? 0) >> k) & 1)
  const bootstrap = payload.bootstrap?.[s] ?? undefined
  const turns = turnsOf(payload, s)
  const prompt = promptOf(payload, s)
  const versions = payload.versions?.[s]
  const ids = payload.ids?.[s]
  const texts = payload.texts?.[s]
  return {
    response_mask: maskOf(payload.mask[s]),
    ...(payload.assumed?.[s] !== 1 && { ended: ENDED_V1[payload.ended[s]] ?? 'unknown' }),
    ...(boundary !== undefined && boundary !== 'unknown' && { boundary }),
    ...(flags.length > 0 && { flags }),
    ...(bootstrap !== undefined && { bootstrap_value: bootstrap }),
    ...(turns.length > 0 && { turns }),
    ...(prompt.length > 0 && { prompt_parts: prompt }),
    ...(versions && { policy_versions: versions.flatMap(spreadRun) }),
    ...(ids && { response_ids: ids }),
    ...(texts && { response_tokens: texts }),
    ...columnsOf(payload, s),
  }
}

function maskOf(runs: readonly number[]): Uint8Array {
  const mask = new Uint8Array(runs.reduce((sum, run) => sum + run, 0))
  let at = 0
  runs.forEach((run, k) => {
    mask.fill(k % 2, at, at + run)
    at += run
  })
  return mask
}

/** For `flatMap` over version, run length, version, … */
const spreadRun = (entry: number, k: number, runs: readonly number[]): number[] =>
  k % 2 === 0 ? Array<number>(Math.max(0, runs[k + 1] ?? 0)).fill(entry) : []

function columnsOf(payload: Payload, s: number) {
  const { columns = {}, critics, float32 = [] } = payload
  const numbers = (name: string, list: readonly number[]): Numbers =>
    float32.includes(name) ? Float32Array.from(list) : list
  const present = FLOAT_COLUMNS.flatMap((name) => {
    const list = columns[name]?.[s]
    return list ? [[name, numbers(name, list)] as const] : []
  })
  const lists = critics?.[s]
  return {
    ...Object.fromEntries(present),
    ...(lists && { values_per_critic: lists.map((list) => numbers('values_per_critic', list)) }),
  }
}

function promptOf({ prompt, promptTexts, strings = [] }: Payload, s: number): PromptPartRow[] {
  const parts = prompt?.[s] ?? []
  return chunks(parts, 2).map(([label, length = 0], k) => {
    const text = promptTexts?.[s]?.[k]
    return {
      length,
      ...(strings[label - 1] !== undefined && { label: strings[label - 1] }),
      ...(text && { text }),
    }
  })
}

function turnsOf({ turns, turnNumbers, strings = [] }: Payload, s: number): TurnRow[] {
  const numbers = chunks(turnNumbers?.[s] ?? [], 3)
  return chunks(turns?.[s] ?? [], 6).map(([start, end = start, kind = 0, tool, key, status], k) => {
    const [reward, value, latency] = numbers[k] ?? []
    const optional = {
      tool: strings[(tool ?? 0) - 1],
      state_key: strings[(key ?? 0) - 1],
      status: strings[(status ?? 0) - 1],
      reward: reward ?? undefined,
      value: value ?? undefined,
      latency_ms: latency ?? undefined,
    }
    const present = Object.entries(optional).filter(([, entry]) => entry !== undefined)
    return { start, end, kind: KINDS_V1[kind] ?? 'observation', ...Object.fromEntries(present) }
  })
}

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, k) =>
    list.slice(k * size, (k + 1) * size),
  )
