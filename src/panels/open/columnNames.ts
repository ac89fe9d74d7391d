/** Names of unknown columns, for a sentence. */
import { nearestColumn } from '../../formats/canonical-columns.ts'
import { clipMiddle } from '../../trace/clip.ts'

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

/** Of the names that are shown, those that are nearly the name of a canonical column. */
export const nearColumns = (
  columns: readonly string[],
): readonly { readonly name: string; readonly column: string }[] =>
  columns.slice(0, SHOWN).flatMap((name) => {
    const column = nearestColumn(name)
    return column === undefined ? [] : [{ name, column }]
  })
