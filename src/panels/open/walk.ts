/** Files below what was dropped. */
import type { OpenInput } from '../../worker/api.ts'

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A reader hands out at most 100 entries a call (Chromium), so it is asked until it has no more. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

/** All files below an entry, named by their path inside the drop, folders in name order. */
async function walk(entry: FileSystemEntry): Promise<readonly OpenInput[]> {
  if (isFile(entry)) {
    return [{ name: entry.fullPath.replace(/^\//, ''), data: await fileOf(entry) }]
  }
  if (!isFolder(entry)) return []
  const children = [...(await childrenOf(entry))].sort((one, other) =>
    one.name.localeCompare(other.name, 'en', { numeric: true }),
  )
  const nested = await Promise.all(children.map(walk))
  return nested.flat()
}

/** All of them, folders in name order. */
export async function filesOf(entries: readonly FileSystemEntry[]): Promise<readonly OpenInput[]> {
  return (await Promise.all(entries.map(walk))).flat()
}
