/** What a link says, and what of it could not be used. */
import type { DocumentState } from './document.ts'

export type DecodedLink =
  | { readonly kind: 'empty' }
  | {
      readonly kind: 'ok'
      readonly document: DocumentState
      /** Name of the file that the link was made from but does not carry. */
      readonly needsFile?: string
      /** What could not be read and has its default. */
      readonly details: LinkDetails
    }
  | { readonly kind: 'newer'; readonly version: string }
  /** `detail` is a sentence. */
  | { readonly kind: 'broken'; readonly detail: string }

/** One sentence per part of a link that could not be used; the first few of them, and their number. */
export interface LinkDetails {
  readonly first: readonly string[]
  readonly count: number
}

/** A link can have 100,000 wrong parts; nobody reads more than a few sentences about them. */
export const KEPT_DETAILS = 20

export const detailsOf = (sentences: readonly string[]): LinkDetails => ({
  first: sentences.slice(0, KEPT_DETAILS),
  count: sentences.length,
})

export const joinDetails = (some: LinkDetails, more: LinkDetails): LinkDetails => ({
  first: [...some.first, ...more.first].slice(0, KEPT_DETAILS),
  count: some.count + more.count,
})
