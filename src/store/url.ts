/**
 * The address bar: the only place that touches `location` and `history`. It always holds the current
 * link, by `replaceState`, so Back leaves the page instead of walking through slider positions.
 */
import type { StoreApi } from 'zustand/vanilla'
import { ENGINE_IDS, type EngineId } from '../engine/engine.ts'
import type { SegueState } from './store.ts'

/** What is used of `window`. */
export type Page = Pick<
  Window,
  | 'location'
  | 'history'
  | 'addEventListener'
  | 'removeEventListener'
  | 'setTimeout'
  | 'clearTimeout'
>

/** Safari allows 100 replaceState calls in 30 s; a drag makes 60 edits a second. */
const DEBOUNCE_MS = 250

/** The address without query and hash, from which links are made; right under any sub-path. */
export const baseAddress = (page: Page): string => page.location.href.replace(/[?#].*$/s, '')

/** Whether the address has something that may be a link. */
export const hasLink = (page: Page): boolean => page.location.hash.length > 1

const engineParameter = (page: Page): string =>
  new URLSearchParams(page.location.search).get('engine') ?? ''

/** `?engine=reference|cpu|webgpu`; anything else counts as absent. */
export const readEngineParameter = (page: Page): EngineId | undefined =>
  ENGINE_IDS.find((id) => id === engineParameter(page))

/** What `?engine=` says if no engine has that name. */
export const unknownEngine = (page: Page): string | undefined =>
  readEngineParameter(page) ? undefined : engineParameter(page) || undefined

/** Keeps the address bar and the store in step. Returns a function that stops it. */
export function connectAddressBar(store: StoreApi<SegueState>, page: Page): () => void {
  let timer: number | undefined
  let written = page.location.hash

  const write = () => {
    page.clearTimeout(timer)
    timer = undefined
    const { link } = store.getState().tasks
    const hash = link.slice(link.indexOf('#'))
    if (hash === page.location.hash) return
    written = hash
    const { pathname, search } = page.location
    try {
      page.history.replaceState(page.history.state, '', pathname + search + hash)
    } catch {
      // A sandboxed frame may forbid it; the share dialog still has the link.
    }
  }
  const writeSoon = () => {
    page.clearTimeout(timer)
    timer = page.setTimeout(write, DEBOUNCE_MS)
  }
  const flush = () => {
    if (timer !== undefined) write()
  }
  const read = () => {
    const { hash } = page.location
    if (hash === written) return
    written = hash
    page.clearTimeout(timer)
    store.getState().actions.openLink(hash)
    // An anchor such as #main, or a link that could not be read, makes way for the current link.
    writeSoon()
  }
  const unsubscribe = store.subscribe(({ tasks }, before) => {
    if (tasks.link !== before.tasks.link || tasks.opening !== before.tasks.opening) writeSoon()
  })
  page.addEventListener('hashchange', read)
  page.addEventListener('pagehide', flush)
  writeSoon()
  return () => {
    unsubscribe()
    page.clearTimeout(timer)
    page.removeEventListener('hashchange', read)
    page.removeEventListener('pagehide', flush)
  }
}
