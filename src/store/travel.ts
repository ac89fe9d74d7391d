/**
 * Undo and redo. A step to another trace has to read it first; steps that follow meanwhile go on from
 * where the first one leads, and only the trace of the last is read.
 */
import type { Opened } from '../worker/api.ts'
import type { Context } from './context.ts'
import type { DocumentState, TraceSource } from './document.ts'
import { fitted } from './fit.ts'
import { type History, record, redo, restore, undo, without } from './history.ts'
import type { Opening } from './opening.ts'
import { isSameSource, sourceName } from './sources.ts'

/** A held key repeats every 30 ms or so; the trace is read when it has been let go (ms). */
const REST_MS = 150

/** Steps taken so far towards a trace that is not there yet. */
interface Journey {
  /** The history when it began; an edit meanwhile replaces it. */
  readonly from: History
  readonly history: History
  readonly document: DocumentState
}

export interface TravelParts {
  readonly opening: Pick<Opening, 'reopen' | 'cancel'>
  readonly history: () => History
  /** `shown`: what the buttons go by, where it is not the history itself. */
  readonly setHistory: (history: History, shown?: History) => void
  /** Shows another document of the same trace. */
  readonly show: (document: DocumentState) => void
  /** Shows another trace. */
  readonly swap: (opened: Opened, document: DocumentState) => void
}

export interface Travel {
  undo(): void
  redo(): void
  /** Forgets a journey that has not arrived; the history is as before it. */
  stop(): void
}

export function createTravel(context: Context, parts: TravelParts): Travel {
  const { dismiss, environment, get, notify } = context
  const { opening, history, setHistory, show, swap } = parts
  let journey: Journey | undefined
  /** Whose trace is being read, or will be after a rest. */
  let aimed: DocumentState | undefined
  let wake: (() => void) | undefined

  function stop() {
    if (!journey) return
    journey = undefined
    aimed = undefined
    wake?.()
    wake = undefined
    setHistory(history())
  }

  function go(step: typeof undo) {
    // An edit made meanwhile is the newer wish.
    if (journey && journey.from !== history()) abandon()
    const at = journey ?? { history: history(), document: get().document }
    const target = step(at.history, at.document)
    if (!target) return
    const { source } = target.document
    const shown = get().document.source
    if (isSameSource(source, shown)) {
      if (journey) abandon()
      if (source !== shown) dismiss('link-partly-read')
      setHistory(target.history)
      return show(restore(target.document, get().document))
    }
    journey = { from: history(), ...target }
    setHistory(history(), target.history)
    if (!aimed || !isSameSource(aimed.source, source)) aim(target.document)
  }

  function aim(document: DocumentState) {
    const { source } = document
    // What is being read is no longer where the journey goes.
    if (aimed && !wake) opening.cancel()
    aimed = document
    wake?.()
    wake = environment.after(REST_MS, () => {
      wake = undefined
      opening.reopen(source, {
        done: (opened, late) => arrive(document, opened, late),
        refused: () => skip(source),
        cancelled: () => {
          if (aimed === document) stop()
        },
      })
    })
  }

  function abandon() {
    const reading = wake === undefined
    stop()
    if (reading) opening.cancel()
  }

  function arrive(document: DocumentState, opened: Opened, late: boolean) {
    const { source } = document
    const present = get().document
    const shown = (target: DocumentState) => fitted(restore(target, present), source, opened)
    // It speaks of the trace that is left.
    dismiss('link-partly-read')
    if (journey && aimed === document) {
      const there = journey
      journey = undefined
      aimed = undefined
      // Edits made while it was read changed the history; then the trace is simply opened.
      const edited = there.from !== history()
      setHistory(edited ? record(history(), present, environment.now()) : there.history)
      return swap(opened, shown(there.document))
    }
    // It took over before it could be called off: it is shown, and left again for what is wanted.
    swap(opened, shown(document))
    if (late || journey) return
    journey = { from: history(), history: history(), document: present }
    aim(present)
  }

  /** The trace cannot be read any more: its steps go, so that the next undo passes them. */
  function skip(source: TraceSource) {
    stop()
    notify({ kind: 'step-skipped', name: sourceName(source) })
    setHistory(without(history(), (document) => isSameSource(document.source, source)))
  }

  return { undo: () => go(undo), redo: () => go(redo), stop }
}
