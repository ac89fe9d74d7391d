/** Canonical rows, one per line. */
import type { Batch } from '../../trace/batch.ts'
import { jsonText } from './json-text.ts'
import { rowsToWrite, type Steps } from './written-row.ts'

/** Strings are joined by pieces of about 1 MB: one string may not exceed 512 MB in Chromium. */
const PIECE = 2 ** 20

export function writeJsonl(batch: Batch, steps?: Steps): Blob {
  const parts: string[] = []
  let piece = ''
  for (const row of rowsToWrite(batch, steps)) {
    piece += `${jsonText(row)}\n`
    if (piece.length < PIECE) continue
    parts.push(piece)
    piece = ''
  }
  return new Blob([...parts, piece], { type: 'application/jsonl' })
}
