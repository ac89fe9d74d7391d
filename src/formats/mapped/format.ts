/** A table read as a person mapped its columns. Made for one mapping; never recognised by itself. */

import { clip, quote } from '../../trace/diagnostic-list.ts'
import type { Mapping } from '../../trace/mapping.ts'
import type { RowWords } from '../../trace/row-order.ts'
import type { Fault, Format, FormatReader, Sink, Source } from '../types.ts'
import { MAPPED_ID } from './mapped-id.ts'
import { BadCell, placeIn, type RowTokens, segmentIn, TOKEN_ROLES, TokenRun } from './row.ts'
import type { TableRow } from './row-source.ts'
import { tableOf } from './table.ts'

/** How much of every file is read. */
export interface RowLimit {
  /** Default: all. */
  readonly rows?: number
  readonly onLimit?: () => void
}

export function mappedFormat(mapping: Mapping, limit: RowLimit = {}): Format {
  return {
    id: MAPPED_ID,
    label: 'table with mapped columns',
    words: wordsOf(mapping),
    sniff: () => undefined,
    open: () => new MappedReader(mapping, limit),
  }
}

/** What is missing of a mapping in a table; undefined where it fits. */
export function missingColumn(
  { columns }: Mapping,
  held: readonly string[],
): { readonly fault: Fault } | undefined {
  const missing = Object.values(columns).find((name) => !held.includes(name))
  if (missing === undefined) return undefined
  const message =
    `there is no column \`${clip(missing)}\`; the columns are ${held.slice(0, 12).map(clip).join(', ')}` +
    `${held.length > 12 ? ', …' : ''}.`
  return { fault: { code: 'missing-column', field: clip(missing), message } }
}

function wordsOf({ columns, reward, order }: Mapping): RowWords {
  const orderField = columns.order ?? 'order'
  const own = Object.entries(TOKEN_ROLES).flatMap(([role, canonical]) => {
    const column = columns[role as keyof typeof TOKEN_ROLES]
    return column === undefined ? [] : [[canonical, clip(column)] as const]
  })
  const rewards = columns.reward === undefined ? [] : [['rewards', clip(columns.reward)] as const]
  const rule =
    reward === 'copied'
      ? 'choose that the rewards of a rollout are added up, if they are parts of one outcome.'
      : 'their sum is the outcome.'
  return {
    reward: { field: clip(columns.reward ?? 'reward'), rule },
    index: {
      field: clip(orderField),
      name: `\`${clip(orderField)}\` (${order})`,
      rule: 'every segment of a rollout needs an order of its own.',
    },
    columns: Object.fromEntries([...own, ...rewards]),
  }
}

/** A row whose place among its rollout's rows is known only at the end. */
interface Waiting {
  readonly rollout: string
  readonly order: number | string | undefined
  readonly tokens: RowTokens
  readonly line: number
  readonly sink: Sink
}

class MappedReader implements FormatReader {
  readonly #mapping: Mapping
  readonly #limit: RowLimit
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #said = new Set<string>()
  readonly #mustWait: boolean
  #unnamed = 0

  constructor(mapping: Mapping, limit: RowLimit) {
    this.#mapping = mapping
    this.#limit = limit
    const { columns, reward } = mapping
    this.#mustWait = columns.order !== undefined || reward === 'summed'
  }

  file = async (source: Source, sink: Sink): Promise<void> => {
    const table = await tableOf(source)
    if (!table) {
      sink.refuse({ code: 'unsupported-format', message: 'it is no table.' })
      return
    }
    for (const name of table.columns) {
      if (!Object.values(this.#mapping.columns).includes(name)) sink.unknownColumn(name)
    }
    const { rows: most = Number.POSITIVE_INFINITY, onLimit } = this.#limit
    let rows = 0
    const next = this.#mapping.rows === 'token' ? this.#byToken(sink) : this.#bySegment(sink)
    await table.eachRow(
      this.#mapping,
      (row) => {
        source.control.signal?.throwIfAborted()
        if (rows++ === most) {
          onLimit?.()
          return false
        }
        next.row(row)
        return true
      },
      sink,
    )
    next.end()
  }

  finish = (): void => {
    for (const rows of this.#waiting.values()) this.#giveSorted(rows)
  }

  #bySegment(sink: Sink) {
    return {
      row: (row: TableRow) => {
        let rollout: string | undefined
        try {
          const place = placeIn(row, this.#mapping)
          rollout = place.rollout ?? `row ${++this.#unnamed}`
          this.#take(rollout, place.order, segmentIn(row, this.#mapping), row.line, sink)
        } catch (error) {
          if (!(error instanceof BadCell)) throw error
          sink.reject(rollout, { ...error.fault, line: row.line })
        }
      },
      end: () => {},
    }
  }

  #byToken(sink: Sink) {
    let run: { rollout: string; order: number | string | undefined; tokens: TokenRun } | undefined
    const whole = `file ${++this.#unnamed}`
    const close = () => {
      if (!run) return
      const { rollout, order, tokens } = run
      run = undefined
      this.#take(rollout, order, tokens.finish(), tokens.line, sink)
    }
    const guarded = (line: number, rollout: () => string | undefined, work: () => void) => {
      try {
        work()
      } catch (error) {
        if (!(error instanceof BadCell)) throw error
        sink.reject(rollout(), { ...error.fault, line })
      }
    }
    return {
      row: (row: TableRow) =>
        guarded(
          row.line,
          () => run?.rollout,
          () => {
            const { rollout = whole, order } = placeIn(row, this.#mapping)
            if (run?.rollout !== rollout || run.order !== order) {
              close()
              run = { rollout, order, tokens: new TokenRun(row, this.#mapping.columns) }
            }
            run.tokens.add(row)
          },
        ),
      end: () => guarded(run?.tokens.line ?? 0, () => run?.rollout, close),
    }
  }

  #take(
    rollout: string,
    order: number | string | undefined,
    tokens: RowTokens,
    line: number,
    sink: Sink,
  ): void {
    if (tokens.maskDerived) sink.maskDerived('response')
    if (tokens.approximate) sink.approximate()
    this.#say(tokens, sink)
    if (!this.#mustWait) {
      sink.row({ rollout_id: rollout, ...tokens.row }, { line })
      return
    }
    const rows = this.#waiting.get(rollout) ?? []
    if (rows.length === 0) this.#waiting.set(rollout, rows)
    rows.push({ rollout, order, tokens, line, sink })
  }

  /** What was assumed, once. */
  #say({ maskDerived, textNotShown }: RowTokens, sink: Sink): void {
    const once = (code: string, field: string | undefined, message: string) => {
      if (this.#said.has(code)) return
      this.#said.add(code)
      sink.warn({ code, ...(field !== undefined && { field: clip(field) }), message })
    }
    const { mask, text } = this.#mapping.columns
    if (maskDerived) {
      const message = 'no mask: every token counts as an action of the policy.'
      once('mask-assumed', mask, message)
    }
    if (textNotShown) {
      const message = `\`${clip(text ?? '')}\` is not split into tokens, so texts are not shown.`
      once('text-not-shown', text, message)
    }
  }

  #giveSorted(rows: readonly Waiting[]): void {
    const turn = this.#mapping.order === 'down' ? -1 : 1
    const sorted =
      this.#mapping.columns.order === undefined
        ? rows
        : rows.toSorted((a, b) => turn * compare(a.order, b.order))
    for (const [i, { rollout, order, line, sink }] of sorted.entries()) {
      const before = sorted[i - 1]
      if (order === undefined || i === 0 || before.order !== order) continue
      const column = this.#mapping.columns.order ?? ''
      const message = `\`${clip(column)}\` is ${quote(String(order))} as on row ${before.line} of the same rollout.`
      sink.reject(rollout, { code: 'duplicate-segment', line, field: clip(column), message })
      return
    }
    const sums = sorted.map(({ tokens }) => tokens.row.reward)
    const summed = this.#mapping.reward === 'summed' && sums.some((x) => x !== undefined)
    const total = sums.reduce<number>((sum, x) => sum + (x ?? 0), 0)
    for (const [index, { rollout, tokens, line, sink }] of sorted.entries()) {
      const { reward, ...row } = tokens.row
      const outcome = summed ? total : reward
      sink.row(
        {
          rollout_id: rollout,
          segment_index: index,
          ...row,
          ...(outcome !== undefined && { reward: outcome }),
        },
        { line },
      )
    }
  }
}

/** Numbers before texts; texts by their numbers, so that `step 10` follows `step 9`. */
function compare(a: number | string | undefined, b: number | string | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'number') return -1
  if (typeof b === 'number') return 1
  return String(a).localeCompare(String(b), 'en', { numeric: true })
}
