/**
 * Writes a canonical JSON Lines trace of about the size asked for, to try the page on:
 * `npx tsx test/bench/make-trace.ts 200 /tmp/trace-200mb.jsonl`. Same bytes for the same size.
 */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { batchSample } from '../../src/simulate/batch-sample.ts'
import type { CanonicalRow, Numbers } from '../../src/trace/rows.ts'

const [megabytes, path] = [Number(process.argv[2]), process.argv[3]]
if (!(megabytes > 0) || path === undefined) {
  console.error('usage: npx tsx test/bench/make-trace.ts MEGABYTES FILE')
  process.exit(2)
}

const plain = (column: Numbers | undefined): readonly number[] | undefined =>
  column && Array.from(column, (x) => Math.round(x * 1e4) / 1e4)

/** Values in full, the typed columns as lists; log-probs only where they are asked for. */
const lineOf = (row: CanonicalRow, copy: number): string =>
  `${JSON.stringify({
    ...row,
    rollout_id: `${row.rollout_id}-${copy}`,
    group_id: `${row.group_id}-${copy}`,
    response_mask: plain(row.response_mask),
    values: plain(row.values),
    log_probs: undefined,
    old_log_probs: undefined,
    rollout_log_probs: undefined,
    policy_versions: undefined,
    prompt_parts: undefined,
  })}\n`

const stream = createWriteStream(path)
let bytes = 0
let tokens = 0
for (let copy = 0; bytes < megabytes * 1e6; copy++) {
  for (const row of batchSample({ groups: 32, rolloutsPerGroup: 8, maxSegments: 6, seed: copy })) {
    const line = lineOf(row, copy)
    bytes += line.length
    tokens += row.response_mask.length
    if (!stream.write(line)) await once(stream, 'drain')
    if (bytes >= megabytes * 1e6) break
  }
}
stream.end()
await once(stream, 'finish')
console.log(`${path}: ${(bytes / 1e6).toFixed(1)} MB, ${tokens.toLocaleString('en')} positions`)
