/** Whether a file is read by a format, as a person mapped its columns, or not yet. */
import type { Mapping, TableOutline } from '../../trace/mapping.ts'
import { isCanonical } from '../canonical-row.ts'
import { TABLE_KEYS } from '../canonical-table.ts'
import { UnreadableFile } from '../containers/bytes.ts'
import type { OpenedSource } from '../containers/source.ts'
import { ZipError } from '../containers/zip.ts'
import { guessOf } from '../guess.ts'
import type { Fault, Format, Head } from '../types.ts'
import { mappedFormat, missingColumn } from './format.ts'
import { isTable, outlineOf } from './outline.ts'
import type { Table } from './row-source.ts'
import { tableOf } from './table.ts'

export interface TableOptions {
  /** Applied to tables that no format knows, where they have all its columns. */
  readonly mapping?: Mapping
  /** Rows that are read of a mapped file: for a preview. */
  readonly rows?: number
  /** Called where a file has more. */
  readonly onLimit?: () => void
}

export interface Choice {
  readonly format: Format | undefined
  /** Why the mapping is not used although the file is a table. */
  readonly misfit?: Fault
  /** What a person would need to map the columns; undefined: it is no table, or needs no mapping. */
  readonly outline: () => Promise<TableOutline | undefined>
}

const NONE = async () => undefined
/** A refusal that says nothing better than that no format fits. */
const OPEN_GUESSES = new Set(['table', 'npz', 'unknown'])

/** @param recognised what the registry says */
export async function chooseFormat(
  source: OpenedSource,
  recognised: Format | undefined,
  { mapping, ...limit }: TableOptions,
): Promise<Choice> {
  const known = recognised && !lacksColumns(recognised, source.head)
  if (known || (!recognised && !OPEN_GUESSES.has(guessOf(source).guess))) {
    return { format: recognised, outline: NONE }
  }
  const table = await orNothing(() => tableOf(source))
  if (!table) return { format: recognised, outline: NONE }
  const outline = () => orNothing(() => outlineIfTable(table))
  if (!mapping) return { format: recognised, outline }
  const missing = missingColumn(mapping, table.columns)
  return missing
    ? { format: recognised, misfit: missing.fault, outline }
    : { format: mappedFormat(mapping, limit), outline }
}

async function outlineIfTable(table: Table): Promise<TableOutline | undefined> {
  const outline = await outlineOf(table)
  return isTable(outline) ? outline : undefined
}

/** A broken container is told about by whoever reads it for good. */
async function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof ZipError) return undefined
    throw error
  }
}

/** Taken for a canonical trace by some columns, without those that every row needs. */
function lacksColumns({ id }: Format, head: Head): boolean {
  if (!id.startsWith('canonical-')) return false
  switch (head.kind) {
    case 'text':
      return !head.records.some((record) => isCanonical(record) || isShareFile(record))
    case 'parquet':
      return !TABLE_KEYS.slice(0, 2).every((name) => head.table.columns.includes(name))
    case 'zip': {
      const names = new Set(head.members.map(({ name }) => name))
      return !TABLE_KEYS.every((name) => names.has(`${name}.npy`))
    }
    default:
      return false
  }
}

const isShareFile = (record: unknown): boolean =>
  typeof record === 'object' && record !== null && 'segue' in record
