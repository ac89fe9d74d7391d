/**
 * Samples of slime and miles, whatever file they stand in, as one shape. Sources: THUDM/slime @624b824a
 * `slime/utils/types.py`, `observability/*_data_utils.py`; radixark/miles @31f1ca96.
 */
import type { Ended, FloatColumnName } from '../trace/batch.ts'
import type { Numbers } from '../trace/rows.ts'
import { isObject, type JsonObject, show } from './canonical-row.ts'
import { countOf, nameOf } from './fields.ts'
import { type Message, messagesOf, textOf } from './messages.ts'
import { COMPACTION_COLUMNS, placeOf } from './slime-compaction.ts'
import type { Fault } from './types.ts'

/** One training sample; a field is undefined where no file had it yet. */
export interface Sample {
  line: number
  index?: string
  rollout?: string
  group?: string
  /** Training round, the `rollout_id` of the file. */
  round?: string
  /** Prompt and response. */
  tokens?: Numbers
  responseLength?: number
  mask?: Numbers
  floats: Partial<Record<FloatColumnName, Numbers>>
  reward?: number
  status?: string
  prompt?: string
  messages?: readonly Message[]
  removed?: boolean
  /** The response where it is a text only. */
  response?: string
  segment?: number
  /** `segment` is an order, without every number. */
  sparse?: boolean
  /** A compaction made this sample's context, or its own end. */
  compacted?: boolean
}

/** Turns a list, tensor or array of the file into numbers; a sentence where it cannot be read. */
export type ToNumbers = (value: unknown) => Promise<Numbers | string | undefined>

/** A field's names in rollout dumps and, in the plural, in train dumps. */
const LISTS: readonly (readonly [string, FloatColumnName])[] = [
  ['rollout_log_probs', 'rollout_log_probs'],
  ['log_probs', 'old_log_probs'],
  ['values', 'values'],
  ['advantages', 'advantages'],
  ['returns', 'returns'],
]

export const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...['group_index', 'index', 'sample_index', 'rollout_id', 'rollout_ids', 'prompt', 'tokens'],
  ...['response', 'response_length', 'response_lengths', 'total_length', 'total_lengths'],
  ...['reward', 'rewards', 'raw_reward', 'loss_mask', 'loss_masks', 'status', 'metadata'],
  ...['train_metadata', 'remove_sample', 'messages', 'truncated', 'rollout_position', 'partition'],
  ...['sample_indices', 'compaction', ...COMPACTION_COLUMNS],
  ...LISTS.map(([name]) => name),
])

/** Reads one sample; the fault of the first field that cannot be used. */
export async function sampleOf(
  raw: JsonObject,
  line: number,
  numbers: ToNumbers,
): Promise<{ readonly sample: Sample } | { readonly fault: Fault; readonly rollout?: string }> {
  const place = placeOf(raw, metadataOf(raw))
  const sample: Sample = {
    line,
    index: nameOf(raw.index ?? raw.sample_index ?? raw.sample_indices),
    rollout: nameOf(raw.rollout_id ?? raw.rollout_ids) ?? place.rollout,
    group: nameOf(raw.group_index),
    responseLength: countOf(raw.response_length ?? raw.response_lengths),
    reward: rewardOf(raw.reward ?? raw.rewards),
    status: statusOf(raw),
    prompt: promptOf(raw.prompt),
    removed: raw.remove_sample === true || undefined,
    response: textIn(raw.response),
    segment: place.index,
    sparse: place.sparse,
    compacted: place.compacted,
    floats: {},
  }
  const messages = messagesOf(raw.messages)
  if (messages.length > 0) sample.messages = messages
  const rollout = sample.rollout ?? sample.index
  const list = async (name: string) => {
    const value = raw[name]
    if (value === undefined || value === null) return undefined
    const got = await numbers(value)
    if (got !== undefined && typeof got !== 'string') return got
    throw new BadField(name, `\`${name}\` is ${got ?? show(value)}; a list of numbers is needed.`)
  }
  try {
    sample.tokens = await list('tokens')
    sample.mask = (await list('loss_mask')) ?? (await list('loss_masks'))
    for (const [name, column] of LISTS) {
      const values = await list(name)
      if (values && values.length > 0) sample.floats[column] = values
    }
    checkLengths(sample)
    return { sample }
  } catch (error) {
    if (error instanceof BadField) return { fault: { ...error.fault, line }, rollout }
    throw error
  }
}

class BadField extends Error {
  readonly fault: Fault
  constructor(field: string, message: string, code = 'bad-type') {
    super(message)
    this.fault = { code, field, message }
  }
}

function checkLengths(sample: Sample): void {
  const { tokens, responseLength: length, mask, floats } = sample
  if (length === undefined) return
  if (tokens && length > tokens.length) {
    const message = `\`response_length\` is ${length} but there are ${tokens.length} tokens.`
    throw new BadField('response_length', message, 'bad-length')
  }
  const columns = LISTS.map(([name, column]) => [name, floats[column]] as const)
  for (const [name, list] of [['loss_mask', mask] as const, ...columns]) {
    if (!list || list.length === length) continue
    const message = `\`${name}\` has ${list.length} entries but the response has ${length} tokens.`
    throw new BadField(name, message, 'bad-length')
  }
}

/** Both kinds of metadata, and what verl's forks call extra fields. */
function metadataOf(raw: JsonObject): JsonObject {
  const both = [raw.metadata, raw.train_metadata].filter(isObject)
  return Object.assign(Object.create(null), ...both)
}

const textIn = (x: unknown): string | undefined => (typeof x === 'string' ? x : undefined)

/** A number, or the score in a dict of scores. */
export function rewardOf(x: unknown): number | undefined {
  if (typeof x === 'number') return Number.isFinite(x) ? x : undefined
  if (typeof x === 'boolean') return Number(x)
  return isObject(x) ? rewardOf(x.score ?? x.reward) : undefined
}

function statusOf(raw: JsonObject): string | undefined {
  if (typeof raw.status === 'string') return raw.status
  const cut = raw.truncated
  return cut === true || cut === 1 ? 'truncated' : undefined
}

export function endedOf(status: string | undefined): Ended {
  if (status === 'completed') return 'terminated'
  if (status === 'truncated') return 'truncated'
  return status === 'aborted' || status === 'failed' ? 'error' : 'unknown'
}

function promptOf(prompt: unknown): string | undefined {
  if (typeof prompt === 'string') return prompt || undefined
  const texts = messagesOf(prompt).map(({ role, text }) => `${role}: ${text}`)
  return texts.join('\n') || textOf(prompt) || undefined
}
