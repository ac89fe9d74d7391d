/** Undo and redo over documents. Pure: every function returns a new history. */
import type { DocumentState } from './document.ts'
import { PROPERTIES, PROPERTY_KEYS } from './properties.ts'

export interface History {
  readonly past: readonly DocumentState[]
  readonly future: readonly DocumentState[]
  /** What the latest step may still absorb. */
  readonly open: { readonly key: string; readonly at: number } | undefined
}

export const EMPTY_HISTORY: History = { past: [], future: [], open: undefined }

/** Documents share their parts, so a step costs well under 1 kB. */
const DEPTH = 500
/** A drag sends an edit per frame; a pause of a second ends the step (ms). */
const COALESCE_MS = 1000

/**
 * Remembers `before`, the document as it was. Edits with the same `coalesce` key that follow each other
 * within a second are one step: the first one's `before` stays.
 */
export function record(
  history: History,
  before: DocumentState,
  at: number,
  coalesce?: string,
): History {
  const open = coalesce === undefined ? undefined : { key: coalesce, at }
  const absorbed =
    history.open !== undefined &&
    history.open.key === coalesce &&
    at - history.open.at < COALESCE_MS &&
    history.future.length === 0
  if (absorbed) return { ...history, open }
  return { past: [...history.past.slice(1 - DEPTH), before], future: [], open }
}

/** `target` with the properties that undo leaves alone taken from `present`. */
export function restore(target: DocumentState, present: DocumentState): DocumentState {
  const kept = PROPERTY_KEYS.filter((key) => !PROPERTIES[key].undoable)
  return { ...target, ...Object.fromEntries(kept.map((key) => [key, present[key]])) }
}

/** The history without the documents that `gone` picks out. */
export const without = (
  { past, future }: History,
  gone: (document: DocumentState) => boolean,
): History => ({
  past: past.filter((document) => !gone(document)),
  future: future.filter((document) => !gone(document)),
  open: undefined,
})

interface Step {
  readonly history: History
  readonly document: DocumentState
}

export function undo({ past, future }: History, present: DocumentState): Step | undefined {
  const target = past.at(-1)
  if (!target) return undefined
  return {
    history: { past: past.slice(0, -1), future: [present, ...future], open: undefined },
    document: restore(target, present),
  }
}

export function redo({ past, future }: History, present: DocumentState): Step | undefined {
  const [target, ...rest] = future
  if (!target) return undefined
  return {
    history: { past: [...past, present], future: rest, open: undefined },
    document: restore(target, present),
  }
}
