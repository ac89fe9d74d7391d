/** Start of the page: the link in the address bar decides what opens. */
import type { StoreApi } from 'zustand/vanilla'
import { clipMiddle } from '../trace/clip.ts'
import type { Client } from '../worker/client.ts'
import { createSegueStore } from './create.ts'
import type { DecodedLink } from './decoded-link.ts'
import { DEFAULT_DOCUMENT, type DocumentState } from './document.ts'
import type { Links } from './links.ts'
import type { Notice, SegueState } from './store.ts'
import type { LateTools } from './tools.ts'
import { baseAddress, connectAddressBar, type Page, readAddress, unknownEngine } from './url.ts'

/** What comes after the first picture. */
export interface Later {
  readonly links: Links
  readonly tools: LateTools
}
/** After a frame's callbacks the browser still has to draw it; all cores computing would hold that up. */
const RASTER_MS = 4

/**
 * Reads the address bar, opens what it names (the first sample where it names nothing readable) and
 * keeps it up to date. Where there is a link, `links` has been fetched. `preset` replaces defaults where there is
 * no link, e.g. the browser's language.
 */
export function startStore(
  client: Client,
  page: Page & Pick<Window, 'requestAnimationFrame' | 'performance'>,
  { links, tools }: Later,
  preset: Partial<Pick<DocumentState, 'language' | 'theme'>> = {},
): StoreApi<SegueState> {
  const decoded = readAddress(page, links.here())
  const initial = decoded.kind === 'ok' ? decoded.document : { ...DEFAULT_DOCUMENT, ...preset }
  const store = createSegueStore(client, initial, {
    environment: {
      base: baseAddress(page),
      links,
      onNextFrame: (callback) => page.requestAnimationFrame(callback),
      afterPainting: (callback) =>
        page.requestAnimationFrame(() => page.setTimeout(callback, RASTER_MS)),
      now: () => page.performance.now(),
      after: (ms, callback) => {
        const timer = page.setTimeout(callback, ms)
        return () => page.clearTimeout(timer)
      },
    },
    tools,
    notices: [...noticesOf(decoded), ...engineNotices(page)],
  })
  connectAddressBar(store, page)
  return store
}

function engineNotices(page: Page): readonly Notice[] {
  const asked = unknownEngine(page)
  return asked === undefined ? [] : [{ kind: 'engine-unknown', asked: clipMiddle(asked) }]
}

function noticesOf(decoded: DecodedLink): readonly Notice[] {
  switch (decoded.kind) {
    case 'empty':
      return []
    case 'newer':
      return [{ kind: 'link-newer', version: decoded.version, instead: 'sample' }]
    case 'broken':
      return [{ kind: 'link-broken', detail: decoded.detail, instead: 'sample' }]
    case 'ok':
      return decoded.details.count > 0
        ? [{ kind: 'link-partly-read', details: decoded.details }]
        : []
  }
}
