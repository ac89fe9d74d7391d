/**
 * The beginning of a large load on the screen, while the rest is read: the trace and history from before are
 * kept beside it, and edits go over to the whole.
 */
import type { Opened } from '../worker/api.ts'
import type { Context } from './context.ts'
import type { DocumentState } from './document.ts'
import { fitted } from './fit.ts'
import { EMPTY_HISTORY, type History, record, restore } from './history.ts'
import { PROPERTY_KEYS, same } from './properties.ts'
import type { DataState } from './store.ts'
import { tableOfStep } from './training-steps.ts'

interface Before {
  readonly document: DocumentState
  readonly data: DataState
  readonly history: History
  /** The document that the beginning was first shown with. */
  readonly first: DocumentState
}

export interface BeginningParts {
  readonly history: () => History
  readonly setHistory: (history: History) => void
  /** `kept`: what stays on the screen until there is something newer. */
  readonly swap: (opened: Opened, document: DocumentState, kept?: Partial<DataState>) => void
  /** Shows what was shown before. */
  readonly back: (document: DocumentState, data: DataState) => void
}

export interface Beginning {
  show(opened: Opened, document: DocumentState): void
  /**
   * The whole takes over with what was edited meanwhile; false where no beginning is shown.
   *
   * @param document of the whole, as if there had been no beginning
   * @param linked it came with the file or a link, and replaces edits
   */
  takeOver(opened: Opened, document: DocumentState, linked: boolean): boolean
  /** The trace from before comes back as it was; nothing where no beginning is shown. */
  leave(): void
}

export function createBeginning(
  { environment, get }: Pick<Context, 'environment' | 'get'>,
  { history, setHistory, swap, back }: BeginningParts,
): Beginning {
  let before: Before | undefined
  return {
    show: (opened, first) => {
      const { document, data } = get()
      before = { document, data, history: history(), first }
      // Undo does not lead out of it: Cancel does.
      setHistory(EMPTY_HISTORY)
      swap(opened, first)
    },
    takeOver: (opened, document, linked) => {
      if (!before) return false
      const { first, data, document: left, history: former } = before
      before = undefined
      const { document: now, data: shown } = get()
      const isFirst = data.recorded === undefined
      const base = isFirst ? former : record(former, left, environment.now())
      setHistory(joined(base, history(), document))
      const edited = linked
        ? document
        : fitted(withEdits(document, first, now), document.source, opened)
      swap(opened, edited, keptOf(shown, opened, edited))
      return true
    },
    leave: () => {
      if (!before) return
      const { document, data, history: former } = before
      const present = get().document
      before = undefined
      setHistory(former)
      back(restore(document, present), data)
    },
  }
}

/** The picture stays until that of the whole comes, if it is of the same rollout. */
function keptOf(
  { frame, totals, token, table }: DataState,
  opened: Opened,
  { step }: DocumentState,
): Pick<DataState, 'frame' | 'totals' | 'ofBeginning' | 'token'> | undefined {
  if (!frame || frame.request.settings.step !== step) return undefined
  const { rollout } = frame.request
  const id = tableOfStep(opened.table, step).id[rollout]
  return id === table?.id[rollout] ? { frame, totals, ofBeginning: true, token } : undefined
}

/** `fresh`, with what differs between `first` and `now`. */
function withEdits(fresh: DocumentState, first: DocumentState, now: DocumentState): DocumentState {
  const edited = PROPERTY_KEYS.filter((key) => !same(first[key], now[key]))
  return { ...fresh, ...Object.fromEntries(edited.map((key) => [key, now[key]])) }
}

/** The steps since the beginning was shown follow those before it, as steps of the whole. */
function joined(base: History, since: History, { source, map }: DocumentState): History {
  const ofWhole = (document: DocumentState): DocumentState => ({ ...document, source, map })
  return {
    past: [...base.past, ...since.past.map(ofWhole)],
    future: since.future.map(ofWhole),
    open: undefined,
  }
}
