/** What the parts of the store share: the state, the client, and how to write to each of the three kinds of state. */
import type { StoreApi } from 'zustand/vanilla'
import type { Client } from '../worker/client.ts'
import type { DataState, Notice, SegueState, TaskState } from './store.ts'

/** What the store needs of the page; tests replace it. */
export interface StoreEnvironment {
  /** The page's address without query and hash; links are made from it. */
  readonly base: string
  /** requestAnimationFrame, or what stands for it. */
  readonly onNextFrame: (callback: () => void) => void
  /** Milliseconds, for coalescing edits. */
  readonly now: () => number
}

export interface Context {
  readonly client: Client
  readonly environment: StoreEnvironment
  readonly get: () => SegueState
  readonly setData: (change: Partial<DataState>) => void
  readonly setTasks: (change: Partial<TaskState>) => void
  /** Shows a notice; the same one is not shown twice. */
  readonly notify: (notice: Notice) => void
  /** Takes away notices of an earlier link: they speak of what is no longer on the screen. */
  readonly dropLinkNotices: () => void
  /** Reports a rejected call: our bug, or a worker that died. */
  readonly report: (reason: unknown) => void
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
    const text = JSON.stringify(notice)
    if (notices.some((shown) => JSON.stringify(shown) === text)) return
    setTasks({ notices: [...notices, notice] })
  }
  const dropLinkNotices = () =>
    setTasks({ notices: get().tasks.notices.filter(({ kind }) => !kind.startsWith('link-')) })
  const report = (reason: unknown) =>
    notify({
      kind: 'worker-failed',
      message: reason instanceof Error ? reason.message : String(reason),
    })
  return { client, environment, get, setData, setTasks, notify, dropLinkNotices, report }
}
