/** Whether a file is read by a format, as a person mapped its columns, or not yet. */
import { isCanonical } from '../canonical-row.ts'
import { TABLE_KEYS } from '../canonical-table.ts'
import type { OpenedSource } from '../containers/source.ts'
import { guessOf } from '../guess.ts'
import type { Format, Head } from '../types.ts'
import type { Choice, TableOptions } from './choice.ts'

/** What only files without a format need comes with the first of them. */
const mappedReader = () => import('./choose-table.ts')

/** Loads it ahead. */
export const prepareMapped = async (): Promise<void> => {
  await mappedReader()
}

const NONE = async () => undefined
/** A refusal that says nothing better than that no format fits. */
const OPEN_GUESSES = new Set(['table', 'npz', 'unknown'])

/** @param recognised what the registry says */
export async function chooseFormat(
  source: OpenedSource,
  recognised: Format | undefined,
  options: TableOptions,
): Promise<Choice> {
  const known = recognised && !lacksColumns(recognised, source.head)
  if (known || (!recognised && !OPEN_GUESSES.has(guessOf(source).guess))) {
    return { format: recognised, outline: NONE }
  }
  const { chooseTable } = await mappedReader()
  return (await chooseTable(source, recognised, options)) ?? { format: recognised, outline: NONE }
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
