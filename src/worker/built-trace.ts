/** A loaded trace from rows that no file holds: samples and link payloads. */
import { stepsOf } from '../formats/steps.ts'
import type { LoadedFile, LoadedTrace } from '../formats/types.ts'
import type { Batch, Has } from '../trace/batch.ts'
import { BatchBuilder, type FinishOptions } from '../trace/builder.ts'
import type { CanonicalRow } from '../trace/rows.ts'

/** Rows that break a rule leave their rollout out and stand in `diagnostics`, as with a file. */
export function traceOfRows(
  rows: readonly CanonicalRow[],
  origin: LoadedFile,
  options: FinishOptions = {},
): LoadedTrace {
  const builder = new BatchBuilder()
  rows.forEach((row, index) => {
    builder.addRow(row, { file: origin.name, line: index + 1, row: index, unit: 'row' })
  })
  const { batch, diagnostics, turns } = builder.finish(options)
  const { steps } = options
  return {
    batch,
    has: hasOf(batch),
    files: [origin],
    diagnostics,
    unknownColumns: [],
    turns,
    ...(steps && steps.size > 0 && { steps: stepsOf(batch, steps) }),
    refusals: [],
    document: undefined,
  }
}

function hasOf({ columns, rollout, tokenIds, versions, maskDerived }: Batch): Has {
  return {
    token_ids: tokenIds !== undefined,
    mask: !maskDerived,
    log_probs: Boolean(columns.log_probs ?? columns.old_log_probs ?? columns.rollout_log_probs),
    values: columns.values !== undefined,
    rewards: columns.rewards !== undefined || rollout.outcome.some((x) => !Number.isNaN(x)),
    versions: versions !== undefined,
  }
}
