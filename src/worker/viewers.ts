/** The views, one function per kind. Adding one: its types in views.ts, one line here. */
import { fetchWork } from '../credit/work.ts'
import type { Viewer } from './viewing.ts'
import type { ViewKind } from './views.ts'

type Viewers = { readonly [K in ViewKind]: Viewer<K> }

/** Few visits ask for any: each kind is a chunk of its own. */
const LOADERS: { readonly [K in ViewKind]: () => Promise<() => Viewer<K>> } = {
  groups: async () => {
    const { groupsView } = await import('./groups.ts')
    return () => groupsView
  },
  conventions: async () => (await import('./conventions.ts')).createConventionsViewer,
  reproduction: async () => (await import('./reproduction.ts')).createReproductionViewer,
}

/** Loads all kinds ahead. */
export const loadViewers = (): Promise<unknown> =>
  Promise.all(Object.values(LOADERS).map((load) => load()))

/** One set per session: what costs more than a glance, a viewer keeps from one answer to the next. */
export const createViewers = (): Viewers => ({
  groups: late(LOADERS.groups),
  conventions: late(LOADERS.conventions),
  reproduction: late(LOADERS.reproduction),
})

/** Loads at the first question, and after a failure at the next one again. */
function late<K extends ViewKind>(load: () => Promise<() => Viewer<K>>): Viewer<K> {
  let viewer: Viewer<K> | undefined
  return async (viewing) => {
    if (!viewer) {
      // A view may compare methods that nobody has chosen.
      const [make] = await Promise.all([load(), fetchWork()])
      viewer = make()
    }
    return viewer(viewing)
  }
}
