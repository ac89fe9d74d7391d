/** Canonical rows as a parquet table with list columns (hyparquet-writer), a row group at a time. */
import { ByteWriter, parquetWriteRows, type SchemaElement } from 'hyparquet-writer'
import { type Batch, FLOAT_COLUMNS } from '../../trace/batch.ts'
import { jsonText } from './json-text.ts'
import { CannotWrite, rowsToWrite, type Steps, type WrittenRow } from './written-row.ts'

const TEXTS = ['rollout_id', 'group_id', 'ended', 'boundary'] as const
const JSON_TEXTS = ['turns', 'flags', 'prompt_parts'] as const
/** Rows are objects until their group is written. */
const GROUP = 512

type Primitive = 'INT32' | 'FLOAT' | 'DOUBLE' | 'BOOLEAN'
const OPTIONAL = { repetition_type: 'OPTIONAL' } as const

const number = (name: string, type: Primitive): SchemaElement => ({ name, type, ...OPTIONAL })
const text = (name: string): SchemaElement => ({
  name,
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  ...OPTIONAL,
})
/** A three-level list of what `element` makes. */
const list = (name: string, ...element: readonly SchemaElement[]): SchemaElement[] => [
  { name, converted_type: 'LIST', num_children: 1, ...OPTIONAL },
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  ...element,
]

/** Columns that the batch has, each with its schema and how a row fills it. */
function columnsOf(batch: Batch, steps: Steps) {
  const columns: {
    name: string
    schema: readonly SchemaElement[]
    of: (r: WrittenRow) => unknown
  }[] = []
  const add = (name: string, schema: readonly SchemaElement[], of: (r: WrittenRow) => unknown) =>
    columns.push({ name, schema, of })
  const plain = (data: ArrayLike<unknown> | undefined) => data && Array.from(data)
  for (const name of TEXTS) add(name, [text(name)], (row) => row[name] && inUtf8(name, row[name]))
  add('segment_index', [number('segment_index', 'INT32')], (row) => row.segment_index)
  for (const name of ['reward', 'bootstrap_value'] as const) {
    add(name, [number(name, 'DOUBLE')], (row) => row[name])
  }
  if (steps) add('step', [number('step', 'DOUBLE')], (row) => row.step)
  const integers = (name: 'response_mask' | 'response_ids' | 'policy_versions') =>
    add(name, list(name, number('element', 'INT32')), (row) => plain(row[name]))
  integers('response_mask')
  if (batch.tokenIds) integers('response_ids')
  if (batch.versions) integers('policy_versions')
  for (const name of FLOAT_COLUMNS) {
    const column = batch.columns[name]
    if (!column) continue
    const type = column instanceof Float32Array ? 'FLOAT' : 'DOUBLE'
    add(name, list(name, number('element', type)), (row) => plain(row[name]))
  }
  if (batch.valuesPerCritic) {
    const name = 'values_per_critic'
    const short = batch.valuesPerCritic.every((critic) => critic instanceof Float32Array)
    const schema = list(name, ...list('element', number('element', short ? 'FLOAT' : 'DOUBLE')))
    add(name, schema, (row) => row[name]?.map((critic) => plain(critic)))
  }
  if (batch.text) {
    const name = 'response_tokens'
    add(name, list(name, text('element')), (row) => row[name]?.map((piece) => inUtf8(name, piece)))
  }
  add('prompt_length', [number('prompt_length', 'INT32')], (row) => row.prompt_length)
  for (const name of JSON_TEXTS) add(name, [text(name)], (row) => row[name] && jsonText(row[name]))
  if (batch.approximate) {
    add('approximate_tokens', [number('approximate_tokens', 'BOOLEAN')], () => true)
  }
  if (batch.maskDerived) add('mask_derived', [number('mask_derived', 'BOOLEAN')], () => true)
  return columns
}

/** JSON may hold half of a surrogate pair, UTF-8 does not. */
const HALF_A_PAIR = /\p{Cs}/u

function inUtf8(name: string, text: string): string {
  if (!HALF_A_PAIR.test(text)) return text
  throw new CannotWrite(
    `A text in \`${name}\` holds half of a surrogate pair, which UTF-8 cannot hold; choose JSON Lines.`,
  )
}

/** Throws CannotWrite where a text would not read back as it was. */
export function writeParquet(batch: Batch, steps?: Steps): Blob {
  const columns = columnsOf(batch, steps)
  const rows = function* () {
    for (const row of rowsToWrite(batch, steps)) {
      yield Object.fromEntries(columns.map(({ name, of }) => [name, of(row)]))
    }
  }
  const writer = new ByteWriter()
  // With a writer in memory and rows at hand nothing is awaited.
  void parquetWriteRows({
    writer,
    rows: rows(),
    columns: columns.map(({ name }) => ({ name })),
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.flatMap(({ schema }) => schema),
    ],
    rowGroupSize: GROUP,
    createdBy: 'Segue',
  })
  return new Blob([writer.getBuffer()], { type: 'application/vnd.apache.parquet' })
}
