/** Stand-ins for workers: plain objects behind the same connections. */
import type { LoadedTrace } from '../../../src/formats/types.ts'
import { DEFAULT_DOCUMENT } from '../../../src/store/document.ts'
import { settingsOf } from '../../../src/store/fit.ts'
import { ok } from '../../../src/trace/result.ts'
import type { FrameRequest, Opened, OpenSource } from '../../../src/worker/api.ts'
import { traceOfRows } from '../../../src/worker/built-trace.ts'
import { createConnection } from '../../../src/worker/connection.ts'
import { describeTrace, rolloutTable } from '../../../src/worker/describe.ts'
import type { LoaderEndpoint, SentFrame, SessionEndpoint } from '../../../src/worker/protocol.ts'

export interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (reason: Error) => void
}

export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {}
  let reject: (reason: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

/** Lets every promise and message that is ready run. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 5))

export const smallTrace = (): LoadedTrace =>
  traceOfRows(
    [
      { rollout_id: 'r0', response_mask: [1, 1], values: [0.2, 0.4], segment_index: 0 },
      { rollout_id: 'r0', response_mask: [1], values: [0.6], segment_index: 1, reward: 1 },
    ],
    { name: 'small.jsonl', format: 'canonical-jsonl', bytes: 10 },
  )

/** What the page is told of a trace that was opened. */
export const openedAs = (trace: LoadedTrace): Opened => ({
  summary: describeTrace(trace, trace.batch),
  table: rolloutTable(trace.batch),
  refusals: [],
  link: undefined,
  structureOnly: false,
})

/** The first rollout of `smallTrace`. */
export const frameRequest = (columns: number): FrameRequest => ({
  settings: settingsOf(DEFAULT_DOCUMENT),
  rollout: 0,
  from: 0,
  to: 2,
  columns,
  curveColumns: 10,
})

interface FakeWorker<T> {
  readonly remote: T
  readonly crash: (message: string) => void
  terminated: boolean
}

/** Makes connections to objects and remembers every "worker" that was started. */
export function fakeWorkers<T>(make: (index: number) => T) {
  const started: FakeWorker<T>[] = []
  const connect = () => {
    let crash: (message: string) => void = () => {}
    const worker: FakeWorker<T> = {
      remote: make(started.length),
      crash: (message) => crash(message),
      terminated: false,
    }
    started.push(worker)
    return createConnection<T>({
      remote: worker.remote,
      onCrash: (crashed) => {
        crash = crashed
      },
      terminate: () => {
        worker.terminated = true
      },
    })
  }
  return { started, connect }
}

/** A loader that finishes when the test says so. */
export function fakeLoader() {
  const loads: {
    readonly source: OpenSource
    readonly progress: MessagePort
    readonly beginning: MessagePort | undefined
    readonly done: Deferred<Awaited<ReturnType<LoaderEndpoint['load']>>>
  }[] = []
  const endpoint = (): LoaderEndpoint => ({
    prepare: async () => {},
    preview: unused,
    load: (source, _trace, progress, beginning) => {
      const done = deferred<Awaited<ReturnType<LoaderEndpoint['load']>>>()
      loads.push({ source, progress, beginning, done })
      return done.promise
    },
  })
  return { loads, endpoint, finish: (index: number) => loads[index].done.resolve(ok(undefined)) }
}

const unused = () => Promise.reject(new Error('not used in this test'))

/** A session that records its calls; frames are answered by hand. */
export function fakeSession(opened: Opened) {
  const calls: string[] = []
  const frames: {
    readonly request: FrameRequest
    readonly known: number | undefined
    readonly answer: Deferred<SentFrame>
  }[] = []
  const note = async (name: string) => {
    calls.push(name)
  }
  const endpoint: SessionEndpoint = {
    expect: async () => {
      calls.push('expect')
      return undefined
    },
    listens: async () => {},
    adopt: async () => {
      calls.push('adopt')
      return opened
    },
    commit: () => note('commit'),
    begin: () => note('begin'),
    discard: () => note('discard'),
    frame: (request, known) => {
      const answer = deferred<SentFrame>()
      frames.push({ request, known, answer })
      return answer.promise
    },
    prepare: async () => {},
    totals: unused,
    token: unused,
    view: unused,
    compare: unused,
    exportAdvantages: unused,
    exportTrace: unused,
    payload: async () => ({ payload: undefined, characters: undefined, numbers: false }),
    shareRows: unused,
  }
  return { calls, frames, endpoint }
}
