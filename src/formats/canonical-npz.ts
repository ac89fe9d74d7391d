/** Canonical columns as an npz archive (`numpy.savez`). */
import type { Fault } from '../trace/diagnostic-list.ts'
import { readTable, TABLE_COLUMNS, TABLE_KEYS } from './canonical-table.ts'
import { type NpyArray, NpyError, readNpy } from './containers/npy.ts'
import { checkMembers, unzipMember, type ZipMember } from './containers/zip.ts'
import type { Format, Sink, Source } from './types.ts'

const EXPORTER = 'Save text as numpy str arrays (dtype <U) and numbers as number arrays.'
const EXTENSION = '.npy'

export const canonicalNpz: Format = {
  id: 'canonical-npz',
  label: 'canonical trace (npz)',
  ids: 'canonical-jsonl',

  sniff(head) {
    if (head.kind !== 'zip') return undefined
    const names = new Set(head.members.map((member) => member.name))
    const found = TABLE_KEYS.filter((key) => names.has(`${key}${EXTENSION}`)).length
    return found > 0 ? 0.5 + found / 6 : undefined
  },

  open: () => ({ file: readFile }),
}

async function readFile(source: Source, sink: Sink): Promise<void> {
  const members = new Map<string, ZipMember>()
  const unknown: string[] = []
  for (const member of source.head.kind === 'zip' ? source.head.members : []) {
    if (!member.name.endsWith(EXTENSION)) continue
    const name = member.name.slice(0, -EXTENSION.length)
    // Arrays that no part of Segue uses are not even unpacked.
    if (!TABLE_COLUMNS.has(name)) unknown.push(name)
    else if (!members.has(name)) members.set(name, member)
    else {
      const message = `array \`${name}\` stands twice in the archive; write it once.`
      sink.refuse({ code: 'duplicate-column', field: name, message })
      return
    }
  }
  checkMembers([...members.values()])
  const data = await source.blob()
  const total = [...members.values()].reduce((sum, { packed }) => sum + packed, 1)
  const columns = new Map<string, NpyArray>()
  const unread = new Map<string, Fault>()
  let done = 0
  for (const [name, member] of members) {
    const before = done
    const onBytes = (part: number) =>
      source.control.onBytes(Math.round((source.size * (before + part)) / total))
    const bytes = await unzipMember(data, member, source.control.signal, onBytes)
    done += member.packed
    onBytes(member.packed)
    try {
      columns.set(name, readNpy(bytes))
    } catch (error) {
      if (!(error instanceof NpyError)) throw error
      const message = `array \`${name}\` is left out: ${error.message} ${EXPORTER}`
      const code = error.message.includes('pickled') ? 'object-dtype' : 'bad-npy'
      unread.set(name, { code, field: name, message })
    }
  }
  await readTable({ columns, unread, unknown }, source, sink)
}
