/**
 * The reply of miles' `POST /sessions/{id}/samples`: safetensors of `{field}.{sample}` and of the other fields
 * as JSON in `_samples_meta`. Source: radixark/miles @31f1ca96 `miles/rollout/session/samples/codec.py`.
 */
import type { Fault } from '../trace/diagnostic-list.ts'
import { isObject, type JsonObject } from './canonical-row.ts'
import { rangeOf } from './containers/bytes.ts'
import { parseTolerantly } from './containers/json.ts'
import { headerLength, readHeader, type TensorEntry, tensorData } from './containers/safetensors.ts'
import type { SourceControl } from './types.ts'

const META = '_samples_meta'
const FIELD = /^(\w+)\.(\d+)$/
const IN_HEADER =
  /"(?:_samples_meta|(?:tokens|loss_mask|rollout_log_probs|rollout_routed_experts)\.\d+)"\s*:/

/** Whether the beginning of a file is that of such a reply. */
export const isWire = (start: Uint8Array): boolean =>
  headerLength(start) !== undefined && IN_HEADER.test(new TextDecoder('latin1').decode(start))

/** One dict per sample, as a rollout dump has it, or why there is none. */
export async function wireSamples(
  file: Blob,
  control: SourceControl,
): Promise<{ readonly samples: readonly JsonObject[] } | { readonly faults: readonly Fault[] }> {
  const result = await readHeader(file)
  if ('faults' in result) return result
  const { tensors } = result.header
  const meta = tensors.find(({ name, dtype }) => name === META && dtype === 'U8')
  if (!meta) return refused(`\`${META}\` is missing, or no tensor of dtype U8.`)
  const text = new TextDecoder().decode(await rangeOf(file, meta.begin, meta.end, control.signal))
  const { value, problem } = parseTolerantly(text, () => false)
  const samples = isObject(value) ? value.samples : undefined
  if (problem || !Array.isArray(samples) || !samples.every(isObject)) {
    return refused(`\`${META}\` is no JSON object with a list \`samples\` of objects.`)
  }
  if (samples.length === 0) {
    const why = isObject(value) && typeof value.empty_reason === 'string' ? value.empty_reason : ''
    return refused(`the session gave no samples${why && ` (${why.slice(0, 80)})`}.`, 'no-samples')
  }
  const filled = samples.map(
    ({ nulls: _, ...sample }): Record<string, unknown> =>
      Object.assign(Object.create(null), sample),
  )
  for (const tensor of tensors) {
    const [, field, k] = FIELD.exec(tensor.name) ?? []
    // Tensors of more than one axis (routed experts, …) say nothing about credit.
    if (field === undefined || !filled[Number(k)] || tensor.shape.length !== 1) continue
    filled[Number(k)][field] = await numbersOf(file, tensor, control)
    control.onBytes(tensor.end)
  }
  return { samples: filled }
}

const refused = (message: string, code = 'bad-type') => ({
  faults: [{ code, field: META, message }],
})

async function numbersOf(file: Blob, { dtype, begin, end }: TensorEntry, control: SourceControl) {
  const data = tensorData(await rangeOf(file, begin, end, control.signal), dtype)
  return data instanceof BigInt64Array || data instanceof BigUint64Array
    ? Float64Array.from(data as Iterable<bigint>, Number)
    : data
}
