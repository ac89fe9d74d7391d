/** The views, one function per kind. Adding one: its types in views.ts, one line here. */
import { groupsView } from './groups.ts'
import type { Viewing } from './viewing.ts'
import type { ViewKind, Views } from './views.ts'

type Viewer<K extends ViewKind> = (
  viewing: Viewing<K>,
) => Views[K]['view'] | Promise<Views[K]['view']>

export const VIEWERS: { readonly [K in ViewKind]: Viewer<K> } = {
  groups: groupsView,
}
