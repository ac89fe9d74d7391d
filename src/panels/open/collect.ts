/** Files out of a drop or a paste: several, whole folders, or plain text. */
import type { OpenInput } from '../../worker/api.ts'

/** Name of pasted text; no format is recognised by its name. */
const PASTED = 'pasted.txt'

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
  return import('../soon.ts').then(({ filesOf }) => filesOf(entries))
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
