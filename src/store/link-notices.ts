/** What is said of a link that was read. Pure. */
import type { DecodedLink } from './decoded-link.ts'
import type { Instead, Notice } from './store.ts'

/** @param instead what is on the screen if the link cannot be opened */
export function noticesOf(decoded: DecodedLink, instead: Instead): readonly Notice[] {
  switch (decoded.kind) {
    case 'empty':
      return []
    case 'newer':
      return [{ kind: 'link-newer', version: decoded.version, instead }]
    case 'broken':
      return [{ kind: 'link-broken', detail: decoded.detail, instead }]
    case 'ok':
      return decoded.details.count > 0
        ? [{ kind: 'link-partly-read', details: decoded.details }]
        : []
  }
}
