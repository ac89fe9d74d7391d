/** A link on its way to the screen: what is said of it, and whether its trace is open already. */
import type { Context } from './context.ts'
import type { DecodedLink } from './decoded-link.ts'
import type { DocumentState, TraceSource } from './document.ts'
import { fitted } from './fit.ts'
import type { Opening } from './opening.ts'
import { same } from './properties.ts'
import { isSameSource } from './sources.ts'

export interface LinkParts {
  readonly opening: Pick<Opening, 'openDocument' | 'begun' | 'cancel'>
  readonly stopTravel: () => void
  /** Another document of the same trace, as a step that can be undone. */
  readonly turn: (document: DocumentState) => void
}

export function openDecoded(context: Context, parts: LinkParts, decoded: DecodedLink): void {
  const { environment, get, dropLinkNotices, notify } = context
  if (decoded.kind !== 'empty') dropLinkNotices()
  const instead = get().data.summary ? 'open-trace' : 'sample'
  const notices = environment.links.here()?.noticesOf(decoded, instead) ?? []
  for (const notice of notices) notify(notice)
  if (decoded.kind === 'ok') openDocument(context, parts, decoded.document)
}

function openDocument(
  { environment, get, notePartly }: Context,
  { opening, stopTravel, turn }: LinkParts,
  said: DocumentState,
) {
  const { document: before, data, tasks } = get()
  const link = { ...said, language: said.language ?? before.language }
  const { summary, whole: table } = data
  stopTravel()
  const { source: open } = before
  const codec = environment.links.here()
  // A sample that is open stands in for a file that the link does not carry.
  const standsIn = open.kind === 'sample' && !tasks.opening
  const document = (standsIn && codec?.standInFor(link, open.id)) || link
  const isOpen = summary && !opening.begun() && isOpenAlready(document.source, open)
  if (!isOpen || !table) return opening.openDocument(() => document)
  opening.cancel()
  // A file is open as it was mapped, whatever the link says of it.
  const { source, map } = open.kind === 'file' ? before : document
  turn(fitted({ ...document, map }, source, { summary, table }))
  notePartly(codec?.misfits(document, { table }) ?? [])
}

/** Whether what a link names is the trace that is open; a file it names is known by its name only. */
const isOpenAlready = (named: TraceSource, open: TraceSource): boolean =>
  named.kind === 'file' ? same(named, open) : isSameSource(named, open)
