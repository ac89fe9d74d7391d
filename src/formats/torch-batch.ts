/**
 * A saved batch of padded tensors, one row a segment: what `torch.save` writes of a dict of them, or of a list of such
 * dicts (OpenRLHF's experiences, the dicts inside of verl's, SkyRL's and ROLL's batches). Names as in `segue_export.py`.
 */
import type { FloatColumnName } from '../trace/batch.ts'
import type { CanonicalRow, Numbers } from '../trace/rows.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { finite, nameOf } from './fields.ts'
import type { Fault, Format, FormatReader, Head, Sink, Source } from './types.ts'
import { splitUid } from './verl-rows.ts'

const IDS = ['responses', 'response_ids', 'output_ids', 'sequences', 'input_ids']
const FLOATS: readonly (readonly [FloatColumnName, readonly string[]])[] = [
  ['values', ['values']],
  ['advantages', ['advantages']],
  ['returns', ['returns']],
  ['old_log_probs', ['old_log_probs', 'old_log_prob', 'action_log_probs', 'old_logprobs']],
  ['rollout_log_probs', ['rollout_log_probs', 'rollout_logprobs', 'infer_logprobs']],
  ['log_probs', ['log_probs', 'logprobs']],
  ['rewards', ['token_level_rewards', 'token_level_scores', 'rm_scores', 'rewards', 'scores']],
]
const MASKS = ['response_mask', 'loss_mask', 'response_level_mask', 'action_mask']
const OUTCOMES = ['episode_scores', 'reward', 'rewards', 'score', 'scores', 'raw_reward']
const ROLLOUTS = ['rollout_id', 'traj_id', 'trajectory_id', 'request_id']
const GROUPS = ['uid', 'uids', 'group_id', 'traj_group_id', 'prompt_id']

type Batch = JsonObject
type Columns = ReadonlyMap<string, Numbers>

/** [rows, columns] of a tensor of two axes. */
function shapeOf(x: unknown): readonly [rows: number, columns: number] | undefined {
  const size = isObject(x) && Array.isArray(x.size) ? (x.size as readonly number[]) : []
  return size.length === 2 ? [size[0], size[1]] : undefined
}

const firstIn = (batch: Batch, names: readonly string[]) =>
  names.find((name) => shapeOf(batch[name]) !== undefined)

/** Columns whose width is that of the response. */
const WIDE = [...IDS.slice(0, 3), ...FLOATS.slice(0, 4).flatMap(([, names]) => names)]

const isBatch = (x: unknown): x is Batch =>
  isObject(x) &&
  firstIn(x, [...MASKS, 'attention_mask']) !== undefined &&
  firstIn(x, [...IDS, ...WIDE]) !== undefined

function batchesOf(head: Head): readonly Batch[] {
  if (head.kind !== 'torch') return []
  const { root } = head.file
  const found = (Array.isArray(root) ? root : [root]).map((one: unknown) => {
    if (!isObject(one) || !isObject(one.batch)) return one
    const [other, about] = [one.non_tensor_batch, one.meta_info].map((x) => (isObject(x) ? x : {}))
    return { ...about, ...other, ...one.batch }
  })
  return found.length > 0 && found.every(isBatch) ? found : []
}

export const torchBatch: Format = {
  id: 'torch-batch',
  label: 'batch of tensors (.pt)',
  sniff: (head) => (batchesOf(head).length > 0 ? 0.4 : undefined),
  open: () => new BatchReader(),
}

class BatchReader implements FormatReader {
  #samples = 0
  #rows = 0

  async file({ head, control, size, pause }: Source, sink: Sink): Promise<void> {
    if (head.kind !== 'torch') return
    const { numbers, release } = head.file
    for (const batch of batchesOf(head)) {
      const columns = new Map<string, Numbers>()
      const [rows] = shapeOf(batch[firstIn(batch, [...MASKS, 'attention_mask']) ?? '']) ?? [0]
      for (const name of [...IDS, ...MASKS, 'attention_mask', ...FLOATS.flatMap(([, n]) => n)]) {
        if (shapeOf(batch[name])?.[0] !== rows) continue
        const list = await numbers(batch[name])
        if (list && typeof list !== 'string') columns.set(name, list)
        await pause()
      }
      const outcomes = await outcomesOf(batch, rows, numbers)
      const fault = this.#take(batch, columns, outcomes, sink)
      if (fault) sink.refuse(fault)
      for (const list of columns.values()) release(list)
    }
    control.onBytes(size)
  }

  #take(
    batch: Batch,
    columns: Columns,
    outcomes: Numbers | undefined,
    sink: Sink,
  ): Fault | undefined {
    const has = (names: readonly string[]) => names.find((name) => columns.has(name))
    const policy = columns.has('loss_mask') ? 'loss_mask' : has(MASKS)
    const window = has(MASKS) ?? 'attention_mask'
    const [rows, full] = shapeOf(batch[window]) ?? [0, 0]
    const width = shapeOf(batch[has(WIDE) ?? window])?.[1] ?? full
    if (policy === undefined) sink.maskDerived('response')
    if (width > full) {
      const message = `\`${window}\` has ${full} columns but the response has ${width}; they must fit.`
      return { code: 'bad-length', field: window, message }
    }
    /** The last `width` columns of row `r`; undefined where the tensor has fewer. */
    const tail = (name: string | undefined, r: number) => {
      const own = name === undefined ? undefined : shapeOf(batch[name])?.[1]
      const list = name === undefined ? undefined : columns.get(name)
      if (!list || own === undefined || own < width) return undefined
      return list.slice(r * own + own - width, (r + 1) * own)
    }
    for (let r = 0; r < rows; r++) {
      const response = tail(window, r) ?? []
      const attended = tail('attention_mask', r) ?? response
      const end = width - backwards(attended, response)
      const from = Math.max(0, response.indexOf(1))
      const cut = (list: Numbers | undefined) => list?.slice(from, Math.max(from, end))
      const floats = FLOATS.map(([column, names]) => [column, cut(tail(has(names), r))] as const)
      const row: CanonicalRow = {
        ...idsOf(batch, r, ++this.#samples),
        response_mask: Uint8Array.from(cut(tail(policy ?? window, r)) ?? [], (bit) => bit),
        ...Object.fromEntries(floats.filter(([, list]) => list !== undefined)),
        response_ids: cut(tail(has(IDS), r)),
        prompt_length: promptLength(batch, columns, r, width - from),
        reward: outcomes?.[r],
        ended: 'unknown',
      }
      sink.row(row, { line: ++this.#rows, step: finite(batch.global_steps ?? batch.global_step) })
    }
    return undefined
  }
}

/** Columns behind the last one that either list attends to. */
function backwards(a: Numbers, b: Numbers): number {
  let n = 0
  while (n < a.length && a[a.length - 1 - n] !== 1 && b[b.length - 1 - n] !== 1) n++
  return n
}

/** Attended tokens before the last `behind` columns. */
function promptLength(batch: Batch, columns: Columns, r: number, behind: number): number {
  const list = columns.get('attention_mask')
  const [, own = 0] = shapeOf(batch.attention_mask) ?? []
  let length = 0
  for (let k = r * own; k < (r + 1) * own - behind; k++) if (list?.[k] === 1) length++
  return length
}

/** One number per row; vectors of any other length belong to something else. */
async function outcomesOf(
  batch: Batch,
  rows: number,
  numbers: (value: unknown) => Promise<Numbers | string | undefined>,
): Promise<Numbers | undefined> {
  for (const name of OUTCOMES) {
    if (shapeOf(batch[name])) continue
    const list = await numbers(batch[name])
    const fits = list !== undefined && typeof list !== 'string' && list.length === rows
    if (fits && list.every((x: unknown) => Number.isFinite(x))) return list
  }
  return undefined
}

function idsOf(
  batch: Batch,
  r: number,
  sample: number,
): Pick<CanonicalRow, 'rollout_id' | 'group_id' | 'segment_index'> {
  const at = (names: readonly string[]) =>
    names
      .map((name) => nameOf(Array.isArray(batch[name]) ? batch[name][r] : undefined))
      .find(Boolean)
  const group = at(GROUPS)
  const rollout = at(ROLLOUTS)
  const key = rollout === undefined && group !== undefined ? splitUid(group) : undefined
  if (key) {
    const ids = { rollout_id: `${key.prompt}_${key.session}`, group_id: key.prompt }
    return { ...ids, segment_index: key.index }
  }
  return { rollout_id: rollout ?? `sample ${sample}`, group_id: group }
}
