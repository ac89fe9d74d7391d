/** Formats whose lines any thread can read. */
import { CANONICAL_LINES } from './canonical-jsonl.ts'
import type { LineReader } from './parse-lines.ts'
import { VERL_LINES } from './verl-rows.ts'

export const LINE_READERS: ReadonlyMap<string, LineReader> = new Map(
  [CANONICAL_LINES, VERL_LINES].map((reader) => [reader.id, reader]),
)
