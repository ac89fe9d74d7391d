/** Canonical columns as a safetensors file; string columns are JSON lists in `__metadata__`. */
import type { Fault } from '../trace/diagnostic-list.ts'
import { readTable, TABLE_COLUMNS } from './canonical-table.ts'
import { rangeOf } from './containers/bytes.ts'
import { parseTolerantly } from './containers/json.ts'
import type { NpyArray } from './containers/npy.ts'
import { headerLength, readHeader, tensorData } from './containers/safetensors.ts'
import type { Format } from './types.ts'

export const canonicalSafetensors: Format = {
  id: 'canonical-safetensors',
  label: 'canonical trace (safetensors)',
  ids: 'canonical-jsonl',

  sniff: (head) =>
    head.kind === 'binary' && headerLength(head.bytes) !== undefined ? 0.8 : undefined,

  open: () => ({
    async file(source, sink) {
      const { control } = source
      const file = await source.blob()
      const result = await readHeader(file)
      if ('faults' in result) {
        for (const fault of result.faults) sink.refuse(fault)
        return
      }
      const { tensors, metadata } = result.header
      const columns = new Map<string, NpyArray>()
      const unread = new Map<string, Fault>()
      const unknown: string[] = []
      for (const { name, dtype, shape, begin, end } of tensors) {
        if (!TABLE_COLUMNS.has(name)) {
          unknown.push(name)
          continue
        }
        const onBytes = (part: number) =>
          control.onBytes(Math.round((source.size * (begin + part)) / file.size))
        const bytes = await rangeOf(file, begin, end, control.signal, onBytes)
        onBytes(end - begin)
        const data = tensorData(bytes, dtype)
        if (data) columns.set(name, { descr: dtype, shape, data })
        else {
          const message = `tensor \`${name}\` is left out: dtype ${dtype} is not read; save it as F32.`
          unread.set(name, { code: 'bad-dtype', field: name, message })
        }
      }
      for (const [name, text] of Object.entries(metadata)) {
        if (!TABLE_COLUMNS.has(name)) continue
        if (columns.has(name)) {
          const message = `\`${name}\` is a tensor and stands in \`__metadata__\`; write it once.`
          sink.refuse({ code: 'duplicate-column', field: name, message })
          return
        }
        const { value, problem } = parseTolerantly(text, () => true)
        if (Array.isArray(value)) {
          const data = value.map(textOf)
          columns.set(name, { descr: 'JSON list', shape: [data.length], data })
        } else {
          const why = problem?.message ?? 'it is no JSON list.'
          const message = `\`__metadata__\`.${name} is left out: ${why}`
          unread.set(name, { code: 'bad-type', field: name, message })
        }
      }
      await readTable({ columns, unread, unknown }, source, sink)
    },
  }),
}

/** An entry of a string column; null is the empty string, which stands for absent. */
function textOf(entry: unknown): string {
  if (entry === null) return ''
  return typeof entry === 'object' ? JSON.stringify(entry) : `${entry}`
}
