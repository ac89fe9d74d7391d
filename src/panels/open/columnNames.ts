/** Names of unknown columns, for a sentence. */
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
