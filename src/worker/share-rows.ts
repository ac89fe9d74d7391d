/** Canonical rows as JSON text, for a share file or beside a snippet that reads them. Pure. */
import type { LoadedTrace } from '../formats/types.ts'
import { jsonText } from '../formats/write/json-text.ts'
import { marksOf, rowsWithSteps, type WrittenRow } from '../formats/write/written-row.ts'
import type { Batch } from '../trace/batch.ts'
import { ownIdsOf } from '../trace/batch-rows.ts'
import type { RowsOptions } from './share.ts'
import { createStepBatches, stepsOfBatch } from './step-batches.ts'

/** Strings are joined into a Blob by pieces of about 1 MB: one string may not exceed 512 MB in Chromium. */
const PIECE = 2 ** 20

/** Without texts, token ids, tool names and statuses. */
function bare(row: WrittenRow): WrittenRow {
  const { response_ids: _ids, response_tokens: _tokens, prompt_parts, turns, ...rest } = row
  return {
    ...rest,
    ...(prompt_parts && { prompt_parts: prompt_parts.map(({ text: _, ...part }) => part) }),
    ...(turns && { turns: turns.map(({ tool: _t, status: _s, state_key: _k, ...turn }) => turn) }),
  }
}

const SHAPE = {
  array: { before: '[\n', between: ',\n', after: '\n]', type: 'application/json' },
  lines: { before: '', between: '\n', after: '\n', type: 'application/jsonl' },
} as const

/** Of the trace, or of the rollouts of `options.step`. */
export async function shareTrace(trace: LoadedTrace, options: RowsOptions): Promise<Blob> {
  const batch = await createStepBatches(trace)(options.step)
  return shareRows(batch, options, stepsOfBatch(trace.steps, batch, options.step))
}

/**
 * One canonical row per segment, as a JSON array or as JSON Lines; numbers read back bit for bit. Rows of lines say
 * themselves that tokens are estimated or a mask derived; of an array its file does.
 *
 * @param steps training step per rollout; goes into the column `step`
 */
export function shareRows(batch: Batch, { texts, lines }: RowsOptions, steps?: Float64Array): Blob {
  const { before, between, after, type } = SHAPE[lines ? 'lines' : 'array']
  const marks = lines ? marksOf(batch) : {}
  const parts: string[] = []
  let piece: string = before
  let first = true
  for (const row of rowsWithSteps(batch, steps, lines ? distinctIds(batch) : undefined)) {
    const said = { ...(texts ? row : bare(row)), ...marks }
    piece += `${first ? '' : between}${jsonText(said)}`
    first = false
    if (piece.length < PIECE) continue
    parts.push(piece)
    piece = ''
  }
  return new Blob([...parts, piece, after], { type })
}

/** Snippets that read lines tell rollouts by `rollout_id` alone. */
function distinctIds(batch: Batch): readonly string[] {
  const own = ownIdsOf(batch)
  return new Set(own).size === own.length ? own : batch.rollout.id
}
