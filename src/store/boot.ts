/** Start of the page: the link in the address bar decides what opens. */
import type { StoreApi } from 'zustand/vanilla'
import { clipMiddle } from '../trace/clip.ts'
import type { Client } from '../worker/client.ts'
import { createSegueStore } from './create.ts'
import { DEFAULT_DOCUMENT } from './document.ts'
import type { Links } from './links.ts'
import type { Notice, SegueState } from './store.ts'
import type { LateTools } from './tools.ts'
import { baseAddress, connectAddressBar, hasLink, type Page, unknownEngine } from './url.ts'

/** What comes after the first picture. */
export interface Later {
  readonly links: Links
  readonly tools: LateTools
}
/** After a frame's callbacks the browser still has to draw it; all cores computing would hold that up. */
const RASTER_MS = 4

/**
 * Reads the address bar, opens what it names (the first sample where it names nothing readable) and
 * keeps it up to date. Where there is a link, `links` has been fetched.
 */
export function startStore(
  client: Client,
  page: Page & Pick<Window, 'requestAnimationFrame' | 'performance'>,
  { links, tools }: Later,
): StoreApi<SegueState> {
  const codec = links.here()
  const decoded = codec?.decodeLink(page.location.hash)
  const initial = decoded?.kind === 'ok' ? decoded.document : DEFAULT_DOCUMENT
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
    notices: [
      ...(decoded ? (codec?.noticesOf(decoded, 'sample') ?? []) : unreadNotices(page)),
      ...engineNotices(page),
    ],
  })
  connectAddressBar(store, page)
  return store
}

const unreadNotices = (page: Page): readonly Notice[] =>
  hasLink(page)
    ? [
        {
          kind: 'link-broken',
          detail: 'What reads links could not be loaded; reload the page.',
          instead: 'sample',
        },
      ]
    : []

function engineNotices(page: Page): readonly Notice[] {
  const asked = unknownEngine(page)
  return asked === undefined ? [] : [{ kind: 'engine-unknown', asked: clipMiddle(asked) }]
}
