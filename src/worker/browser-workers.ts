/** The page's real workers. */
import { startWorker } from '../engine/start-worker.ts'
import { FIRST_SAMPLE } from '../simulate/samples.ts'
import { ok } from '../trace/result.ts'
import type { OpenSource } from './api.ts'
import { type Connection, connectWorker, createConnection } from './connection.ts'
import { firstTrace } from './first-trace.ts'

import type { LoaderEndpoint, SessionEndpoint, TracePackage } from './protocol.ts'
import { createSpares } from './spares.ts'

/** For so long after a long load the page and its session have the processor for themselves (ms). */
const REST_MS = 1000

/** `whenIdle`: when the next loader may be started ahead. */
export function loaders(whenIdle: (run: () => void) => void) {
  const { take, ahead } = createSpares<LoaderEndpoint>({
    connect: () =>
      connectWorker(startWorker(new URL('./loader.worker.ts', import.meta.url), 'segue-loader')),
    prepare: (loader) => loader.prepare(),
    whenIdle: (run, worked) => void setTimeout(() => whenIdle(run), Math.min(REST_MS, worked)),
  })
  return (source?: OpenSource): Connection<LoaderEndpoint> =>
    source?.kind === 'sample' && source.id === FIRST_SAMPLE ? withoutWorker(ahead) : take()
}

/** Of the first sample nothing has to be read: the first visit starts no loader for it. */
const withoutWorker = (closed: () => void): Connection<LoaderEndpoint> =>
  createConnection<LoaderEndpoint>({
    remote: {
      prepare: async () => {},
      load: async (_source, trace) => {
        trace.postMessage({ trace: firstTrace(), structureOnly: false } satisfies TracePackage)
        return ok(undefined)
      },
      preview: () => Promise.reject(new Error('Nothing is previewed without a worker.')),
    },
    onCrash: () => {},
    terminate: closed,
  })

export const connectSession = () =>
  connectWorker<SessionEndpoint>(
    startWorker(new URL('./session.worker.ts', import.meta.url), 'segue-session'),
  )
