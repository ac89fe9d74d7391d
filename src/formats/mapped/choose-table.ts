/** A table that no format knows: read as its columns were mapped, or outlined so that they can be. */
import type { TableOutline } from '../../trace/mapping.ts'
import { UnreadableFile } from '../containers/bytes.ts'
import { ZipError } from '../containers/zip.ts'
import type { Format, Source } from '../types.ts'
import type { Choice, TableOptions } from './choice.ts'
import { mappedFormat, missingColumn } from './format.ts'
import { isTable, outlineOf } from './outline.ts'
import type { Table } from './row-source.ts'
import { tableOf } from './table.ts'

/** undefined: the file holds no table. */
export async function chooseTable(
  source: Source,
  recognised: Format | undefined,
  { mapping, ...limit }: TableOptions,
): Promise<Choice | undefined> {
  const table = await orNothing(() => tableOf(source))
  if (!table) return undefined
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
