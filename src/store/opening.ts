/** Opening traces. The old trace stays, with its document, until the new one is complete. */
import { MAPPED_ID } from '../formats/mapped/mapped-id.ts'
import type { Refusal } from '../trace/diagnostics.ts'
import type { Opened, OpenInput, OpenOutcome, OpenSource } from '../worker/api.ts'
import type { OpenTask } from '../worker/client.ts'
import type { Beginning } from './beginning.ts'
import type { Before } from './columns-task.ts'
import type { Context } from './context.ts'
import { DEFAULT_DOCUMENT, type DocumentState, type TraceSource } from './document.ts'
import { fitted, forFile, forNewTrace } from './fit.ts'
import { awaitedSource } from './links.ts'
import { createMappingDialog, type MappingDialog, type WithColumnsTask } from './mapping-task.ts'
import { same } from './properties.ts'
import { sentenceOf } from './reason.ts'
import { startOf } from './sample-starts.ts'
import { fileSource, isNamed, isSameSource } from './sources.ts'
import type { TaskState } from './store.ts'

export interface Opening {
  openFiles(inputs: readonly OpenInput[]): void
  /** Reads the files of the open trace once more and asks for their columns. */
  changeColumns(): void
  readonly mapping: MappingDialog
  openSample(id: string): void
  /**
   * Opens the trace that a document names, at start and from a link; falls back to the first sample.
   * `pick` is asked again when the trace is there.
   */
  openDocument(pick: () => DocumentState): void
  /** Opens the trace of an earlier document again (undo). */
  reopen(source: TraceSource, ends: Ends): void
  cancel(): void
  /** Whether the beginning of a load is on the screen. */
  begun(): boolean
  /** Does it once the trace on the screen is whole; rejects where a beginning does not become whole. */
  ofWhole<T>(work: () => Promise<T>): Promise<T>
}

/** How an opening can end. */
export interface Ends {
  /** Takes over a complete trace. `late`: it was complete too early to make way for a newer opening. */
  readonly done: (opened: Opened, late: boolean) => void
  /** Instead of showing the refusals. */
  readonly refused?: (refusals: readonly Refusal[]) => void
  readonly cancelled?: () => void
}

interface Plan extends Ends {
  readonly source: OpenSource
  readonly names: readonly string[]
  /** Document for the beginning of a large load; absent: none is shown. */
  readonly beginning?: (opened: Opened) => DocumentState
}

export interface OpeningParts {
  readonly withTools: WithColumnsTask
  /** Shows the beginning of a load; undefined until what it takes is here, which the first call fetches. */
  readonly beginning: () => Pick<Beginning, 'show'> | undefined
  /** The trace from before a beginning comes back; nothing where none is shown. */
  readonly leave: () => void
  /**
   * Swaps in the trace together with its document, as one undo step; `linked` is the document as a link says
   * it, before it was fitted to the trace.
   */
  readonly arrived: (opened: Opened, document: DocumentState, linked?: DocumentState) => void
}

export function createOpening(
  context: Context,
  { withTools, beginning, leave, arrived }: OpeningParts,
): Opening {
  const { client, get, setTasks, notify, notePartly } = context
  const { links } = context.environment
  // Files of earlier documents, so that undo can go back to them; a File is a reference, not its bytes.
  const filesOf = new WeakMap<TraceSource, OpenSource>()
  let running: OpenTask | undefined

  /** What is being read makes way, with its beginning. */
  function halt() {
    running?.cancel()
    leave()
  }

  function start({ source, names, done, refused, cancelled, beginning: documentOf }: Plan) {
    halt()
    context.dismiss('drop-failed')
    setTasks({ opening: { names, progress: undefined }, mapping: undefined })
    const setOpening = (change: Partial<NonNullable<TaskState['opening']>>) => {
      const { opening: before = { names, progress: undefined } } = get().tasks
      setTasks({ opening: { ...before, ...change } })
    }
    if (documentOf) beginning()
    const task = client.open(
      source,
      (progress) => {
        if (running === task) setOpening({ progress })
      },
      documentOf &&
        (() => {
          const shown = beginning()
          if (!shown || running !== task) return undefined
          return (opened) => {
            if (running !== task) return
            setOpening({ begun: opened.table.id.length })
            shown.show(opened, documentOf(opened))
          }
        }),
    )
    running = task
    const lost = (reason: unknown): void => {
      if (running !== task) return
      running = undefined
      leave()
      setTasks({ opening: undefined })
      notify({ kind: 'drop-failed', message: sentenceOf(reason) })
    }
    task.outcome.then(withLinks).then((outcome) => {
      const late = running !== task
      const complete = outcome !== 'cancelled' && outcome.ok
      if (!complete && !late) leave()
      if (!late) {
        running = undefined
        setTasks({ opening: undefined })
      }
      // The worker holds a complete trace whatever came after it, so it is shown.
      if (outcome !== 'cancelled' && outcome.ok) {
        done(outcome.value, late)
        setTasks({ refusals: outcome.value.refusals })
        if (outcome.value.structureOnly) notify({ kind: 'link-structure-only' })
      } else if (late) return
      else if (outcome === 'cancelled') cancelled?.()
      else if (refused) refused(outcome.error.refusals)
      else setTasks({ refusals: outcome.error.refusals })
    }, lost)
  }

  /** A file that brings its own document comes with what reads it. */
  const withLinks = async <T extends OpenOutcome | 'cancelled'>(outcome: T): Promise<T> => {
    if (outcome !== 'cancelled' && outcome.ok && outcome.value.link !== undefined) {
      await links.fetch().catch(context.report('link'))
    }
    return outcome
  }

  /** Shows a trace with the document of a link, and says what of it does not fit. */
  function arriveLinked(opened: Opened, document: DocumentState, source: TraceSource) {
    arrived(opened, fitted(document, source, opened), document)
    notePartly(links.here()?.misfits(document, opened) ?? [])
  }

  /** Files that were just read bring their own document, or have that of a link that waited for them. */
  function linkedDocument(inputs: readonly OpenInput[], opened: Opened): DocumentState | undefined {
    const { link } = opened
    const saved = link === undefined ? undefined : links.here()?.decodeLink(link)
    if (saved?.kind === 'ok') return saved.document
    return awaited(inputs)
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

  /** The document of a link that waits for these files. */
  const awaited = (inputs: readonly OpenInput[]): DocumentState | undefined => {
    const source = awaitedSource(get())
    const isIt = source?.kind === 'file' && isNamed(inputs, source.name)
    return isIt ? links.here()?.awaitedIn(get()) : undefined
  }

  /** The mapping of a link that waits for these files, else of the trace before: files mostly come in series. */
  const likelyMapping = (inputs: readonly OpenInput[]): Before | undefined => {
    const link = awaited(inputs)
    const mapping = (link ?? get().document).map
    return mapping && { mapping, was: link ? 'tried' : 'likely' }
  }

  function openInputs(inputs: readonly OpenInput[], before: Before | undefined) {
    if (inputs.length === 0) return
    const mapping = before?.was === 'open' ? undefined : before?.mapping
    const names = inputs.map(({ name }) => name)
    const files: OpenSource = { kind: 'files', inputs, ...(mapping && { mapping }) }
    const waiting = awaitedSource(get())
    dialog.note(inputs)
    start({
      source: files,
      names,
      // A link's document may speak of rollouts that come later.
      ...(!awaited(inputs) && {
        beginning: (opened: Opened) => forNewTrace(get().document, fileSource(inputs), opened),
      }),
      done: (opened) => {
        const linked = linkedDocument(inputs, opened)
        const wanted = awaitedSource(get())
        // A link that came while the files were read goes on waiting for its own.
        const isNewer = !linked && wanted !== undefined && !same(wanted, waiting)
        if (!isNewer) context.dropLinkNotices()
        // Named after what was read: a refused file is not on the screen.
        const source = fileSource(readOf(inputs, opened.refusals))
        filesOf.set(source, files)
        const { language, theme } = get().document
        const used = opened.summary.files.some(({ format }) => format === MAPPED_ID)
        const map = used ? mapping : undefined
        if (linked) arriveLinked(opened, { ...linked, language, theme, map }, source)
        else arrived(opened, { ...forFile(get().document, source, opened), map })
        if (!linked && !isNewer && wanted) notePartly(links.here()?.otherFile(wanted, source) ?? [])
      },
      refused: (refusals) => dialog.ask(refusals, before),
    })
  }

  const dialog = createMappingDialog(context, withTools, (inputs, mapping) =>
    openInputs(inputs, { mapping, was: 'tried' }),
  )

  const opening: Opening = {
    mapping: dialog,
    openFiles: (inputs) => openInputs(inputs, likelyMapping(inputs)),
    changeColumns: () => {
      const { source, map } = get().document
      const files = openSource(source)
      if (files?.kind === 'files' && map) openInputs(files.inputs, { mapping: map, was: 'open' })
    },
    openSample: (id) => {
      const source: TraceSource = { kind: 'sample', id }
      halt()
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
      const document = pick()
      const { source } = document
      // It waits beside what is open or being read.
      if (source.kind === 'file') return notify({ kind: 'link-needs-file', document })
      const openFirst = () =>
        opening.openDocument(() => ({ ...pick(), source: DEFAULT_DOCUMENT.source }))
      // Whatever is wrong with a link, it does not take an open trace away.
      const isOpen = get().data.summary !== undefined
      start({
        source,
        names: source.kind === 'sample' ? [source.id] : [],
        done: (opened) => arriveLinked(opened, pick(), source),
        refused: (refusals) => {
          if (isFirstSample(source)) return setTasks({ refusals })
          const instead = isOpen ? 'open-trace' : 'sample'
          const broken = links.here()?.brokenTrace(source, refusals, instead)
          if (broken) notify(broken)
          if (!isOpen) openFirst()
        },
      })
    },
    reopen: (source, ends) => {
      const known = openSource(source)
      if (!known) return ends.refused?.([])
      start({ source: known, names: source.kind === 'file' ? [source.name] : [], ...ends })
    },
    cancel: () => running?.cancel(),
    begun: () => get().tasks.opening?.begun !== undefined,
    ofWhole: async (work) => {
      const task = running
      if (task && opening.begun()) {
        const outcome = await task.outcome
        if (outcome === 'cancelled' || !outcome.ok)
          throw new Error('The file was not read to its end.')
      }
      return work()
    },
  }
  return opening
}

/** The files that were not refused; all of them where names do not tell. */
function readOf(inputs: readonly OpenInput[], refusals: readonly Refusal[]): readonly OpenInput[] {
  const refused = new Set(refusals.map(({ file }) => file))
  const read = inputs.filter(({ name }) => !refused.has(name))
  return read.length > 0 ? read : inputs
}

const isFirstSample = (source: TraceSource): boolean =>
  isSameSource(source, DEFAULT_DOCUMENT.source)
