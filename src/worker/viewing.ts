/** What a function that computes a view gets; the functions are in viewers.ts. */
import type { Computed, Slots } from './slots.ts'
import type { ViewKind, ViewRequest, Views } from './views.ts'

export interface Viewing<K extends ViewKind> {
  readonly request: ViewRequest<K>
  /** Both estimators under the request's settings; of their numbers, those that their statistics needed anyway. */
  readonly computed: Computed
  /**
   * Runs `use` on slots of its own, of the running engine, for estimators beyond A and B; they are gone
   * afterwards.
   */
  readonly aside: <T>(use: (slots: Slots) => Promise<T>) => Promise<T>
}

/** To be awaited between two steps of a long piece of work: what the page asked meanwhile goes first. */
export type Pause = () => Promise<void>

/**
 * The rest of a view's work, which frames may interrupt: it must read no results of the running engine, as
 * these may be of newer settings by then. Given up where a frame with other settings is asked for.
 */
export interface Rest<K extends ViewKind> {
  readonly rest: (pause: Pause) => Promise<Views[K]['view']>
}

type Given<K extends ViewKind> = Views[K]['view'] | Rest<K>

/** While it runs, nothing else does; what takes long belongs into the `rest`. */
export type Viewer<K extends ViewKind> = (viewing: Viewing<K>) => Given<K> | Promise<Given<K>>

export const isRest = <K extends ViewKind>(given: Given<K>): given is Rest<K> => 'rest' in given
