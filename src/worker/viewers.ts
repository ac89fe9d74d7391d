/** The views, one function per kind. Adding one: its types in views.ts, one line here. */
import { createConventionsViewer } from './conventions.ts'
import { groupsView } from './groups.ts'
import { createReproductionViewer } from './reproduction.ts'
import type { Viewer } from './viewing.ts'
import type { ViewKind } from './views.ts'

/** One set per session: what costs more than a glance, a viewer keeps from one answer to the next. */
export const createViewers = (): { readonly [K in ViewKind]: Viewer<K> } => ({
  groups: groupsView,
  conventions: createConventionsViewer(),
  reproduction: createReproductionViewer(),
})
