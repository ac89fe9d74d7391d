/** Puts the store together: three kinds of state, and the actions that drive the client. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Opened } from '../worker/api.ts'
import type { Client } from '../worker/client.ts'
import type { Beginning } from './beginning.ts'
import { createContext, type StoreEnvironment } from './context.ts'
import type { DocumentState } from './document.ts'
import { rolloutIndex, withOutcomes } from './fit.ts'
import { EMPTY_HISTORY, record } from './history.ts'
import type { Leaving } from './leaving.ts'
import { FIRST_LINK, type LinkCodec } from './links.ts'
import type { LinkParts } from './open-link.ts'
import { createOpening } from './opening.ts'
import { NUMBER_KEYS, PROPERTIES, PROPERTY_KEYS, type PropertyKey, same } from './properties.ts'
import { createSharing } from './sharing.ts'
import type { Actions, DataState, Notice, SegueState, TaskState } from './store.ts'
import type { LateTools, WithTools } from './tools.ts'
import { tableOfStep } from './training-steps.ts'
import type { Travel } from './travel.ts'
import { createViews } from './views.ts'
import { createWatching } from './watching.ts'

const NO_DATA: DataState = {
  summary: undefined,
  table: undefined,
  recorded: undefined,
  whole: undefined,
  frame: undefined,
  totals: {},
  ofBeginning: false,
  token: undefined,
  agreement: undefined,
  views: {},
}

const NO_TASKS: TaskState = {
  opening: undefined,
  picture: 'current',
  exporting: undefined,
  comparing: false,
  refusals: [],
  mapping: undefined,
  notices: [],
  link: '',
  canUndo: false,
  canRedo: false,
}

export interface StoreOptions {
  readonly environment: StoreEnvironment
  readonly tools: LateTools
  /** Shown from the start, e.g. that the link was broken. */
  readonly notices?: readonly Notice[]
}

/**
 * Creates the store and opens the trace that `initial` names. Every edit that changes numbers or view
 * leads to one frame request per animation frame.
 */
export function createSegueStore(
  client: Client,
  initial: DocumentState,
  { environment, tools, notices = [] }: StoreOptions,
): StoreApi<SegueState> {
  let history = EMPTY_HISTORY
  /** The pinned token of a link, until a frame tells whether the rollout has it. */
  let unchecked: DocumentState['token']

  const context = createContext(client, environment, () => store)
  const { get, setData, setTasks, notify } = context

  /** At once where they are here. */
  const withTools: WithTools = async (use) => {
    const given = tools.here()
    return use(given ?? (await tools.fetch()))
  }

  const setHistory = (next: typeof history, shown = next) => {
    history = next
    const [canUndo, canRedo] = [shown.past.length > 0, shown.future.length > 0]
    const { tasks } = get()
    if (tasks.canUndo !== canUndo || tasks.canRedo !== canRedo) setTasks({ canUndo, canRedo })
  }

  const sharing = createSharing(context)
  const views = createViews(context)
  const watching = createWatching(context, withTools, () => {
    checkToken()
    sharing.carryTrace()
    views.refresh()
  })

  /** Shows another document of the same trace. */
  function show(document: DocumentState) {
    const before = get().document
    store.setState({ document })
    const changed = (key: keyof DocumentState) => before[key] !== document[key]
    const numbers = NUMBER_KEYS.some(changed)
    if (numbers) setData({ agreement: undefined })
    const { whole } = get().data
    // What was seen of another step belongs to other rollouts.
    if (changed('step') && whole)
      setData({ recorded: tableOfStep(whole, document.step), views: {}, totals: {} })
    const { recorded } = get().data
    if ((changed('outcomes') || changed('step')) && recorded) {
      setData({ table: withOutcomes(recorded, document.outcomes) })
    }
    // What changes the picture's measures waits for the panels to tell them.
    if (changed('rollout') || changed('range') || changed('strip')) watching.requestFrame()
    else if (numbers) watching.requestFrameNow()
    if (changed('token')) watching.requestToken()
    sharing.refresh()
  }

  /** Shows another trace. */
  function swap(opened: Opened, document: DocumentState, kept?: Partial<DataState>) {
    const recorded = tableOfStep(opened.table, document.step)
    const data = {
      ...NO_DATA,
      ...kept,
      summary: opened.summary,
      table: withOutcomes(recorded, document.outcomes),
      recorded,
      whole: opened.table,
    }
    turnTo(document, data, kept && get().hovered)
  }

  function turnTo(document: DocumentState, data: DataState, hovered?: SegueState['hovered']) {
    store.setState({ document, hovered, data })
    unchecked = undefined
    watching.forget()
    watching.requestFrameNow()
    sharing.refresh()
  }

  let beginning: Beginning | undefined
  /** Undefined until what it is made with is here; the first call fetches it. */
  const beginningOf = (): Beginning | undefined => {
    const given = tools.here()
    // Without it a load is shown when it is whole.
    if (!given) tools.fetch().catch(() => {})
    const parts = { history: () => history, setHistory, swap, back: turnTo }
    beginning ??= given?.createBeginning(context, parts)
    return beginning
  }

  const opening = createOpening(context, {
    withTools,
    beginning: beginningOf,
    leave: () => beginning?.leave(),
    arrived: (opened, document, linked) => {
      if (!beginning?.takeOver(opened, document, linked !== undefined)) {
        const isFirst = get().data.recorded === undefined
        if (!isFirst) setHistory(record(history, get().document, environment.now()))
        swap(opened, document)
      }
      unchecked = linked && document.token
    },
  })

  /** Made for the first step back; undefined: nobody is on a journey. */
  let travel: Travel | undefined
  const go = (direction: 'undo' | 'redo') => (): void => {
    withTools(({ createTravel }) => {
      travel ??= createTravel(context, { opening, history: () => history, setHistory, show, swap })
      travel[direction]()
    }).catch(context.report('setting'))
  }

  /** How long segments are is only known with the first frame. */
  function checkToken() {
    const { document, data } = get()
    const { frame, table } = data
    if (!unchecked || !frame || !table) return
    const { rollout, settings } = frame.request
    if (settings.step !== document.step || rollout !== rolloutIndex(document, table)) return
    const misfit = environment.links.here()?.tokenMisfit(unchecked, frame.detail)
    const pinned = same(document.token, unchecked)
    unchecked = undefined
    if (misfit === undefined || !pinned) return
    context.notePartly([misfit])
    show({ ...document, token: undefined })
  }

  function edit(change: Partial<Omit<DocumentState, 'source'>>, coalesce?: string) {
    const before = get().document
    const moved = 'rollout' in change && change.rollout !== before.rollout
    const full = moved ? { range: undefined, token: undefined, ...change } : change
    // Unchanged values keep their identity, so that panels and undo see no change.
    const keys = PROPERTY_KEYS.filter((key) => key in full && !same(full[key], before[key]))
    if (keys.length === 0) return
    const document = { ...before, ...Object.fromEntries(keys.map((key) => [key, full[key]])) }
    if (keys.some(isUndoable)) {
      setHistory(record(history, before, environment.now(), coalesce))
    }
    show(document)
  }

  const linkParts: LinkParts = {
    opening,
    stopTravel: () => travel?.stop(),
    turn: (document) => {
      setHistory(record(history, get().document, environment.now()))
      unchecked = document.token
      show(document)
      // Another token of the same rollout needs no new frame.
      checkToken()
    },
  }

  function openLink(link: string) {
    const { links } = environment
    const open = ({ decodeLink }: LinkCodec) =>
      withTools(({ openDecoded }) => openDecoded(context, linkParts, decodeLink(link)))
    const codec = links.here()
    const opened = codec ? open(codec) : links.fetch().then(open)
    opened.catch(context.report('link'))
  }

  const leave = <T>(use: (leaving: Leaving) => Promise<T>): Promise<T> =>
    withTools(({ createLeaving }) => use(createLeaving(context, opening.ofWhole)))

  const actions: Actions = {
    edit,
    undo: go('undo'),
    retry: watching.requestFrame,
    redo: go('redo'),
    openFiles: (inputs) => {
      travel?.stop()
      opening.openFiles(inputs)
    },
    openSample: (id) => {
      travel?.stop()
      opening.openSample(id)
    },
    changeColumns: () => {
      travel?.stop()
      opening.changeColumns()
    },
    mapColumns: opening.mapping.mapColumns,
    previewMapping: opening.mapping.previewMapping,
    openMapped: (mapping) => {
      travel?.stop()
      opening.mapping.openMapped(mapping)
    },
    dismissMapping: opening.mapping.dismissMapping,
    openLink,
    cancelOpen: () => {
      travel?.stop()
      opening.cancel()
    },
    setViewport: watching.setViewport,
    hover: (token) => {
      if (same(token, get().hovered)) return
      store.setState({ hovered: token })
      watching.requestToken()
    },
    watch: views.watch,
    step: (tokens) => {
      withTools(({ moveToken }) => moveToken(get(), tokens)).catch(context.report('token'))
    },
    compareWithReference: () => {
      withTools(({ compareWithReference }) => compareWithReference(context)).catch(
        context.report('comparison'),
      )
    },
    exportAdvantages: (format) => leave(({ exportAdvantages }) => exportAdvantages(format)),
    exportTrace: (what) => leave(({ exportTrace }) => exportTrace(what)),
    shareLink: (options) => leave(({ shareLink }) => shareLink(options)),
    shareFile: (options) => leave(({ shareFile }) => shareFile(options)),
    exportRows: () => leave(({ exportRows }) => exportRows()),
    tell: notify,
    dismissRefusals: () => setTasks({ refusals: [] }),
    dismissNotice: (index) =>
      setTasks({ notices: get().tasks.notices.filter((_, k) => k !== index) }),
  }

  const codec = environment.links.here()
  const first = codec?.standInFor(initial) ?? initial
  const store = createStore<SegueState>()(() => ({
    document: first,
    data: NO_DATA,
    tasks: {
      ...NO_TASKS,
      notices,
      link: environment.base + (codec?.encodeLink(first) ?? FIRST_LINK),
    },
    hovered: undefined,
    actions,
  }))
  client.onEngineChange(({ id, reason }) => {
    // What was rebuilt goes on as before; the chip tells.
    const lost = reason.code === 'device-lost' || reason.code === 'thread-lost'
    if (lost && id === 'cpu') {
      notify({ kind: 'engine-fell-back', message: reason.message })
    }
  })
  client.onFailure(({ message, recovered }) => {
    notify({ kind: 'worker-failed', message })
    recovered.then((back) => {
      if (back) watching.requestFrame()
    })
  })
  opening.openDocument(() => get().document)
  return store
}

const isUndoable = (key: PropertyKey): boolean => PROPERTIES[key].undoable
