/** A JSON object of trace-schema §2 → a CanonicalRow. Types are checked here, numbers by the builder. */
import {
  BOUNDARIES,
  type Boundary,
  ENDED,
  type Ended,
  FLOAT_COLUMNS,
  type FloatColumnName,
} from '../trace/batch.ts'
import type { Fault } from '../trace/diagnostic-list.ts'
import type { CanonicalRow, Numbers, PromptPartRow, TurnRow } from '../trace/rows.ts'
import { CANONICAL_COLUMNS } from './canonical-columns.ts'
import { parseTolerantly } from './containers/json.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (x: unknown): x is JsonObject =>
  typeof x === 'object' && x !== null && !Array.isArray(x)

const KNOWN_FLAGS = new Set(['drop', 'overlong'])
const INTEGER_LISTS = ['response_ids', 'policy_versions'] as const

export type RowResult =
  | {
      readonly row: CanonicalRow
      /** Training step of the rollout. */
      readonly step: number | undefined
      readonly unknown: readonly string[]
    }
  | {
      readonly fault: Fault
      readonly rollout: string | undefined
      readonly step: number | undefined
    }

/** Where a row's JSON is, should it be needed. */
export interface RowSource {
  readonly text: string
  /** As in `JsonRecord`. */
  readonly checked?: boolean
}

class BadColumn extends Error {
  readonly fault: Fault
  constructor(field: string, message: string, code = 'bad-type') {
    super(message)
    this.fault = { code, field, message }
  }
}

/** Whether an object can be meant as a canonical row. */
export const isCanonical = (x: unknown): x is JsonObject =>
  isObject(x) && x.response_mask !== undefined && x.rollout_id !== undefined

/**
 * Checks the types of a row. `source.text` is the row's JSON, read only where an id is an integer above 2^53.
 */
export function canonicalRow(object: JsonObject, source: RowSource): RowResult {
  let rollout: string | undefined
  try {
    rollout = idOf(object, 'rollout_id', source)
    if (rollout === undefined) {
      throw new BadColumn('rollout_id', '`rollout_id` is missing.', 'missing-column')
    }
    const mask = listOf(object, 'response_mask')
    if (mask === undefined) {
      throw new BadColumn(
        'response_mask',
        '`response_mask` is missing: it is 1 where the policy sampled the token, else 0.',
        'missing-column',
      )
    }
    const unknown = Object.keys(object).filter((key) => !CANONICAL_COLUMNS.has(key))
    const step = stepOf(object.step)
    // Other tools' rows may hold anything by this name.
    if (step === undefined && object.step !== undefined && object.step !== null)
      unknown.push('step')
    const flags = stringsOf(object, 'flags')
    for (const flag of flags ?? []) if (!KNOWN_FLAGS.has(flag)) unknown.push(`flags: ${flag}`)
    const row: CanonicalRow = {
      rollout_id: rollout,
      response_mask: mask,
      group_id: idOf(object, 'group_id', source),
      segment_index: numberOf(object, 'segment_index'),
      response_tokens: stringsOf(object, 'response_tokens'),
      values_per_critic: criticsOf(object),
      reward: numberOf(object, 'reward'),
      bootstrap_value: numberOf(object, 'bootstrap_value'),
      ended: choiceOf<Ended>(object, 'ended', ENDED),
      boundary: choiceOf<Boundary>(object, 'boundary', BOUNDARIES),
      turns: turnsOf(object),
      flags,
      ...floatColumns(object),
      ...Object.fromEntries(INTEGER_LISTS.map((name) => [name, listOf(object, name)])),
      ...promptOf(object),
      ...(source.checked && { checked: true }),
    }
    return { row, step, unknown }
  } catch (error) {
    if (error instanceof BadColumn)
      return { fault: error.fault, rollout, step: stepOf(object.step) }
    throw error
  }
}

const stepOf = (x: unknown): number | undefined => (Number.isFinite(x) ? (x as number) : undefined)

function floatColumns(object: JsonObject): Partial<Record<FloatColumnName, Numbers>> {
  const columns: Partial<Record<FloatColumnName, Numbers>> = {}
  for (const name of FLOAT_COLUMNS) {
    const list = listOf(object, name)
    if (list) columns[name] = list
  }
  return columns
}

/** The id as text; throws where it is neither a string nor an integer. */
function idOf(object: JsonObject, name: string, source: RowSource): string | undefined {
  const id = object[name]
  if (id === undefined || id === null) return undefined
  const key = keyOf(object, name, source)
  if (key !== undefined) return key
  throw new BadColumn(name, `\`${name}\` is ${show(id)}; write a string or an integer.`)
}

/** A string as it is, an integer as its digits, exact at any size; undefined for anything else. */
export function keyOf(object: JsonObject, name: string, source: RowSource): string | undefined {
  const id = object[name]
  if (typeof id === 'string') return id
  if (Number.isSafeInteger(id)) return String(id)
  return typeof id === 'number' ? exactInteger(name, source.text) : undefined
}

/** Digits of an integer too large for a double, out of the row's own JSON. */
function exactInteger(name: string, text: string): string | undefined {
  const key = `"${name}"`
  const at = text.indexOf(key)
  if (at >= 0 && at === text.lastIndexOf(key)) {
    // The key stands once, so the row need not be parsed a second time.
    return /^\s*:\s*(-?\d+)\s*[,}]/.exec(text.slice(at + key.length, at + key.length + 80))?.[1]
  }
  const { value } = parseTolerantly(text, (k) => k === name)
  const exact = isObject(value) ? value[name] : undefined
  return typeof exact === 'string' ? exact : undefined
}

/** A list whose entries the builder checks one by one while it copies them. */
function listOf(object: JsonObject, name: string): Numbers | undefined {
  const list = object[name]
  if (list === undefined || list === null) return undefined
  // Views come from npz and safetensors; JSON holds none.
  if (Array.isArray(list) || ArrayBuffer.isView(list)) return list as Numbers
  throw new BadColumn(name, `\`${name}\` is ${show(list)}; write a list of numbers.`)
}

function criticsOf(object: JsonObject): readonly Numbers[] | undefined {
  const name = 'values_per_critic'
  const lists = listOf(object, name) as readonly unknown[] | undefined
  if (lists?.some((list) => !Array.isArray(list) && !ArrayBuffer.isView(list))) {
    throw new BadColumn(name, `\`${name}\` must be a list of lists, one per critic.`)
  }
  return lists as readonly Numbers[] | undefined
}

function stringsOf(object: JsonObject, name: string): readonly string[] | undefined {
  const list = listOf(object, name) as readonly unknown[] | undefined
  const bad = list?.findIndex((item) => typeof item !== 'string') ?? -1
  if (list && bad >= 0) {
    throw new BadColumn(name, `\`${name}\`[${bad}] is ${show(list[bad])}; write strings.`)
  }
  return list as readonly string[] | undefined
}

function numberOf(object: JsonObject, name: string): number | undefined {
  const x = object[name]
  if (x === undefined || x === null) return undefined
  if (typeof x !== 'number') throw new BadColumn(name, `\`${name}\` is ${show(x)}; write a number.`)
  return x
}

function stringOf(object: JsonObject, name: string): string | undefined {
  const x = object[name]
  if (x === undefined || x === null) return undefined
  if (typeof x !== 'string') throw new BadColumn(name, `\`${name}\` is ${show(x)}; write a string.`)
  return x
}

function choiceOf<T extends string>(
  object: JsonObject,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = stringOf(object, name)
  if (text === undefined) return undefined
  const choice = choices.find((c) => c === text)
  if (choice === undefined) {
    const message = `\`${name}\` is ${show(text)}; write one of ${choices.join(', ')}.`
    throw new BadColumn(name, message, 'bad-choice')
  }
  return choice
}

/** State keys and statuses are often numbers; they are only compared and shown. */
function labelOf(turn: JsonObject, name: string): string | undefined {
  const x = turn[name]
  return typeof x === 'number' || typeof x === 'boolean' ? String(x) : stringOf(turn, name)
}

function turnsOf(object: JsonObject): readonly TurnRow[] | undefined {
  const list = listOf(object, 'turns') as readonly unknown[] | undefined
  return list?.map((turn, i) => {
    if (!isObject(turn)) {
      throw new BadColumn('turns', `\`turns\`[${i}] is ${show(turn)}; write an object.`)
    }
    try {
      // Bounds and kind are checked by the builder, which knows the segment's length.
      return {
        start: numberOf(turn, 'start') ?? Number.NaN,
        end: numberOf(turn, 'end') ?? Number.NaN,
        kind: (stringOf(turn, 'kind') ?? 'action') as TurnRow['kind'],
        tool: labelOf(turn, 'tool'),
        state_key: labelOf(turn, 'state_key'),
        reward: numberOf(turn, 'reward'),
        value: numberOf(turn, 'value'),
        latency_ms: numberOf(turn, 'latency_ms'),
        status: labelOf(turn, 'status'),
      }
    } catch (error) {
      if (!(error instanceof BadColumn)) throw error
      throw new BadColumn('turns', `\`turns\`[${i}]: ${error.message}`)
    }
  })
}

function promptOf(object: JsonObject): Pick<CanonicalRow, 'prompt_length' | 'prompt_parts'> {
  const parts = listOf(object, 'prompt_parts') as readonly unknown[] | undefined
  if (parts) return { prompt_parts: parts.map(partOf) }
  const length = listOf(object, 'prompt_ids')?.length ?? numberOf(object, 'prompt_length')
  const text = stringOf(object, 'prompt_text')
  if (text) return { prompt_parts: [{ length: length ?? 0, text }] }
  return length === undefined ? {} : { prompt_length: length }
}

function partOf(part: unknown, i: number): PromptPartRow {
  const field = 'prompt_parts'
  if (!isObject(part) || !Number.isInteger(part.length) || (part.length as number) < 0) {
    throw new BadColumn(
      field,
      `\`${field}\`[${i}] needs a \`length\` that is an integer from 0 up.`,
    )
  }
  const label = stringOf(part, 'label')
  const text = stringOf(part, 'text')
  return { label, length: part.length as number, text }
}

/** A short name of a value for messages. */
export function show(x: unknown): string {
  if (typeof x === 'string') return JSON.stringify(x.length > 40 ? `${x.slice(0, 40)}…` : x)
  if (Array.isArray(x)) return 'a list'
  return typeof x === 'object' && x !== null ? 'an object' : String(x)
}
