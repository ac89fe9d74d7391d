/** Opening traces. The old trace stays, with its document, until the new one is complete. */
import type { Opened, OpenInput, OpenSource } from '../worker/api.ts'
import type { OpenTask } from '../worker/client.ts'
import type { Context } from './context.ts'
import { DEFAULT_DOCUMENT, type DocumentState, type TraceSource } from './document.ts'
import { fitted, forNewTrace } from './fit.ts'
import { decodeLink } from './link.ts'
import { same } from './properties.ts'
import { startOf } from './sample-starts.ts'

export interface Opening {
  openFiles(inputs: readonly OpenInput[]): void
  openSample(id: string): void
  /**
   * Opens the trace that a document names, at start and from a link; falls back to the first sample.
   * `pick` is asked again when the trace is there.
   */
  openDocument(pick: () => DocumentState): void
  /** Opens the trace of an earlier document again (undo), then calls `done`. */
  reopen(source: TraceSource, done: (opened: Opened) => void): void
  cancel(): void
}

interface Plan {
  readonly source: OpenSource
  readonly names: readonly string[]
  /** Takes over a complete trace. */
  readonly done: (opened: Opened) => void
  /** Called before the refusals are shown; true: they are not to be shown. */
  readonly refused?: () => boolean
}

/** `arrived` swaps in the trace together with its document, as one undo step. */
export function createOpening(
  context: Context,
  arrived: (opened: Opened, document: DocumentState) => void,
): Opening {
  const { client, get, setTasks, notify } = context
  // Files of earlier documents, so that undo can go back to them; a File is a reference, not its bytes.
  const filesOf = new WeakMap<TraceSource, OpenSource>()
  let running: OpenTask | undefined
  /** The document of a link whose file is still to be dropped. */
  let awaited: DocumentState | undefined

  function start({ source, names, done, refused }: Plan) {
    running?.cancel()
    setTasks({ opening: { names, progress: undefined } })
    const task = client.open(source, (progress) => {
      if (running === task) setTasks({ opening: { names, progress } })
    })
    running = task
    task.outcome.then((outcome) => {
      if (running !== task) return
      running = undefined
      setTasks({ opening: undefined })
      if (outcome === 'cancelled') return
      if (!outcome.ok) {
        if (!refused?.()) setTasks({ refusals: outcome.error.refusals })
        return
      }
      done(outcome.value)
      setTasks({ refusals: outcome.value.refusals })
      if (outcome.value.structureOnly) notify({ kind: 'link-structure-only' })
    }, context.report)
  }

  /** The document for files that were just read: their own, that of a link that waited for them, or the present one. */
  function documentOfFiles(
    source: TraceSource,
    inputs: readonly OpenInput[],
    opened: Opened,
  ): DocumentState {
    const saved = opened.link === undefined ? undefined : decodeLink(opened.link)
    if (saved?.kind === 'ok') {
      const { language, theme } = get().document
      return fitted({ ...saved.document, language, theme }, source, opened)
    }
    const expected = awaited?.source.kind === 'file' ? awaited.source.name : undefined
    if (awaited && inputs.some(({ name }) => baseName(name) === expected)) {
      const { language, theme } = get().document
      return fitted({ ...awaited, language, theme }, source, opened)
    }
    return forNewTrace(get().document, source, opened)
  }

  const openSource = (source: TraceSource): OpenSource | undefined => {
    switch (source.kind) {
      case 'sample':
      case 'payload':
        return source
      case 'file':
        return filesOf.get(source)
    }
  }

  const opening: Opening = {
    openFiles: (inputs) => {
      if (inputs.length === 0) return
      const names = inputs.map(({ name }) => name)
      const more = inputs.length > 1 ? ` + ${inputs.length - 1}` : ''
      const source: TraceSource = { kind: 'file', name: baseName(names[0]) + more }
      const files: OpenSource = { kind: 'files', inputs }
      filesOf.set(source, files)
      start({
        source: files,
        names,
        done: (opened) => {
          context.dropLinkNotices()
          arrived(opened, documentOfFiles(source, inputs, opened))
          awaited = undefined
        },
      })
    },
    openSample: (id) => {
      const source: TraceSource = { kind: 'sample', id }
      const before = get().document
      const done = (opened: Opened) => {
        context.dropLinkNotices()
        const now = get().document
        // An estimator chosen while the sample was read is newer than the choice of the sample.
        const { rollout, ...slots } = startOf(id)
        const a = now.a === before.a ? slots.a : now.a
        const b = now.b === before.b ? slots.b : now.b
        const document = { ...forNewTrace(now, source, opened), a, b, rollout }
        arrived(opened, fitted(document, source, opened))
      }
      start({ source, names: [id], done })
    },
    openDocument: (pick) => {
      const { source } = pick()
      const openFirst = () =>
        opening.openDocument(() => ({ ...pick(), source: DEFAULT_DOCUMENT.source }))
      if (source.kind === 'file') {
        awaited = pick()
        notify({ kind: 'link-needs-file', name: source.name })
        return openFirst()
      }
      start({
        source,
        names: source.kind === 'sample' ? [source.id] : [],
        done: (opened) => arrived(opened, fitted(pick(), source, opened)),
        refused: () => {
          if (isFirstSample(source)) return false
          notify({ kind: 'link-broken', detail: brokenSource(source) })
          openFirst()
          return true
        },
      })
    },
    reopen: (source, done) => {
      const files = openSource(source)
      if (files) start({ source: files, names: source.kind === 'file' ? [source.name] : [], done })
    },
    cancel: () => running?.cancel(),
  }
  return opening
}

const isFirstSample = (source: TraceSource): boolean => same(source, DEFAULT_DOCUMENT.source)

const brokenSource = (source: TraceSource): string =>
  source.kind === 'sample'
    ? `this version has no sample “${source.id}”.`
    : 'the trace in it (d=…) is cut off or altered.'

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)
