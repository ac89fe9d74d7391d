/** Names of canonical columns, and which of them an unknown name is probably meant for. */
import { FLOAT_COLUMNS } from '../trace/batch.ts'

/** Columns of a row; `prompt_length` and `prompt_parts` are what share files add. */
export const CANONICAL_COLUMNS: ReadonlySet<string> = new Set([
  'rollout_id',
  'response_mask',
  'group_id',
  'segment_index',
  'response_ids',
  'prompt_ids',
  'response_tokens',
  'prompt_text',
  'response_text',
  'values_per_critic',
  'reward',
  'policy_versions',
  'bootstrap_value',
  'ended',
  'boundary',
  'turns',
  'flags',
  'prompt_length',
  'prompt_parts',
  'step',
  'approximate_tokens',
  'mask_derived',
  ...FLOAT_COLUMNS,
])

/** What other tools call them. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['token_ids', 'response_ids'],
  ['output_ids', 'response_ids'],
  ['completion_ids', 'response_ids'],
  ['input_ids', 'prompt_ids'],
  ['prompt_token_ids', 'prompt_ids'],
  ['response_token_ids', 'response_ids'],
  ['tokens', 'response_tokens'],
  ['token_texts', 'response_tokens'],
  ['mask', 'response_mask'],
  ['loss_mask', 'response_mask'],
  ['action_mask', 'response_mask'],
  ['logprobs', 'log_probs'],
  ['old_logprobs', 'old_log_probs'],
  ['rollout_logprobs', 'rollout_log_probs'],
  ['outcome', 'reward'],
  ['score', 'reward'],
  ['versions', 'policy_versions'],
  ['uid', 'group_id'],
])

/** So many letters wrong may be a slip of the pen. */
const SLIPS = 2
/** Of shorter names everything is near. */
const SHORTEST = 5

/** The column that an unknown name is near to; undefined: none. */
export function nearestColumn(name: string): string | undefined {
  const asked = name.toLowerCase().replaceAll('-', '_')
  const alias = CANONICAL_COLUMNS.has(asked) ? asked : ALIASES.get(asked)
  if (alias !== undefined) return alias
  // Names of a hostile file may be as long as the file.
  if (asked.length < SHORTEST || asked.length > 40) return undefined
  let best: { readonly column: string; readonly slips: number } | undefined
  for (const column of CANONICAL_COLUMNS) {
    const slips = slipsBetween(asked, column)
    if (slips <= SLIPS && (best === undefined || slips < best.slips)) best = { column, slips }
  }
  return best?.column
}

/** Levenshtein distance. */
function slipsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, j) => j)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)
      next[j] = Math.min(replaced, row[j] + 1, next[j - 1] + 1)
    }
    row = next
  }
  return row[other.length]
}
