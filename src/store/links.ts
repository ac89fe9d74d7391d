/** Links as the rest of the store sees them: what reads and writes them (`link.ts`) comes after the first picture. */

import { type Late, late } from '../trace/late.ts'
import type { DecodedLink } from './decoded-link.ts'
import { DEFAULT_DOCUMENT, type DocumentState, type TraceSource } from './document.ts'
import type { brokenTrace, noticesOf, partlyRead } from './link-notices.ts'
import type { misfits, otherFile, tokenMisfit } from './misfits.ts'
import { PROPERTY_KEYS, same } from './properties.ts'
import type { awaitedIn, standInFor } from './stand-in.ts'
import type { SegueState } from './store.ts'

export interface LinkCodec {
  readonly encodeLink: (document: DocumentState, payload?: string) => string
  readonly decodeLink: (link: string) => DecodedLink
  readonly misfits: typeof misfits
  readonly tokenMisfit: typeof tokenMisfit
  readonly otherFile: typeof otherFile
  readonly standInFor: typeof standInFor
  readonly noticesOf: typeof noticesOf
  readonly partlyRead: typeof partlyRead
  readonly brokenTrace: typeof brokenTrace
  readonly awaitedIn: typeof awaitedIn
}

export type Links = Late<LinkCodec>

export const lateLinks = (): Links => late(() => import('./link.ts'))

/** The link of the page as it starts, which needs no codec. */
export const FIRST_LINK = '#v=1&sample=search'

export const isFirst = (document: DocumentState): boolean =>
  same(document.source, DEFAULT_DOCUMENT.source) &&
  PROPERTY_KEYS.every((key) => same(document[key], DEFAULT_DOCUMENT[key]))

/** The file that a link waits for, behind a stand-in or beside what is open. */
export const awaitedSource = ({
  document: { source },
  tasks,
}: Pick<SegueState, 'document' | 'tasks'>): TraceSource | undefined =>
  (source.kind === 'sample' && source.standsFor?.source) ||
  tasks.notices.find((notice) => notice.kind === 'link-needs-file')?.document.source

/** Longest link that carries a trace, in characters of the whole address; above it a file is offered. */
export const LINK_LIMIT = 8000
