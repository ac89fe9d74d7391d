/** Files out of a drop or a paste: several, whole folders, or plain text. */
import type { OpenInput } from '../../worker/api.ts'

/** Name of pasted text; no format is recognised by its name. */
const PASTED = 'pasted.txt'

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

export const inputsOf = (files: Iterable<File>): readonly OpenInput[] =>
  Array.from(files, (file) => ({ name: file.name, data: file }))

/** What was dropped. Must be called inside the event: afterwards the browser empties the transfer. */
export function dropped(transfer: DataTransfer): Promise<readonly OpenInput[]> {
  const entries = Array.from(transfer.items, (item) =>
    item.kind === 'file' ? item.webkitGetAsEntry() : null,
  ).filter((entry) => entry !== null)
  // Files made by a script have no entry, only a File.
  const files = inputsOf(transfer.files)
  if (entries.length === 0) return Promise.resolve(files)
  return Promise.all(entries.map(walk)).then((nested) => nested.flat())
}

export type Pasted =
  | { readonly kind: 'files'; readonly inputs: readonly OpenInput[] }
  /** The text is a share link of this page. */
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'nothing' }

const LINK = /^(?:https?:\/\/\S*)?#v=\d\S*$/

/** Files win over text; text becomes a file, unless it is a share link. */
export function pasted(transfer: Pick<DataTransfer, 'files' | 'getData'>): Pasted {
  const inputs = inputsOf(transfer.files)
  if (inputs.length > 0) return { kind: 'files', inputs }
  const text = transfer.getData('text/plain')
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'nothing' }
  if (LINK.test(trimmed)) return { kind: 'link', link: trimmed }
  return { kind: 'files', inputs: [{ name: PASTED, data: new Blob([text]) }] }
}

/** Fields keep their own paste, and letters typed into them are no shortcuts. */
export const isEditable = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type=range], [type=checkbox], [type=radio])'))
