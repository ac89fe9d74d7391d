/** Names of unknown columns, for a sentence. */
import { nearestColumn } from '../../formats/canonical-columns.ts'
import { clipMiddle } from '../../trace/clip.ts'
import type { TraceSummary } from '../../worker/api.ts'

/** A hostile file can have a million. */
const SHOWN = 20

export const columnNames = (
  columns: readonly string[],
): { readonly names: string; readonly more: number } => ({
  names: columns
    .slice(0, SHOWN)
    .map((name) => clipMiddle(name))
    .join(', '),
  more: Math.max(0, columns.length - SHOWN),
})

/** Of the names that are shown, those that are nearly the name of a canonical column, where a file has canonical ones. */
export const nearColumns = ({
  files,
  unknownColumns,
}: Pick<TraceSummary, 'files' | 'unknownColumns'>): readonly {
  readonly name: string
  readonly column: string
}[] => {
  if (!files.some(({ format }) => format?.startsWith('canonical'))) return []
  return unknownColumns.slice(0, SHOWN).flatMap((name) => {
    const column = nearestColumn(name)
    return column === undefined ? [] : [{ name, column }]
  })
}
