/** Some rollouts of a batch as a batch of their own. */
import type { Batch } from './batch.ts'
import { batchToRows } from './batch-rows.ts'
import { BatchBuilder } from './builder.ts'

/** Without texts and token ids, which no number depends on. @param rollouts indices */
export function selectRollouts(batch: Batch, rollouts: ReadonlySet<number>): Batch {
  const ids = new Set([...rollouts].map((r) => batch.rollout.id[r]))
  const { text: _, tokenIds: __, ...numbers } = batch
  const builder = new BatchBuilder()
  let index = 0
  for (const row of batchToRows(numbers)) {
    if (ids.has(String(row.rollout_id))) {
      builder.addRow(row, { file: '', line: index + 1, row: index++ })
    }
  }
  return builder.finish({}).batch
}
