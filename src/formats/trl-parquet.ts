/** TRL `completions_{step}.parquet` (huggingface/trl @f2cd5771): texts, rewards by function, one advantage. */
import { clip } from '../trace/diagnostic-list.ts'
import type { ParquetRow, ParquetTable } from './containers/parquet.ts'
import { finite, nameOf } from './fields.ts'
import { messageColumns, messagesOf } from './messages.ts'
import { textColumns } from './text-columns.ts'
import type { Format, FormatReader, Sink, Source } from './types.ts'

export const trlParquet: Format = {
  id: 'trl-parquet',
  label: 'TRL completions (parquet)',
  sniff(head) {
    if (head.kind !== 'parquet') return undefined
    const has = (name: string) => head.table.columns.includes(name)
    return has('prompt') && has('completion') && (has('advantage') || has('step')) ? 0.7 : undefined
  },
  open: () => new TrlReader(),
}

class TrlReader implements FormatReader {
  /** Rows of each prompt of a step so far. */
  readonly #groups = new Map<string, { readonly group: string; rows: number }>()

  async file({ head, control }: Source, sink: Sink): Promise<void> {
    if (head.kind !== 'parquet') return
    sink.approximate()
    const { columns } = head.table
    const { rewards, extras } = await betweenOf(head.table)
    for (const name of extras) sink.unknownColumn(clip(name))
    const take = (row: ParquetRow, line: number) => {
      control.signal?.throwIfAborted()
      // A function that did not judge this completion left NaN or null.
      const given = rewards.flatMap((name) => finite(row[name]) ?? [])
      const prompt = textOfCell(row.prompt)
      const key = `${nameOf(row.step) ?? ''} ${prompt}`
      const group = `step ${nameOf(row.step) ?? '?'} prompt ${this.#groups.size + 1}`
      const known = this.#groups.get(key) ?? { group, rows: 0 }
      this.#groups.set(key, known)
      const advantage = finite(row.advantage)
      const { calls, ...shown } = columnsOf(row)
      sink.maskDerived(calls === undefined ? 'marks' : 'roles')
      const length = shown.response_mask.length
      sink.row(
        {
          ...shown,
          rollout_id: `${known.group} sample ${++known.rows}`,
          group_id: known.group,
          ...(advantage !== undefined && { advantages: new Float64Array(length).fill(advantage) }),
          reward: given.length === 0 ? undefined : finite(given.reduce((sum, x) => sum + x, 0)),
          ended: 'unknown',
        },
        { line, step: finite(row.step), ...(calls !== undefined && { calls }) },
      )
    }
    await head.table.eachRow(columns, take, control.onBytes)
  }
}

/**
 * Columns between `completion` and `advantage`: one per reward function first (they add up), then what reward
 * functions log beside, from the first column that holds something else than numbers on.
 */
async function betweenOf({ columns, eachRow }: ParquetTable) {
  const to = columns.indexOf('advantage')
  const between = columns.slice(columns.indexOf('completion') + 1, to < 0 ? undefined : to)
  let end = between.length
  await eachRow(between, (row) => {
    const other = between.findIndex((name) => {
      const x = row[name]
      return x !== undefined && x !== null && typeof x !== 'number'
    })
    if (other >= 0) end = Math.min(end, other)
  })
  return { rewards: between.slice(0, end), extras: between.slice(end) }
}

const textOfCell = (x: unknown): string => (typeof x === 'string' ? x : (JSON.stringify(x) ?? ''))

function columnsOf(row: ParquetRow) {
  const completion = messagesOf(row.completion)
  if (completion.length === 0) {
    const columns = textColumns(textOfCell(row.prompt), textOfCell(row.completion ?? ''))
    return { ...columns, calls: undefined }
  }
  const prompt = messagesOf(row.prompt)
  return messageColumns([...prompt, ...completion], { prompt: prompt.length })
}
