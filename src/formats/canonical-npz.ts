/** Canonical columns as an npz archive (`numpy.savez`). */
import { readTable, TABLE_KEYS } from './canonical-table.ts'
import { type NpyArray, NpyError, readNpy } from './containers/npy.ts'
import { unzip } from './containers/zip.ts'
import type { Format } from './types.ts'

const EXPORTER = 'Save text as numpy str arrays (dtype <U) and numbers as number arrays.'

export const canonicalNpz: Format = {
  id: 'canonical-npz',
  label: 'canonical trace (npz)',

  sniff(head) {
    if (head.kind !== 'zip') return undefined
    const found = TABLE_KEYS.filter((key) => head.names.includes(`${key}.npy`)).length
    return found > 0 ? 0.5 + found / 6 : undefined
  },

  open: () => ({
    async file(source, sink) {
      const members = unzip(await source.bytes(), (name) => name.endsWith('.npy'))
      const columns = new Map<string, NpyArray>()
      for (const [member, bytes] of Object.entries(members)) {
        const name = member.slice(0, -'.npy'.length)
        try {
          columns.set(name, readNpy(bytes))
        } catch (error) {
          if (!(error instanceof NpyError)) throw error
          const message = `array \`${name}\` is left out: ${error.message} ${EXPORTER}`
          const code = error.message.includes('pickled') ? 'object-dtype' : 'bad-npy'
          sink.reject(undefined, { code, field: name, message })
        }
      }
      readTable(columns, sink)
    },
  }),
}
