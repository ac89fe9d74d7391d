/** What is said of a link that was read. Pure. */
import type { Refusal } from '../trace/diagnostics.ts'
import { type DecodedLink, detailsOf, joinDetails } from './decoded-link.ts'
import type { TraceSource } from './document.ts'
import { sourceName } from './sources.ts'
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

/** The trace that the link names could not be opened. */
export const brokenTrace = (
  source: TraceSource,
  refusals: readonly Refusal[],
  instead: Instead,
): Notice => ({
  kind: 'link-broken',
  detail:
    source.kind === 'sample'
      ? `This version has no sample “${sourceName(source)}”.`
      : (refusals[0]?.diagnostics[0]?.message ?? 'The trace in it (d=…) could not be read.'),
  instead,
})

/** What else of a link could not be used, after what is said already; undefined where there is nothing. */
export function partlyRead(
  notices: readonly Notice[],
  sentences: readonly string[],
): Notice | undefined {
  if (sentences.length === 0) return undefined
  const shown = notices.find((notice) => notice.kind === 'link-partly-read')
  const details = joinDetails(shown?.details ?? detailsOf([]), detailsOf(sentences))
  return { kind: 'link-partly-read', details }
}
