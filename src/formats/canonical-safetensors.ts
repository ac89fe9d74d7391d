/** Canonical columns as a safetensors file; string columns are JSON lists in `__metadata__`. */

import { CANONICAL_COLUMNS } from './canonical-row.ts'
import { readTable } from './canonical-table.ts'
import { parseTolerantly } from './containers/json.ts'
import type { NpyArray } from './containers/npy.ts'
import { headerLength, readHeader, tensorData } from './containers/safetensors.ts'
import type { Format, Sink } from './types.ts'

export const canonicalSafetensors: Format = {
  id: 'canonical-safetensors',
  label: 'canonical trace (safetensors)',

  sniff: (head) =>
    head.kind === 'binary' && headerLength(head.bytes) !== undefined ? 0.8 : undefined,

  open: () => ({
    async file(source, sink) {
      const bytes = await source.bytes()
      const result = readHeader(bytes)
      if ('faults' in result) {
        for (const fault of result.faults) sink.refuse(fault)
        return
      }
      const { tensors, metadata } = result.header
      const columns = new Map<string, NpyArray>()
      for (const tensor of tensors) {
        const { name, dtype, shape } = tensor
        const data = tensorData(bytes, tensor)
        if (data) columns.set(name, { descr: dtype, shape, data })
        else {
          const message = `tensor \`${name}\` is left out: dtype ${dtype} is not read; save it as F32.`
          sink.reject(undefined, { code: 'bad-dtype', field: name, message })
        }
      }
      for (const [name, text] of Object.entries(metadata)) {
        const list = stringList(name, text, sink)
        if (list) columns.set(name, { descr: 'JSON list', shape: [list.length], data: list })
      }
      readTable(columns, sink)
    },
  }),
}

/** A string column, or undefined for other metadata (`format`, …). */
function stringList(name: string, text: string, sink: Sink): readonly string[] | undefined {
  if (!CANONICAL_COLUMNS.has(name)) return undefined
  const { value, problem } = parseTolerantly(text, () => true)
  if (Array.isArray(value)) {
    return value.map((x) => (x === null ? '' : typeof x === 'object' ? JSON.stringify(x) : `${x}`))
  }
  const message = `\`__metadata__\`.${name} is left out: ${problem?.message ?? 'it is no JSON list.'}`
  sink.reject(undefined, { code: 'bad-type', field: name, message })
  return undefined
}
