/** The way back: canonical rows out of a batch, exactly those that would build it again. */
import {
  type Batch,
  BOUNDARIES,
  ENDED,
  FLAG,
  FLOAT_COLUMNS,
  type FloatColumnName,
  TURN_KINDS,
} from './batch.ts'
import type { CanonicalRow, Numbers, PromptPartRow, TurnRow } from './rows.ts'
import { pieceOf } from './utf8.ts'

/** Ids as the files have them; each once within a training step. */
export const ownIdsOf = ({ rollout: { id, ownId } }: Batch): readonly string[] => ownId ?? id

/**
 * One row per segment in batch order, with every column the batch has for it. Columns are views into
 * the batch; `rollout_id` is the name of the rollout, `ended` stands where the file said it. Feeding the rows to a BatchBuilder gives an equal batch (except `segment.row`).
 */
export function* batchToRows(batch: Batch): Generator<CanonicalRow, void, undefined> {
  const { rollout, segment } = batch
  const members = new Uint32Array(batch.groupIds.length)
  for (const group of rollout.group) members[group]++
  for (let r = 0; r < batch.rolloutCount; r++) {
    const group = rollout.group[r]
    // A lone group named like its rollout is what a row without `group_id` gets.
    const ownGroup = members[group] === 1 && batch.groupIds[group] === rollout.id[r]
    const first = rollout.firstSegment[r]
    const outcome = rollout.outcome[r]
    for (let s = first; s < rollout.firstSegment[r + 1]; s++) {
      const from = segment.start[s]
      const to = segment.start[s + 1]
      const turns = turnsOf(batch, s)
      const flags = (['drop', 'overlong'] as const).filter((f) => segment.flags[s] & FLAG[f])
      const boundary = BOUNDARIES[segment.boundary[s]]
      const bootstrap = segment.bootstrap[s]
      yield {
        rollout_id: rollout.id[r],
        ...(!ownGroup && { group_id: batch.groupIds[group] }),
        segment_index: s - first,
        ...(s === first && !Number.isNaN(outcome) && { reward: outcome }),
        response_mask: batch.mask.subarray(from, to),
        ...integerColumns(batch, from, to),
        ...floatColumns(batch, from, to),
        ...promptOf(batch, s),
        ...(!Number.isNaN(bootstrap) && { bootstrap_value: bootstrap }),
        ...(segment.endedAssumed?.[s] !== 1 && { ended: ENDED[segment.ended[s]] }),
        ...(boundary !== 'unknown' && { boundary }),
        ...(turns.length > 0 && { turns }),
        ...(flags.length > 0 && { flags }),
      }
    }
  }
}

function floatColumns(batch: Batch, from: number, to: number) {
  const columns: Partial<Record<FloatColumnName, Numbers>> = {}
  if (from === to) return columns
  for (const name of FLOAT_COLUMNS) {
    const column = batch.columns[name]
    if (column && !Number.isNaN(column[from])) columns[name] = column.subarray(from, to)
  }
  const critics = batch.valuesPerCritic?.filter((critic) => !Number.isNaN(critic[from]))
  if (!critics || critics.length === 0) return columns
  const { values: _, ...others } = columns
  return { ...others, values_per_critic: critics.map((critic) => critic.subarray(from, to)) }
}

function integerColumns(batch: Batch, from: number, to: number) {
  const ids = batch.tokenIds?.subarray(from, to)
  const versions = batch.versions?.subarray(from, to)
  const text = batch.text
  const hasText = text && text.offset[from] < text.offset[to]
  return {
    ...(ids?.some((id) => id !== -1) && { response_ids: ids }),
    ...(hasText && {
      response_tokens: Array.from({ length: to - from }, (_, i) => pieceOf(text, from + i)),
    }),
    ...(versions?.some((v) => v !== -1) && { policy_versions: versions }),
  }
}

function promptOf(batch: Batch, s: number) {
  const { firstOfSegment, length, label, text } = batch.prompt
  const parts: PromptPartRow[] = []
  for (let p = firstOfSegment[s]; p < firstOfSegment[s + 1]; p++) {
    const piece = text ? pieceOf(text, p) : ''
    parts.push({
      ...(label[p] >= 0 && { label: batch.strings[label[p]] }),
      length: length[p],
      ...(piece !== '' && { text: piece }),
    })
  }
  if (parts.length === 0) return {}
  const [only] = parts
  const plain = parts.length === 1 && only.label === undefined && only.text === undefined
  if (plain && only.length === 0) return {}
  return plain ? { prompt_length: only.length } : { prompt_parts: parts }
}

function turnsOf(batch: Batch, s: number): TurnRow[] {
  const { spans, strings } = batch
  const origin = batch.segment.start[s]
  const textOf = (index: number) => (index < 0 ? undefined : strings[index])
  const numberOf = (x: number) => (Number.isNaN(x) ? undefined : x)
  const turns: TurnRow[] = []
  for (let k = spans.firstOfSegment[s]; k < spans.firstOfSegment[s + 1]; k++) {
    const entry = spans.turn[k]
    if (entry < 0) continue
    const { tool, stateKey, status, reward, value, latency } = spans.turns
    const optional = {
      tool: textOf(tool[entry]),
      state_key: textOf(stateKey[entry]),
      status: textOf(status[entry]),
      reward: numberOf(reward[entry]),
      value: numberOf(value[entry]),
      latency_ms: numberOf(latency[entry]),
    }
    turns.push({
      start: spans.start[k] - origin,
      end: spans.start[k + 1] - origin,
      kind: TURN_KINDS[spans.kind[k]],
      ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    })
  }
  return turns
}
