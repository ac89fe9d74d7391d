/** One row of a mapped table → the columns of a canonical row. */
import type { FloatColumnName } from '../../trace/batch.ts'
import { clip } from '../../trace/diagnostic-list.ts'
import type { Mapping, Role } from '../../trace/mapping.ts'
import type { CanonicalRow, Numbers } from '../../trace/rows.ts'
import { splitTokens } from '../approximate.ts'
import { keyOf, show } from '../canonical-row.ts'
import type { Fault } from '../types.ts'
import { isEmpty, listIn, numberIn } from './cells.ts'
import type { TableRow } from './row-source.ts'

/** Roles that hold one number per token, with the canonical column they become. */
export const TOKEN_ROLES = {
  mask: 'response_mask',
  values: 'values',
  log_probs: 'log_probs',
  old_log_probs: 'old_log_probs',
  rollout_log_probs: 'rollout_log_probs',
  advantages: 'advantages',
  ids: 'response_ids',
} as const satisfies Partial<Record<Role, FloatColumnName | 'response_mask' | 'response_ids'>>
type TokenRole = keyof typeof TOKEN_ROLES
const TOKEN_ROLE_NAMES = Object.keys(TOKEN_ROLES) as readonly TokenRole[]

/** What a row says about its place; both undefined where no column does. */
export interface RowPlace {
  readonly rollout: string | undefined
  readonly order: number | string | undefined
}

/** What a row says about its tokens. */
export interface RowTokens {
  readonly row: Omit<CanonicalRow, 'rollout_id'>
  readonly maskDerived: boolean
  readonly approximate: boolean
  /** A text that could not be split, because other columns already say how many tokens there are. */
  readonly textNotShown: boolean
}

export class BadCell extends Error {
  readonly fault: Fault
  constructor(field: string, message: string, code = 'bad-type') {
    super(message)
    this.fault = { code, field: clip(field), message }
  }
}

const named = (column: string) => `\`${clip(column)}\``

/** A cell as a key; throws BadCell where it holds something else than a string or an integer. */
function keyIn({ record, text }: TableRow, column: string | undefined): string | undefined {
  if (column === undefined || isEmpty(record[column])) return undefined
  const key = keyOf(record, column, { text })
  if (key !== undefined) return key
  throw new BadCell(
    column,
    `${named(column)} is ${show(record[column])}; an id is a string or an integer.`,
  )
}

function orderIn({ record }: TableRow, column: string | undefined): number | string | undefined {
  if (column === undefined) return undefined
  const x = record[column]
  const number = numberIn(x)
  if (number !== undefined && Number.isFinite(number)) return number
  if (typeof x === 'string' && x !== '') return x
  throw new BadCell(
    column,
    `${named(column)} is ${show(x)}; the order is told by a number or a text.`,
  )
}

/** Rollout and order of a row. Throws BadCell. */
export function placeIn(row: TableRow, { columns }: Mapping): RowPlace {
  const rollout = keyIn(row, columns.rollout)
  if (columns.rollout !== undefined && rollout === undefined) {
    const message = `${named(columns.rollout)} is empty; every row needs its rollout.`
    throw new BadCell(columns.rollout, message, 'missing-column')
  }
  return { rollout, order: orderIn(row, columns.order) }
}

interface Lists {
  readonly lists: Readonly<Partial<Record<TokenRole, Numbers>>>
  readonly rewards: Numbers | undefined
  readonly texts: readonly string[] | undefined
}

/** The columns of a row that is a whole segment. Throws BadCell. */
export function segmentIn(row: TableRow, { columns }: Mapping): RowTokens {
  const { record } = row
  const lists: Partial<Record<TokenRole, Numbers>> = {}
  for (const role of TOKEN_ROLE_NAMES) {
    const column = columns[role]
    if (column === undefined || isEmpty(record[column])) continue
    const list = listIn(record[column])
    if (!list) {
      const message = `${named(column)} is ${show(record[column])}; a list with one number per token is needed.`
      throw new BadCell(column, message)
    }
    lists[role] = (role === 'mask' ? withoutBooleans(list) : list) as Numbers
  }
  const given = columns.reward === undefined ? undefined : record[columns.reward]
  const rewards = isEmpty(given) ? undefined : listIn(given)
  const reward = rewards || isEmpty(given) ? undefined : numberIn(given)
  if (columns.reward !== undefined && !isEmpty(given) && !rewards && reward === undefined) {
    const message = `${named(columns.reward)} is ${show(given)}; a number or a list of numbers is needed.`
    throw new BadCell(columns.reward, message)
  }
  const text = columns.text === undefined ? undefined : record[columns.text]
  const texts = Array.isArray(text) ? (text as readonly string[]) : undefined
  const all: Lists = { lists, rewards: rewards as Numbers | undefined, texts }
  return { ...tokensOf(all, columns, typeof text === 'string' ? text : undefined, reward, row) }
}

function tokensOf(
  { lists, rewards, texts }: Lists,
  columns: Mapping['columns'],
  text: string | undefined,
  reward: number | undefined,
  row: TableRow,
): RowTokens {
  const lengths: readonly (readonly [string, number])[] = [
    ...TOKEN_ROLE_NAMES.flatMap((role) => {
      const list = lists[role]
      return list ? [[columns[role] ?? role, list.length] as const] : []
    }),
    ...(texts ? [[columns.text ?? '', texts.length] as const] : []),
    ...(rewards ? [[columns.reward ?? '', rewards.length] as const] : []),
  ]
  const other = lengths.find(([, length]) => length !== lengths[0][1])
  if (other) {
    const [column, length] = lengths[0]
    const message =
      `${named(other[0])} has ${other[1]} entries but ${named(column)} has ${length}; all lists of ` +
      'a row need one entry per token.'
    throw new BadCell(other[0], message, 'bad-length')
  }
  const pieces = lengths.length === 0 && text !== undefined ? splitTokens(text) : undefined
  const length = lengths[0]?.[1] ?? pieces?.end.length
  if (length === undefined) {
    const asked = [...TOKEN_ROLE_NAMES, 'reward', 'text'] as const
    const tried = asked.flatMap((role) => columns[role] ?? []).map(named)
    const message =
      tried.length > 0
        ? `no tokens: ${tried.join(', ')} hold no list and no text.`
        : 'no column says how many tokens a row has; choose one with a list or a text.'
    throw new BadCell(columns.mask ?? columns.text ?? '', message, 'no-tokens')
  }
  const group = keyIn(row, columns.group)
  const { mask, ...floats } = lists
  return {
    row: {
      ...(group !== undefined && { group_id: group }),
      response_mask: mask ?? new Uint8Array(length).fill(1),
      ...Object.fromEntries(
        Object.entries(floats).map(([role, list]) => [TOKEN_ROLES[role as TokenRole], list]),
      ),
      ...(rewards && { rewards }),
      ...(reward !== undefined && { reward }),
      ...(texts && { response_tokens: texts }),
      ...(pieces && { response_pieces: pieces }),
    },
    maskDerived: mask === undefined,
    approximate: lengths.length === 0,
    textNotShown: text !== undefined && !pieces && !texts,
  }
}

/** Python writes masks of `true` and `false` too. */
function withoutBooleans(list: Numbers | readonly unknown[]): Numbers | readonly unknown[] {
  if (!Array.isArray(list)) return list
  return list.map((x) => (typeof x === 'boolean' ? Number(x) : (x as unknown)))
}

/** Columns of the rows of one segment, gathered token by token. */
export class TokenRun {
  readonly #columns: Mapping['columns']
  readonly #numbers = new Map<string, number[]>()
  readonly #texts: string[] = []
  readonly #first: TableRow
  #length = 0

  constructor(first: TableRow, columns: Mapping['columns']) {
    this.#first = first
    this.#columns = columns
  }

  get line(): number {
    return this.#first.line
  }

  /** Takes the next token. Throws BadCell. */
  add({ record }: TableRow): void {
    for (const role of [...TOKEN_ROLE_NAMES, 'reward'] as const) {
      const column = this.#columns[role]
      if (column === undefined) continue
      const number = isEmpty(record[column]) && role === 'reward' ? 0 : numberIn(record[column])
      if (number === undefined) {
        const message = `${named(column)} is ${show(record[column])}; a number is needed, as every row is a token.`
        throw new BadCell(column, message)
      }
      const name = role === 'reward' ? 'rewards' : TOKEN_ROLES[role]
      const list = this.#numbers.get(name) ?? []
      list.push(number)
      this.#numbers.set(name, list)
    }
    const text = this.#columns.text === undefined ? undefined : record[this.#columns.text]
    if (text !== undefined) this.#texts.push(String(text))
    this.#length++
  }

  finish(): RowTokens {
    const group = keyIn(this.#first, this.#columns.group)
    const { response_mask, ...numbers } = Object.fromEntries(this.#numbers)
    return {
      row: {
        ...(group !== undefined && { group_id: group }),
        response_mask: response_mask ?? new Uint8Array(this.#length).fill(1),
        ...numbers,
        ...(this.#texts.length === this.#length && { response_tokens: this.#texts }),
      },
      maskDerived: response_mask === undefined,
      approximate: false,
      textNotShown: false,
    }
  }
}
