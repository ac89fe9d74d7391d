/** Everything the builder has been given, as growing columns in order of arrival. */
import {
  BOUNDARIES,
  ENDED,
  FLAG,
  FLOAT_COLUMNS,
  type FloatColumnName,
  TURN_KINDS,
} from './batch.ts'
import type { Fault } from './diagnostic-list.ts'
import {
  copyBits,
  copyIntegers,
  type Grow,
  GrowFloat,
  growF64,
  growI32,
  growU8,
  growU32,
} from './grow.ts'
import { type Memory, NEW_MEMORY } from './memory.ts'
import type { CanonicalRow, Numbers, SplitText, TurnRow } from './rows.ts'
import { GrowText } from './utf8.ts'

/** `ended` of a row that did not say. */
export const ENDED_ABSENT = 255
const INT32_MAX = 2 ** 31 - 1

export class BuilderStore {
  readonly #memory: Memory
  // Per row.
  readonly rollout = growU32()
  readonly index = growI32()
  /** 1: the row says its index itself. */
  readonly numbered = growU8()
  readonly line = growU32()
  readonly file = growU32()
  readonly row = growU32()
  readonly ended = growU8()
  readonly boundary = growU8()
  readonly bootstrap = growF64()
  readonly flags = growU8()
  /** -1 = to be counted from spans. */
  readonly calls = growI32()
  readonly promptLength = growU32()
  readonly positionEnd = growU32()
  readonly turnEnd = growU32()
  readonly partEnd = growU32()
  // Per position.
  readonly mask: Grow<Uint8Array>
  readonly floats = new Map<FloatColumnName, GrowFloat>()
  readonly critics: GrowFloat[] = []
  readonly versions: Grow<Int32Array>
  readonly tokenIds: Grow<Int32Array>
  readonly text = new GrowText()
  // Per turn; start and end are positions inside the segment.
  readonly turnStart = growU32()
  readonly turnStop = growU32()
  readonly turnKind = growU8()
  readonly turnTool = growI32()
  readonly turnStateKey = growI32()
  readonly turnStatus = growI32()
  readonly turnReward = growF64()
  readonly turnValue = growF64()
  readonly turnLatency = growF64()
  // Per prompt part.
  readonly partLength = growU32()
  readonly partLabel = growI32()
  readonly partText = new GrowText()

  readonly strings: string[] = []
  readonly #interned = new Map<string, number>()
  #expected = 0

  /** @param memory for the columns per position */
  constructor(memory = NEW_MEMORY) {
    this.#memory = memory
    this.mask = growU8(memory)
    this.versions = growI32(memory)
    this.tokenIds = growI32(memory)
  }

  /** Whether a column per position stands there. */
  owns(buffer: ArrayBufferLike): boolean {
    const plain = [this.mask, this.versions, this.tokenIds].map(({ data }) => data)
    const columns = [...plain, ...this.floats.values(), ...this.critics]
    return columns.some((column) => column.buffer === buffer)
  }

  intern(text: string | undefined): number {
    if (text === undefined) return -1
    const known = this.#interned.get(text)
    if (known !== undefined) return known
    this.#interned.set(text, this.strings.length)
    return this.strings.push(text) - 1
  }

  /** How many positions all rows together will probably have. */
  expect(positions: number): void {
    this.#expected = positions
    for (const column of [this.mask, this.versions, this.tokenIds]) column.expected = positions
    for (const column of [...this.floats.values(), ...this.critics]) column.expect(positions)
    if (this.mask.length === 0) return
    for (const texts of [this.text, this.partText]) texts.expect(positions / this.mask.length)
  }

  newFloat(first: Numbers): GrowFloat {
    return new GrowFloat(first, this.#expected, this.#memory)
  }

  /**
   * Appends positions, turns and prompt parts of a row. Returns the first fault found; then nothing
   * of the row stays. `elsewhere`: numbers per position are only counted; whoever calls has checked
   * and keeps them.
   */
  append(row: CanonicalRow, elsewhere = false): Fault | undefined {
    const position = this.mask.length
    const turn = this.turnStart.length
    const part = this.partLength.length
    const strings = this.strings.length
    if (elsewhere) this.mask.length += row.response_mask.length
    const fault =
      (elsewhere ? undefined : this.#positions(row, position)) ??
      this.#turns(row) ??
      this.#prompt(row)
    if (fault) {
      this.#rollBack(position, turn, part)
      for (const text of this.strings.splice(strings)) this.#interned.delete(text)
      return fault
    }
    this.positionEnd.push(this.mask.length)
    this.turnEnd.push(this.turnStart.length)
    this.partEnd.push(this.partLength.length)
    this.ended.push(row.ended === undefined ? ENDED_ABSENT : ENDED.indexOf(row.ended))
    this.boundary.push(BOUNDARIES.indexOf(row.boundary ?? 'unknown'))
    this.bootstrap.push(row.bootstrap_value ?? Number.NaN)
    let flags = 0
    for (const flag of row.flags ?? []) {
      if (flag === 'drop' || flag === 'overlong') flags |= FLAG[flag]
    }
    this.flags.push(flags)
    return undefined
  }

  #positions(row: CanonicalRow, at: number): Fault | undefined {
    const mask = row.response_mask
    const length = mask.length
    checkCount(at + length)
    const { checked = false } = row
    const bad = copyBits(mask, this.mask, at, checked)
    if (bad >= 0) return badMask(mask, bad)
    for (const name of FLOAT_COLUMNS) {
      const source = row[name]
      if (source === undefined || (name === 'values' && row.values_per_critic?.length)) continue
      const fault = this.#float(name, source, at, length, checked)
      if (fault) return fault
    }
    return (
      this.#critics(row.values_per_critic, at, length) ??
      this.#integers('policy_versions', row.policy_versions, at, length, checked) ??
      this.#integers('response_ids', row.response_ids, at, length, checked) ??
      this.#tokens(row.response_tokens, at, length) ??
      this.#pieces(row.response_pieces, at, length)
    )
  }

  #float(
    name: FloatColumnName,
    source: Numbers,
    at: number,
    length: number,
    checked: boolean,
    field: string = name,
  ): Fault | undefined {
    if (source.length !== length) return badLength(field, source.length, length)
    let column = this.floats.get(name)
    if (!column) {
      column = this.newFloat(source)
      this.floats.set(name, column)
    }
    const bad = column.write(at, source, checked)
    return bad < 0 ? undefined : nonFinite(field, source[bad], bad)
  }

  #critics(lists: readonly Numbers[] | undefined, at: number, length: number): Fault | undefined {
    if (!lists || lists.length === 0) return undefined
    const field = 'values_per_critic'
    for (let k = 0; k < lists.length; k++) {
      if (lists[k].length !== length) return badLength(`${field}[${k}]`, lists[k].length, length)
      this.critics[k] ??= this.newFloat(lists[k])
      const bad = this.critics[k].write(at, lists[k], false)
      if (bad >= 0) return nonFinite(`${field}[${k}]`, lists[k][bad], bad)
    }
    const mean = new Float64Array(length)
    for (const list of lists) for (let i = 0; i < length; i++) mean[i] += list[i]
    for (let i = 0; i < length; i++) mean[i] /= lists.length
    return this.#float('values', mean, at, length, false, field)
  }

  #integers(
    name: 'policy_versions' | 'response_ids',
    source: Numbers | undefined,
    at: number,
    length: number,
    checked: boolean,
  ): Fault | undefined {
    if (source === undefined) return undefined
    if (source.length !== length) return badLength(name, source.length, length)
    const column = name === 'response_ids' ? this.tokenIds : this.versions
    column.pad(at, -1)
    const bad = copyIntegers(source, column, at, checked)
    if (bad < 0) return undefined
    const message = `\`${name}\`[${bad}] is ${show(source[bad])}; write 32-bit integers.`
    return { code: 'bad-integer', field: name, message }
  }

  #tokens(pieces: readonly string[] | undefined, at: number, length: number): Fault | undefined {
    if (pieces === undefined) return undefined
    const field = 'response_tokens'
    if (pieces.length !== length) return badLength(field, pieces.length, length)
    this.text.pad(at)
    for (let i = 0; i < length; i++) {
      if (typeof pieces[i] !== 'string') {
        const message = `\`${field}\`[${i}] is ${show(pieces[i])}; write one string per position.`
        return { code: 'bad-type', field, message }
      }
      this.text.push(pieces[i])
    }
    return undefined
  }

  #pieces(pieces: SplitText | undefined, at: number, length: number): Fault | undefined {
    if (pieces === undefined) return undefined
    const { end } = pieces
    if (end.length !== length) return badLength('response_tokens', end.length, length)
    this.text.pad(at)
    this.text.pushSplit(pieces)
    return undefined
  }

  #turns(row: CanonicalRow): Fault | undefined {
    const length = row.response_mask.length
    let from = 0
    for (const [i, turn] of (row.turns ?? []).entries()) {
      const fault = checkTurn(turn, i, from, length)
      if (fault) return fault
      from = turn.end
      if (turn.start === turn.end) continue
      this.turnStart.push(turn.start)
      this.turnStop.push(turn.end)
      this.turnKind.push(TURN_KINDS.indexOf(turn.kind))
      this.turnTool.push(this.intern(turn.tool))
      this.turnStateKey.push(this.intern(turn.state_key))
      this.turnStatus.push(this.intern(turn.status))
      this.turnReward.push(turn.reward ?? Number.NaN)
      this.turnValue.push(turn.value ?? Number.NaN)
      this.turnLatency.push(turn.latency_ms ?? Number.NaN)
    }
    return undefined
  }

  #prompt(row: CanonicalRow): Fault | undefined {
    const parts = row.prompt_parts ?? (row.prompt_length ? [{ length: row.prompt_length }] : [])
    let sum = 0
    for (const part of parts) sum += part.length
    if (!Number.isInteger(sum) || sum < 0 || sum > INT32_MAX) {
      const message = `The prompt's length is ${sum}; write lengths that are integers, 0 or more.`
      return { code: 'bad-length', field: 'prompt_parts', message }
    }
    if (row.prompt_length !== undefined && row.prompt_length !== sum) {
      const message = `\`prompt_parts\` sum to ${sum} but \`prompt_length\` is ${row.prompt_length}.`
      return { code: 'bad-length', field: 'prompt_parts', message }
    }
    for (const part of parts) {
      this.partText.pad(this.partLength.length)
      this.partText.push(part.text ?? '')
      this.partLength.push(part.length)
      this.partLabel.push(this.intern(part.label))
    }
    this.promptLength.push(sum)
    return undefined
  }

  #rollBack(position: number, turn: number, part: number): void {
    for (const column of [this.mask, this.versions, this.tokenIds, this.text]) {
      column.truncate(position)
    }
    for (const column of this.floats.values()) column.truncate(position)
    for (const column of this.critics) column.truncate(position)
    for (const column of [
      this.turnStart,
      this.turnStop,
      this.turnKind,
      this.turnTool,
      this.turnStateKey,
      this.turnStatus,
      this.turnReward,
      this.turnValue,
      this.turnLatency,
    ]) {
      column.truncate(turn)
    }
    for (const column of [this.partLength, this.partLabel, this.partText]) column.truncate(part)
    this.promptLength.truncate(this.positionEnd.length)
  }
}

/** Throws RangeError where offsets of 32 bits would not do. */
export function checkCount(positions: number): void {
  if (positions > 2 ** 32 - 2) throw new RangeError('This trace has more than 2^32 positions.')
}

const show = (x: unknown): string => {
  if (typeof x === 'string') return JSON.stringify(x.length > 40 ? `${x.slice(0, 40)}…` : x)
  return x !== null && typeof x === 'object' ? (Array.isArray(x) ? 'a list' : 'an object') : `${x}`
}

function badLength(field: string, got: number, want: number): Fault {
  const message =
    `\`${field}\` has ${got} entries but \`response_mask\` has ${want}; ` +
    'write one entry per response position.'
  return { code: 'bad-length', field: field.replace(/\[.*/, ''), message }
}

function badMask(mask: Numbers, at: number): Fault {
  const message = `\`response_mask\`[${at}] is ${show(mask[at])}; write only 0 and 1.`
  return { code: 'bad-mask', field: 'response_mask', message }
}

function nonFinite(field: string, x: unknown, at: number): Fault {
  const number = typeof x === 'number'
  const message = number
    ? `\`${field}\`[${at}] is ${x}; write a finite number, or leave the column out.`
    : `\`${field}\`[${at}] is ${show(x)}; write a list of numbers.`
  return { code: number ? 'non-finite' : 'bad-type', field: field.replace(/\[.*/, ''), message }
}

function checkTurn(turn: TurnRow, i: number, from: number, length: number): Fault | undefined {
  const field = 'turns'
  const name = `\`turns\`[${i}]`
  const { start, end, kind } = turn
  if (!Number.isInteger(start) || !Number.isInteger(end) || start > end || end > length) {
    const message = `${name} is ${start}..${end}; write integers with 0 ≤ start ≤ end ≤ ${length}.`
    return { code: 'bad-turns', field, message }
  }
  if (start < from) {
    const message = `${name} starts at ${start}, before ${from}; sort turns, without overlaps.`
    return { code: 'bad-turns', field, message }
  }
  if (!TURN_KINDS.includes(kind)) {
    const message = `${name}.kind is ${show(kind)}; write one of ${TURN_KINDS.join(', ')}.`
    return { code: 'bad-turns', field, message }
  }
  for (const name of ['reward', 'value', 'latency_ms'] as const) {
    if (turn[name] !== undefined && !Number.isFinite(turn[name])) {
      return { ...nonFinite(`turns[${i}].${name}`, turn[name], 0), field }
    }
  }
  return undefined
}
