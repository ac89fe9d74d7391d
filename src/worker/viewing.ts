/** What a function that computes a view gets; the functions are in viewers.ts. */
import type { Computed, Slots } from './slots.ts'
import type { ViewKind, ViewRequest, Views } from './views.ts'

export interface Viewing<K extends ViewKind> {
  readonly request: ViewRequest<K>
  /** Both estimators under the request's settings. */
  readonly computed: Computed
  /**
   * Runs `use` on slots of its own, of the running engine, for estimators beyond A and B; they are gone
   * afterwards.
   */
  readonly aside: <T>(use: (slots: Slots) => Promise<T>) => Promise<T>
}

export type Viewer<K extends ViewKind> = (
  viewing: Viewing<K>,
) => Views[K]['view'] | Promise<Views[K]['view']>
