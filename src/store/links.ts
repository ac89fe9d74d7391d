/** Links as the rest of the store sees them: what reads and writes them (`link.ts`) comes after the first picture. */

import { type Late, late } from '../trace/late.ts'
import type { DecodedLink } from './decoded-link.ts'
import { DEFAULT_DOCUMENT, type DocumentState } from './document.ts'
import type { misfits, otherFile, tokenMisfit } from './misfits.ts'
import { PROPERTY_KEYS, same } from './properties.ts'

export interface LinkCodec {
  readonly encodeLink: (document: DocumentState, payload?: string) => string
  readonly decodeLink: (link: string) => DecodedLink
  readonly misfits: typeof misfits
  readonly tokenMisfit: typeof tokenMisfit
  readonly otherFile: typeof otherFile
}

export type Links = Late<LinkCodec>

export const lateLinks = (): Links => late(() => import('./link.ts'))

/** The link of the page as it starts, which needs no codec. */
export const FIRST_LINK = '#v=1&sample=search'

export const isFirst = (document: DocumentState): boolean =>
  same(document.source, DEFAULT_DOCUMENT.source) &&
  PROPERTY_KEYS.every((key) => same(document[key], DEFAULT_DOCUMENT[key]))

/** Longest link that carries a trace, in characters of the whole address; above it a file is offered. */
export const LINK_LIMIT = 8000
