/** What the parts of the store share: the state, the client, and how to write to each of the three kinds of state. */
import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../worker/client.ts'
import { WorkerGone } from '../worker/connection.ts'
import type { Links } from './links.ts'
import { same } from './properties.ts'
import { sentenceOf } from './reason.ts'
import type { Computation, DataState, Notice, SegueState, TaskState } from './store.ts'

/** What the store needs of the page; tests replace it. */
export interface StoreEnvironment {
  /** The page's address without query and hash; links are made from it. */
  readonly base: string
  readonly links: Links
  /** requestAnimationFrame, or what stands for it. */
  readonly onNextFrame: (callback: () => void) => void
  /** Calls back when what is on its way to the screen now has been painted. */
  readonly afterPainting: (callback: () => void) => void
  /** Milliseconds, for coalescing edits. */
  readonly now: () => number
  /** Calls back after so many milliseconds. Returns a function that prevents it. */
  readonly after: (ms: number, callback: () => void) => () => void
}

export interface Context {
  readonly client: Client
  readonly environment: StoreEnvironment
  readonly get: () => SegueState
  readonly setData: (change: Partial<DataState>) => void
  readonly setTasks: (change: Partial<TaskState>) => void
  /** Shows a notice in the place of an older one of its kind. */
  readonly notify: (notice: Notice) => void
  readonly dismiss: (kind: Notice['kind']) => void
  /** Adds sentences to the notice that parts of a link could not be used. */
  readonly notePartly: (sentences: readonly string[]) => void
  /** Takes away notices of an earlier link: they speak of what is no longer on the screen. */
  readonly dropLinkNotices: () => void
  /** For rejected calls: what could not be computed. A worker that died is reported by the client. */
  readonly report: (what: Computation) => (reason: unknown) => void
}

export function createContext(
  client: Client,
  environment: StoreEnvironment,
  store: () => StoreApi<SegueState>,
): Context {
  const get = () => store().getState()
  const setState = (change: (state: SegueState) => Partial<SegueState>) => store().setState(change)
  const setData = (change: Partial<DataState>) =>
    setState(({ data }) => ({ data: { ...data, ...change } }))
  const setTasks = (change: Partial<TaskState>) =>
    setState(({ tasks }) => ({ tasks: { ...tasks, ...change } }))
  const notify = (notice: Notice) => {
    const { notices } = get().tasks
    const at = notices.findIndex(({ kind }) => kind === notice.kind)
    if (at < 0) return setTasks({ notices: [...notices, notice] })
    if (same(notices[at], notice)) return
    setTasks({ notices: notices.with(at, notice) })
  }
  const dismiss = (kind: Notice['kind']) => {
    const { notices } = get().tasks
    const left = notices.filter((notice) => notice.kind !== kind)
    if (left.length < notices.length) setTasks({ notices: left })
  }
  const notePartly = (sentences: readonly string[]) => {
    const notice = environment.links.here()?.partlyRead(get().tasks.notices, sentences)
    if (notice) notify(notice)
  }
  const dropLinkNotices = () =>
    setTasks({ notices: get().tasks.notices.filter(({ kind }) => !kind.startsWith('link-')) })
  const report = (what: Computation) => (reason: unknown) => {
    if (reason instanceof WorkerGone) return
    notify({ kind: `${what}-not-computed`, message: sentenceOf(reason) })
  }
  return {
    client,
    environment,
    get,
    setData,
    setTasks,
    notify,
    dismiss,
    notePartly,
    dropLinkNotices,
    report,
  }
}
